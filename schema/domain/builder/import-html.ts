import { colorOf } from './colors.ts'
import { readHtml, textOf, withoutElements, type OpenToken, type TextToken } from '../html/html-tokenizer.ts'
import { escapeAttribute, escapeText } from '../html/html-writer.ts'
import { stylesOf } from '../content/text-styles.ts'
import { boxCss, boxOf, fontOf, imageAddressOf, linkOf } from './style-values.ts'

/**
 * Pasted HTML as one block: an allow-list keeps what emails use, rewritten as well-formed HTML; everything else is
 * removed. The result always stays within its cell.
 */

/** HTML elements that are removed with their content. */
const DROPPED = new Set(
  (
    'script style title iframe noframes noembed xmp plaintext textarea template noscript object applet svg math video audio canvas ' +
    'select datalist button map head'
  ).split(' '),
)
const VOID_DROPPED = new Set('area base col embed input link meta param source track wbr frame keygen'.split(' '))
const INLINE = new Set('a b strong i em u s strike del ins small big sub sup span font code br img'.split(' '))
const HEADING = /^h[1-6]$/
const BLOCKS = new Set('p div center blockquote pre ul ol li hr table'.split(' '))
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th'])
const VOID = new Set(['br', 'img', 'hr'])
const DEPTH_MAX = 200

export interface ImportedHtml {
  html: string
  /** removed parts, each kind once: tag names, `style sheet`, `link`, `image`, `on…` */
  removed: readonly string[]
}

/** Converts any HTML into a block's HTML. Never throws; importing the result again leaves it unchanged. */
export function importHtml(source: string): ImportedHtml {
  const writer = new Writer()
  const isOut = (tag: OpenToken) => {
    if (DROPPED.has(tag.name)) writer.remove(tag)
    return DROPPED.has(tag.name)
  }
  for (const token of withoutElements(readHtml(source.toWellFormed()), isOut)) {
    if (token.kind === 'text') writer.text(token)
    else if (token.kind === 'close') writer.close(token.name)
    else if (token.kind === 'open') writer.open(token)
  }
  return writer.end()
}

class Writer {
  private html = ''
  private pending = ''
  private readonly open_: string[] = []
  private readonly removed = new Set<string>()

  remove({ name }: { name: string }): void {
    if (name !== 'head' && name !== 'title' && name !== 'meta')
      this.removed.add(name === 'style' ? 'style sheet' : name)
  }

  text(token: TextToken): void {
    this.pending += textOf(token).replace(/[^\P{Cc}\n\t]/gu, '')
  }

  /** Writes the pending text: only before a tag is written, since a merge tag may span a removed tag. */
  private flush(): void {
    const text = this.pending
    this.pending = ''
    if (text === '' || (text.trim() === '' && this.inTableParts())) return
    this.readyForFlow()
    this.html += escapeText(text)
  }

  open(token: OpenToken): void {
    const { name } = token
    if (this.open_.length >= DEPTH_MAX && !VOID.has(name)) return
    if (INLINE.has(name)) this.openInline(token)
    else if (TABLE_PARTS.has(name)) this.openTablePart(token)
    else if (BLOCKS.has(name) || HEADING.test(name)) this.openBlock(token)
    else if (VOID_DROPPED.has(name)) this.remove(token)
    else if (name !== 'html' && name !== 'body') this.removed.add(name)
  }

  close(name: string): void {
    const scope = this.scopeStart(name)
    const index = this.open_.lastIndexOf(name)
    if (index === -1 || index < scope) return
    this.flush()
    while (this.open_.length > index) this.pop()
  }

  end(): ImportedHtml {
    this.flush()
    while (this.open_.length > 0) this.pop()
    return { html: this.html.trim(), removed: [...this.removed] }
  }

  private openInline(token: OpenToken): void {
    const attributes = this.attributesOf(token)
    if (attributes === null) return
    this.flush()
    this.readyForFlow()
    if (token.name === 'a') this.closeWithinCell('a')
    this.write(token.name, attributes)
  }

  private openBlock(token: OpenToken): void {
    const { name } = token
    this.flush()
    if (name !== 'li' || this.inTableParts()) this.readyForFlow()
    this.closeWithinCell('p')
    if (HEADING.test(name)) for (const level of '123456') this.closeWithinCell(`h${level}`)
    if (name === 'li') {
      const list = Math.max(this.open_.lastIndexOf('ul'), this.open_.lastIndexOf('ol'))
      if (list < this.cellStart()) this.write('ul', '')
      else while (this.open_.length > list + 1) this.pop()
    } else if (this.open_.at(-1) === 'ul' || this.open_.at(-1) === 'ol') {
      this.write('li', '')
    }
    this.write(name, this.attributesOf(token) ?? '')
  }

  private openTablePart(token: OpenToken): void {
    const { name } = token
    const table = this.open_.lastIndexOf('table')
    if (table === -1) return
    this.flush()
    if (name === 'td' || name === 'th') {
      this.closeWithinTable('td', 'th')
      if (this.open_.at(-1) !== 'tr') this.openRow('')
    } else if (name === 'tr') {
      this.closeWithinTable('tr')
      this.openRow(this.attributesOf(token) ?? '')
      return
    } else {
      this.closeWithinTable('thead', 'tbody', 'tfoot', 'tr')
      while (this.open_.length > table + 1) this.pop()
    }
    this.write(name, this.attributesOf(token) ?? '')
  }

  /** Opens a table row; rows belong directly in a table or table section. */
  private openRow(attributes: string): void {
    while (!['table', 'thead', 'tbody', 'tfoot'].includes(this.open_.at(-1) ?? 'table')) this.pop()
    this.write('tr', attributes)
  }

  /** Prepares for text or tags, which may not appear between table cells or list items. */
  private readyForFlow(): void {
    const top = this.open_.at(-1)
    if (top && this.inTableParts()) {
      if (top !== 'tr') this.openRow('')
      this.write('td', '')
    } else if (top === 'ul' || top === 'ol') {
      this.write('li', '')
    }
  }

  private inTableParts(): boolean {
    return ['table', 'thead', 'tbody', 'tfoot', 'tr'].includes(this.open_.at(-1) ?? '')
  }

  /** Returns the index of the innermost open cell: inner tags cannot close anything before it. */
  private cellStart(): number {
    return Math.max(this.open_.lastIndexOf('td'), this.open_.lastIndexOf('th')) + 1
  }

  private scopeStart(name: string): number {
    if (name === 'table') return 0
    return TABLE_PARTS.has(name) ? this.open_.lastIndexOf('table') + 1 : this.cellStart()
  }

  private closeWithinCell(name: string): void {
    if (this.open_.lastIndexOf(name) >= this.cellStart()) this.close(name)
  }

  private closeWithinTable(...names: string[]): void {
    const table = this.open_.lastIndexOf('table')
    const index = this.open_.findIndex((open, at) => at > table && names.includes(open))
    if (index !== -1) while (this.open_.length > index) this.pop()
  }

  private write(name: string, attributes: string): void {
    this.html += `<${name}${attributes}>`
    if (!VOID.has(name)) this.open_.push(name)
  }

  private pop(): void {
    const name = this.open_.pop()
    if (name) this.html += `</${name}>`
  }

  /** The kept attributes of a tag; null if the tag is useless without its removed ones. */
  private attributesOf({ name, attributes }: OpenToken): string | null {
    let html = ''
    for (const [key, value] of attributes) {
      if (key.startsWith('on')) this.removed.add('on…')
      const kept = Object.hasOwn(ATTRIBUTES, key) ? ATTRIBUTES[key]?.(value, name) : null
      if (kept != null) html += ` ${key}="${escapeAttribute(kept)}"`
    }
    const style = safeStyle(attributes.get('style') ?? '')
    if (style) html += ` style="${style}"`
    if (name === 'a') {
      const link = linkOf(attributes.get('href'))
      if (attributes.get('href')?.trim() && !link) this.removed.add('link')
      return link ? ` href="${escapeAttribute(link)}"${html}` : html === '' ? null : html
    }
    if (name !== 'img') return html
    const address = imageAddressOf(attributes.get('src'))
    if (!address) {
      this.removed.add('image')
      return null
    }
    return ` src="${escapeAttribute(address)}" alt="${escapeAttribute(attributes.get('alt') ?? '')}"${html}`
  }
}

const size = (value: string) => (/^\d{1,4}(?:\.\d{1,2})?%?$/.test(value.trim()) ? value.trim() : null)
const count = (value: string) => (/^[1-9]\d{0,2}$/.test(value.trim()) ? value.trim() : null)
const word =
  (...words: string[]) =>
  (value: string) =>
    words.find((one) => one === value.trim().toLowerCase()) ?? null
const inside = (names: string[], read: (value: string) => string | null) => (value: string, tag: string) =>
  names.includes(tag) ? read(value) : null

const ATTRIBUTES: Readonly<Record<string, (value: string, tag: string) => string | null>> = {
  align: inside(
    ['table', 'tr', 'td', 'th', 'p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img'],
    word('left', 'center', 'right', 'justify', 'middle', 'top'),
  ),
  valign: inside(['tr', 'td', 'th'], word('top', 'middle', 'bottom', 'baseline')),
  bgcolor: inside(['table', 'tr', 'td', 'th'], (value) => colorOf(value)),
  color: inside(['font'], (value) => colorOf(value)),
  face: inside(['font'], (value) => fontOf(value)),
  size: inside(['font'], word('1', '2', '3', '4', '5', '6', '7')),
  width: inside(['table', 'td', 'th', 'img', 'hr'], size),
  height: inside(['table', 'tr', 'td', 'th', 'img'], size),
  border: inside(['table', 'img'], size),
  cellpadding: inside(['table'], size),
  cellspacing: inside(['table'], size),
  colspan: inside(['td', 'th'], count),
  rowspan: inside(['td', 'th'], count),
  role: word('presentation', 'none'),
  dir: word('ltr', 'rtl', 'auto'),
  lang: (value) => (/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(value) ? value : null),
  title: (value) => value.slice(0, 500),
}

const PROPERTIES =
  /^(?:color|background-color|font-(?:family|size|style|weight|variant)|line-height|letter-spacing|text-(?:align|decoration|transform|indent)|vertical-align|white-space|word-break|(?:min-|max-)?(?:width|height)|(?:padding|margin)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?|border-radius|border-collapse|border-spacing|display|list-style-type|mso-(?:line-height-rule|hide|table-lspace|table-rspace))$/
/** Matches allowed style values: words, numbers and some punctuation; the only functions are colors. */
const VALUE = /^(?:[\p{L}\d\s#%.,+'-]|(?:rgb|hsl)a?\([\d\s.,%/deg]*\))*$/u

/** A style attribute filtered by allow-list, escaped. */
function safeStyle(css: string): string {
  const kept: string[] = []
  const styles = stylesOf(css)
  const background = styles.get('background')
  if (background && !styles.has('background-color')) styles.set('background-color', background)
  for (const [property, given] of styles) {
    const value = given.replaceAll('"', "'").replace(/\s+/g, ' ')
    if (!PROPERTIES.test(property) || value.length > 200 || !VALUE.test(value)) continue
    const safe = valueFor(property, value)
    if (safe) kept.push(`${property}:${safe}`)
  }
  return kept.join(';')
}

function valueFor(property: string, value: string): string | null {
  if (property === 'color' || property === 'background-color') return colorOf(value)
  if (property === 'font-family') return fontOf(value)
  if (value.includes("'")) return null
  if (property === 'padding') {
    const box = boxOf(value)
    return box ? boxCss(box) : null
  }
  return /(?:^|[\s,])-(?=[\d.])/.test(value) && property !== 'letter-spacing' ? null : value
}
