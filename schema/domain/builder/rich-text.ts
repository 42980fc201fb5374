import { colorOf } from './colors.ts'
import { decodeTyped } from '../html/html-escaping.ts'
import { hasOnlyValues, readHtml, type OpenToken } from '../html/html-tokenizer.ts'
import { blockLookOf, stylesOf, wordSizeOf, type BlockLook } from '../content/text-styles.ts'
import { linkOf } from './style-values.ts'

/**
 * Rich text: the content of a text or a button. Line breaks and blank lines count as typed. Supported tags: b, strong,
 * i, em, u, s, a with href, br, ul, ol and li, span and font with a color and a size; p and div separate lines. p, div
 * and li can have an alignment and a direction. Anything else is shown as typed, and a harmful link becomes its text.
 */

/** The formatting of a run of text. */
export interface Marks {
  readonly bold?: true | undefined
  readonly italic?: true | undefined
  readonly underline?: true | undefined
  readonly strike?: true | undefined
  /** #rrggbb */
  readonly color?: string | undefined
  /** font size in px */
  readonly size?: number | undefined
  /** URL returned by `linkOf` */
  readonly link?: string | undefined
}

export interface Run extends Marks {
  readonly text: string
}

/** A line of text runs, without line breaks. */
export type Line = readonly Run[]

/** A paragraph, separated from the next by a blank line; empty lines at its beginning are additional blank lines. */
export interface Paragraph extends BlockLook {
  readonly kind: 'paragraph'
  readonly lines: readonly Line[]
}

export interface List {
  readonly kind: 'list'
  readonly ordered: boolean
  readonly items: readonly Item[]
}

/** An item of a list, with the lists inside it. */
export interface Item extends BlockLook {
  readonly lines: readonly Line[]
  readonly lists: readonly List[]
}

export type Block = Paragraph | List

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
const BREAKS: Readonly<Record<string, number>> = { div: 1, p: 2 }
const BLOCKS = new Set([...Object.keys(BREAKS), 'br', 'li', 'ul', 'ol'])

/** Maximum depth of nested tags. */
const DEPTH_MAX = 50
/** Maximum depth of nested lists; items of deeper ones join the innermost. */
const LISTS_MAX = 8

/** Parses rich text. Never throws. */
export function parseRichText(content: string): Block[] {
  const reader = new Reader()
  for (const token of readHtml(content)) {
    if (token.kind === 'open' && hasOnlyValues(token) && (INLINE.has(token.name) || BLOCKS.has(token.name)))
      reader.open(token)
    else if (token.kind === 'close' && (INLINE.has(token.name) || BLOCKS.has(token.name))) reader.close(token.name)
    else reader.text(token.source)
  }
  return reader.end()
}

interface OpenItem extends BlockLook {
  lines: Line[]
  lists: List[]
}
interface OpenList {
  kind: 'list'
  ordered: boolean
  items: OpenItem[]
  /** the open item: text between items belongs to a new one */
  item: OpenItem | null
}

class Reader {
  private readonly blocks: Block[] = []
  private readonly lists: OpenList[] = []
  private lines: Line[] = []
  private line: Run[] = []
  /** styles of the paragraph or item being read */
  private look: BlockLook = {}
  private readonly open_: { name: string; marks: Marks }[] = []
  /** marks of all open tags combined */
  private marks: Marks = {}
  /** open p and div */
  private readonly around: { name: string; look: BlockLook }[] = []
  /** line breaks since the last text: those typed, and the minimum required by tags */
  private typed = 0
  private asked = 0
  private broken = false
  /** lists nested too deep, which still need closing */
  private passedOver = 0

  text(source: string): void {
    const text = decodeTyped(source)
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        if (!this.broken) this.typed += 1
        this.broken = false
      }
      // A no-break space alone is a line: the editor writes it for an empty paragraph.
      if (part === '' || (this.line.length === 0 && part.trim() === '' && !part.includes('\u00A0'))) continue
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
    } else if (name === 'ul' || name === 'ol') {
      this.openList(name === 'ol')
    } else if (name === 'li') {
      if (this.lists.length === 0) this.openList(false)
      this.openItem(blockLookOf(token.attributes))
    } else if (Object.hasOwn(BREAKS, name)) {
      const look = blockLookOf(token.attributes)
      if (name === 'p') this.leave('p')
      if (this.around.length < DEPTH_MAX) this.around.push({ name, look })
      this.ask(hasLook(look) ? 2 : (BREAKS[name] ?? 0))
    } else {
      if (name === 'a') this.close('a')
      if (this.open_.length < DEPTH_MAX) this.open_.push({ name, marks: marksOf(token) })
      this.marks = marksTogether(this.open_)
    }
  }

  close(name: string): void {
    if (name === 'ul' || name === 'ol') return this.closeList()
    if (name === 'li') return this.endItem()
    if (Object.hasOwn(BREAKS, name)) return this.ask(this.leave(name) ? 2 : (BREAKS[name] ?? 0))
    const index = this.open_.findLastIndex((open) => open.name === name)
    if (index === -1) return
    this.open_.splice(index, 1)
    this.marks = marksTogether(this.open_)
  }

  end(): Block[] {
    this.passedOver = 0
    while (this.lists.length > 0) this.closeList()
    this.endParagraph()
    return this.blocks
  }

  private openList(ordered: boolean): void {
    if (this.lists.length === LISTS_MAX) {
      this.passedOver += 1
      return
    }
    if (this.lists.length === 0) this.endParagraph()
    else this.endLines()
    this.lists.push({ kind: 'list', ordered, items: [], item: null })
  }

  private closeList(): void {
    if (this.passedOver > 0) {
      this.passedOver -= 1
      return
    }
    if (this.lists.length === 0) return
    this.endItem()
    const list = this.lists.pop()
    const parent = this.lists.at(-1)
    if (!list || list.items.length === 0) return
    const done: List = { kind: 'list', ordered: list.ordered, items: list.items }
    if (!parent) this.blocks.push(done)
    else this.itemOf(parent).lists.push(done)
  }

  private openItem(look: BlockLook): void {
    this.endItem()
    const list = this.lists.at(-1)
    if (list) this.itemOf(list, look)
  }

  private itemOf(list: OpenList, look: BlockLook = {}): OpenItem {
    if (list.item) return list.item
    const item: OpenItem = { ...look, lines: [], lists: [] }
    list.items.push(item)
    list.item = item
    return item
  }

  private endItem(): void {
    this.endLines()
    const list = this.lists.at(-1)
    if (list) list.item = null
  }

  /** Ends what is being read inside a list, and the line breaks after it. */
  private endLines(): void {
    const list = this.lists.at(-1)
    if (!list) return
    if (this.line.length > 0) this.lines.push(this.line)
    if (this.lines.length > 0) this.itemOf(list).lines.push(...this.lines)
    this.forget()
  }

  private endParagraph(): void {
    this.endLine()
    if (this.lines.some((line) => line.length > 0))
      this.blocks.push({ kind: 'paragraph', ...this.look, lines: this.lines })
    this.forget()
  }

  private forget(): void {
    this.lines = []
    this.line = []
    this.look = {}
    this.typed = 0
    this.asked = 0
    this.broken = false
  }

  private ask(breaks: number): void {
    this.asked = Math.max(this.asked, breaks)
  }

  /** Leaves the innermost open p or div of this name, and everything inside it. Returns whether it had a look. */
  private leave(name: string): boolean {
    const index = this.around.findLastIndex((each) => each.name === name)
    return index !== -1 && this.around.splice(index).some(({ look }) => hasLook(look))
  }

  /** Writes pending line breaks before the next text. */
  private breakLines(): void {
    const isFirst = this.lines.length === 0 && this.line.length === 0
    const { typed, asked } = this
    this.typed = 0
    this.asked = 0
    if (this.lists.length > 0) {
      if (!isFirst && Math.max(typed, asked) > 0) this.endLine()
      return
    }
    if (isFirst) {
      // After a list, the first blank line only separates.
      const empty = this.blocks.length === 0 ? typed : typed - 2
      for (let count = 0; count < empty; count += 1) this.lines.push([])
      this.look = this.lookAround()
      return
    }
    const breaks = Math.max(typed, asked)
    if (breaks === 0) return
    this.endLine()
    if (breaks === 1) return
    this.blocks.push({ kind: 'paragraph', ...this.look, lines: this.lines })
    this.lines = Array.from({ length: breaks - 2 }, () => [])
    this.look = this.lookAround()
  }

  private lookAround(): BlockLook {
    return Object.assign({}, ...this.around.map(({ look }) => look))
  }

  private endLine(): void {
    if (this.line.length > 0) this.lines.push(this.line)
    this.line = []
  }

  private push(text: string): void {
    const { marks } = this
    const last = this.line.at(-1)
    if (last && sameMarks(last, marks)) this.line[this.line.length - 1] = { ...last, text: last.text + text }
    else this.line.push({ ...marks, text })
  }
}

const hasLook = ({ align, dir }: BlockLook) => align !== undefined || dir !== undefined

const marksTogether = (open: readonly { marks: Marks }[]): Marks => Object.assign({}, ...open.map(({ marks }) => marks))

function marksOf({ name, attributes }: OpenToken): Marks {
  const simple = SIMPLE[name]
  if (simple) return simple
  const styles = stylesOf(attributes.get('style') ?? '')
  const color = colorOf(styles.get('color') ?? attributes.get('color'))
  const size = wordSizeOf(styles.get('font-size'))
  const weight = styles.get('font-weight') ?? ''
  const decoration = styles.get('text-decoration') ?? styles.get('text-decoration-line') ?? ''
  const link = name === 'a' ? linkOf(attributes.get('href')) : null
  return {
    ...(link ? { link } : {}),
    ...(color ? { color } : {}),
    ...(size ? { size } : {}),
    ...(/^(?:bold|[6-9]00)$/.test(weight) ? { bold: true } : {}),
    ...(styles.get('font-style') === 'italic' ? { italic: true } : {}),
    ...(decoration.includes('underline') ? { underline: true } : {}),
    ...(decoration.includes('line-through') ? { strike: true } : {}),
  }
}

const MARK_KEYS = ['bold', 'italic', 'underline', 'strike', 'color', 'size', 'link'] as const
const sameMarks = (one: Marks, other: Marks) => MARK_KEYS.every((key) => one[key] === other[key])

/** Rich text without formatting. */
export function plainText(content: string): string {
  return parseRichText(content)
    .map((block) =>
      linesOf(block)
        .map((line) => line.map(({ text }) => text).join(''))
        .join('\n'),
    )
    .join('\n\n')
}

/** The lines of a block; the items of a list get their marker. */
export function linesOf(block: Block, indent = ''): Line[] {
  if (block.kind === 'paragraph') return [...block.lines]
  return block.items.flatMap(({ lines: [first = [], ...rest], lists }, index) => {
    const marker = `${indent}${block.ordered ? `${index + 1}.` : '•'} `
    return [[{ text: marker }, ...first], ...rest, ...lists.flatMap((list) => linesOf(list, `${indent}  `))]
  })
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
