import { colorOf } from './colors.ts'
import { decodeTyped } from '../html/characters.ts'
import { hasOnlyValues, readHtml, type OpenToken } from '../html/read.ts'
import { escapeAttribute, escapeText } from '../html/write.ts'
import { linkOf } from './values.ts'

/**
 * Rich text: the content of a text or a button. Line breaks and blank lines count as typed. Supported tags: b, strong,
 * i, em, u, s, a with href, br, span and font with a colour; p, div and li separate lines. Anything else is shown as
 * typed, and a harmful link becomes its text.
 */

/** The formatting of a run of text. */
export interface Marks {
  readonly bold?: true | undefined
  readonly italic?: true | undefined
  readonly underline?: true | undefined
  readonly strike?: true | undefined
  /** #rrggbb */
  readonly color?: string | undefined
  /** an address returned by `linkOf` */
  readonly link?: string | undefined
}

export interface Run extends Marks {
  readonly text: string
}

/** Without line breaks. */
export type Line = readonly Run[]

/** Separated from the next by a blank line; leading empty lines are additional blank lines. */
export type Paragraph = readonly Line[]

const SIMPLE: Readonly<Record<string, Marks>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
}
const INLINE = new Set([...Object.keys(SIMPLE), 'a', 'span', 'font'])
/** line breaks implied by a tag and its end tag */
const BREAKS: Readonly<Record<string, { open: number; close: number }>> = {
  br: { open: 1, close: 0 },
  div: { open: 1, close: 1 },
  li: { open: 1, close: 0 },
  ul: { open: 1, close: 1 },
  ol: { open: 1, close: 1 },
  p: { open: 2, close: 2 },
}

/** Maximum depth of nested tags. */
const DEPTH_MAX = 50

/** Parses rich text. Never throws. */
export function parseRichText(content: string): Paragraph[] {
  const reader = new Reader()
  for (const token of readHtml(content)) {
    if (token.kind === 'open' && hasOnlyValues(token) && (INLINE.has(token.name) || Object.hasOwn(BREAKS, token.name)))
      reader.open(token)
    else if (token.kind === 'close' && (INLINE.has(token.name) || Object.hasOwn(BREAKS, token.name)))
      reader.close(token.name)
    else reader.text(token.source)
  }
  return reader.end()
}

class Reader {
  private readonly paragraphs: Line[][] = []
  private lines: Line[] = []
  private line: Run[] = []
  private readonly open_: { name: string; marks: Marks }[] = []
  /** of all open tags combined */
  private marks: Marks = {}
  /** line breaks since the last text: those typed, and the minimum required by tags */
  private typed = 0
  private asked = 0
  private broken = false

  text(source: string): void {
    const text = decodeTyped(source)
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        if (!this.broken) this.typed += 1
        this.broken = false
      }
      if (part === '' || (part.trim() === '' && this.line.length === 0)) continue
      this.breakLines()
      this.broken = false
      this.push(part)
    }
  }

  open(token: OpenToken): void {
    const { name } = token
    if (name === 'br') {
      this.typed += 1
      this.broken = true
    } else if (Object.hasOwn(BREAKS, name)) {
      this.ask(BREAKS[name]?.open ?? 0)
    } else {
      if (name === 'a') this.close('a')
      if (this.open_.length < DEPTH_MAX) this.open_.push({ name, marks: marksOf(token) })
      this.marks = marksTogether(this.open_)
    }
    if (name === 'li') {
      this.breakLines()
      this.push('• ')
    }
  }

  close(name: string): void {
    if (Object.hasOwn(BREAKS, name)) {
      this.ask(BREAKS[name]?.close ?? 0)
      return
    }
    const index = this.open_.findLastIndex((open) => open.name === name)
    if (index === -1) return
    this.open_.splice(index, 1)
    this.marks = marksTogether(this.open_)
  }

  end(): Paragraph[] {
    this.endLine()
    if (this.lines.some((line) => line.length > 0)) this.paragraphs.push(this.lines)
    return this.paragraphs
  }

  private ask(breaks: number): void {
    this.asked = Math.max(this.asked, breaks)
  }

  /** Writes pending line breaks before the next text. */
  private breakLines(): void {
    const isFirst = this.paragraphs.length === 0 && this.lines.length === 0 && this.line.length === 0
    const breaks = isFirst ? this.typed : Math.max(this.typed, this.asked)
    this.typed = 0
    this.asked = 0
    if (breaks === 0) return
    this.endLine()
    if (isFirst) {
      for (let count = 1; count < breaks; count += 1) this.lines.push([])
    } else if (breaks > 1) {
      this.paragraphs.push(this.lines)
      this.lines = Array.from({ length: breaks - 2 }, () => [])
    }
  }

  private endLine(): void {
    const isFirst = this.paragraphs.length === 0 && this.lines.length === 0
    if (this.line.length > 0 || isFirst) this.lines.push(this.line)
    this.line = []
  }

  private push(text: string): void {
    const { marks } = this
    const last = this.line.at(-1)
    if (last && sameMarks(last, marks)) this.line[this.line.length - 1] = { ...last, text: last.text + text }
    else this.line.push({ ...marks, text })
  }
}

const marksTogether = (open: readonly { marks: Marks }[]): Marks => Object.assign({}, ...open.map(({ marks }) => marks))

function marksOf({ name, attributes }: OpenToken): Marks {
  const simple = SIMPLE[name]
  if (simple) return simple
  const styles = stylesOf(attributes.get('style') ?? '')
  const color = colorOf(styles.get('color') ?? attributes.get('color'))
  const weight = styles.get('font-weight') ?? ''
  const decoration = styles.get('text-decoration') ?? styles.get('text-decoration-line') ?? ''
  const link = name === 'a' ? linkOf(attributes.get('href')) : null
  return {
    ...(link ? { link } : {}),
    ...(color ? { color } : {}),
    ...(/^(?:bold|[6-9]00)$/.test(weight) ? { bold: true } : {}),
    ...(styles.get('font-style') === 'italic' ? { italic: true } : {}),
    ...(decoration.includes('underline') ? { underline: true } : {}),
    ...(decoration.includes('line-through') ? { strike: true } : {}),
  }
}

/** Parses a style attribute; sufficient for values without strings or comments, the only ones allowed. */
export function stylesOf(css: string): Map<string, string> {
  const styles = new Map<string, string>()
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    if (colon > 0 && value !== '') styles.set(property, value)
  }
  return styles
}

const MARK_KEYS = ['bold', 'italic', 'underline', 'strike', 'color', 'link'] as const
const sameMarks = (one: Marks, other: Marks) => MARK_KEYS.every((key) => one[key] === other[key])

/** Rich text in its shortest form; parsing it returns the same paragraphs. */
export function formatRichText(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map((paragraph) => paragraph.map(formatLine).join('\n')).join('\n\n')
}

function formatLine(line: Line): string {
  const typed = (text: string) => text.replace(/&(?=#|[a-z])/gi, '&amp;').replaceAll('<', '&lt;')
  return inLinks(line, undefined, (run) => marked(run, typed(run.text)))
}

/** The styles of rich text in an email. */
export interface RichTextLook {
  /** of links without a colour of their own */
  linkColor: string
  /** px between paragraphs */
  gap: number
  /** the tag and styles of paragraphs; p and inherited styles by default */
  paragraph?: { tag: string; css: string }
}

/** Rich text as HTML with inline styles. */
export function renderRichText(content: string, look: RichTextLook): string {
  const paragraphs = parseRichText(content)
  const html = paragraphs.map((lines) => lines.map((line) => renderLine(line, look.linkColor)).join('<br>'))
  if (html.length < 2 && !look.paragraph) return html.join('')
  const { tag, css } = look.paragraph ?? { tag: 'p', css: '' }
  return html
    .map((paragraph, index) => {
      const margin = `margin:0${index === html.length - 1 ? '' : ` 0 ${look.gap}px`}`
      return `<${tag} style="${margin}${css}">${paragraph}</${tag}>`
    })
    .join('')
}

/** Rich text as inline HTML without links, for a button. */
export function renderLabel(content: string): string {
  const lines = parseRichText(content).flat()
  return lines
    .map((line) =>
      renderLine(
        line.map((run) => ({ ...run, link: undefined })),
        '',
      ),
    )
    .join('<br>')
}

/** Rich text without formatting. */
export function plainText(content: string): string {
  return parseRichText(content)
    .map((lines) => lines.map((line) => line.map(({ text }) => text).join('')).join('\n'))
    .join('\n\n')
}

/** The valid links of rich text, and the rejected ones. */
export function linksIn(content: string): { links: string[]; rejected: string[] } {
  const links: string[] = []
  const rejected: string[] = []
  for (const token of readHtml(content)) {
    if (token.kind !== 'open' || token.name !== 'a' || !hasOnlyValues(token)) continue
    const href = token.attributes.get('href') ?? ''
    const link = linkOf(href)
    if (link) links.push(link)
    else rejected.push(href)
  }
  return { links, rejected }
}

function renderLine(line: Line, linkColor: string): string {
  const [first] = line
  return inLinks(line, linkColor, (run) => marked(run, escapeText(spaced(run.text, run === first))))
}

/** Writes a line with one `a` around runs with the same address. */
function inLinks(line: Line, linkColor: string | undefined, write: (run: Run) => string): string {
  let html = ''
  for (let at = 0; at < line.length;) {
    const link = line[at]?.link
    let end = at + 1
    while (end < line.length && line[end]?.link === link) end += 1
    const group = line.slice(at, end)
    at = end
    if (link === undefined) {
      html += group.map(write).join('')
      continue
    }
    const own = group[0]?.color
    const isOneColor = own !== undefined && group.every(({ color }) => color === own)
    const color = isOneColor ? own : linkColor
    const inner = group.map((run) => write(isOneColor ? { ...run, color: undefined } : run)).join('')
    html += `<a href="${escapeAttribute(link)}"${color ? ` style="color:${color}"` : ''}>${inner}</a>`
  }
  return html
}

/** Wraps a text in the tags of its formatting, except links. */
function marked(run: Run, text: string): string {
  let html = text
  if (run.strike) html = `<s>${html}</s>`
  if (run.underline) html = `<u>${html}</u>`
  if (run.italic) html = `<i>${html}</i>`
  if (run.bold) html = `<b>${html}</b>`
  return run.color ? `<span style="color:${run.color}">${html}</span>` : html
}

/** Preserves runs of spaces. */
function spaced(text: string, atLineStart: boolean): string {
  const kept = text.replaceAll('\t', '    ').replace(/ {2,}/g, (run) => '\u00A0'.repeat(run.length - 1) + ' ')
  return atLineStart ? kept.replace(/^ /, '\u00A0') : kept
}
