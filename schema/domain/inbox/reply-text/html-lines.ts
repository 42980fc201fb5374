import { readHtml, textOf, withoutElements, type CloseToken, type OpenToken } from '../../html/html-tokenizer.ts'
import { markOf } from './client-marks.ts'
import { isFromLine } from './header-blocks.ts'
import { isQuotedLine, type ReplyLine } from './reply-lines.ts'

/** Reads HTML as lines of text, and tells by the marks of mail programs which are quoted. Takes linear time. */

const HIDDEN = new Set(
  'head title style script template noscript iframe noembed noframes textarea object svg'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const BLOCK = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
/** Elements with space around them, unless a program styles them otherwise. */
const SPACED = new Set('p h1 h2 h3 h4 h5 h6 ul ol pre'.split(' '))

type Tag = OpenToken | CloseToken

interface OpenElement {
  name: string
  mark: ReturnType<typeof markOf>
  /** a quote within this container has ended: what follows in it may be an answer */
  isPastQuote: boolean
}

/** Reads HTML as lines of text, with the marks of quoted lines. */
export function linesOfHtml(html: string): ReplyLine[] {
  const reader = new LineReader()
  for (const token of withoutElements(readHtml(html), ({ name }) => HIDDEN.has(name))) {
    if (token.kind === 'text') reader.readText(textOf(token))
    else if (token.kind !== 'comment') reader.readTag(token)
  }
  return reader.finish()
}

/** Reads tokens in their order. Keeps which elements are open, and what of them quotes or indents. */
class LineReader {
  readonly #lines: ReplyLine[] = []
  readonly #open: OpenElement[] = []
  readonly #openByName = new Map<string, number>()
  readonly #containers: OpenElement[] = []
  readonly #within = { cite: 0, indented: 0, bare: 0, pre: 0 }
  #isBelow = false
  #link: { href: string; start: number } | null = null
  /** element that a line begins, whose first text decides its kind */
  #undecided: 'header' | 'rule' | null = null
  #text = ''

  readText(shown: string): void {
    const isPre = this.#within.pre > 0
    const [first = '', ...rest] = isPre ? shown.split('\n') : [shown.replaceAll(/[ \t\r\n\f]+/g, ' ')]
    this.#text += this.#text === '' && !isPre ? first.trimStart() : first
    for (const line of rest) {
      this.#endLine()
      this.#text = line
    }
  }

  readTag(token: Tag): void {
    const { name } = token
    this.#breakLine(token)
    if (token.kind === 'open' && !VOID.has(name)) this.#enter(token)
    else if (token.kind === 'open') this.#isBelow ||= markOf(token) === 'below'
    // An end tag without its start tag closes nothing.
    else if ((this.#openByName.get(name) ?? 0) > 0) while (this.#open.at(-1)?.name !== name) this.#leave()
    if (token.kind === 'close' && this.#open.at(-1)?.name === name) this.#leave()
  }

  finish(): ReplyLine[] {
    this.#endLine()
    return this.#lines
  }

  /** Writes a tag as text: a new line, a space, or the URL of a link. */
  #breakLine(token: Tag): void {
    const { name } = token
    if (name === 'br') {
      if (this.#text.trim() === '') this.#blankLine({})
      this.#endLine()
    } else if (BLOCK.has(name)) {
      this.#endLine()
      if (name === 'hr') this.#blankLine({ isRule: true })
      else if (SPACED.has(name) && !/\bmso/i.test(token.source)) this.#blankLine()
    } else if (name === 'td' || name === 'th') this.#text += ' '
    else if (name === 'a') {
      // A reader needs the address that a link hides.
      const shown = this.#link && this.#text.slice(this.#link.start).trim()
      if (this.#link && shown && !this.#link.href.includes(shown)) this.#text += ` (${this.#link.href})`
      const href = token.kind === 'open' ? (token.attributes.get('href') ?? '') : ''
      this.#link = /^https?:\/\/[^\s"<>]{4,500}$/i.test(href) ? { href, start: this.#text.length } : null
    }
  }

  #endLine(): void {
    const within = this.#within
    const trimmed = within.pre > 0 ? this.#text.trimEnd() : this.#text.trim()
    this.#text = ''
    this.#link = null
    if (trimmed === '') return
    // A signature may have the same border as the header of a quoted email.
    if (this.#undecided) this.#isBelow ||= this.#undecided === 'header' ? /[:：]/.test(trimmed) : isFromLine(trimmed)
    this.#undecided = null
    const isQuoted = this.#isBelow || within.cite > 0 || this.#containers.at(-1)?.isPastQuote === false
    const quotedBy = isQuoted ? 'mark' : isQuotedLine(trimmed) ? 'sign' : null
    const block = within.bare > 0 ? 'bare' : within.indented > 0 ? 'indented' : null
    this.#lines.push({ text: trimmed, quotedBy, block: quotedBy === 'mark' ? null : block })
  }

  #blankLine(more?: Partial<ReplyLine>): void {
    if (more || this.#lines.at(-1)?.text !== '') this.#lines.push({ text: '', quotedBy: null, ...more })
  }

  #enter(token: OpenToken): void {
    const found = markOf(token)
    const mark = found === 'inner' ? (this.#containers.length > 0 ? 'cite' : 'indented') : found
    const element = { name: token.name, mark, isPastQuote: false }
    if (mark === 'below') this.#isBelow = true
    if (mark === 'header' || mark === 'rule') this.#undecided = mark
    if (mark === 'container') this.#containers.push(element)
    this.#open.push(element)
    this.#openByName.set(token.name, (this.#openByName.get(token.name) ?? 0) + 1)
    this.#count(element, 1)
  }

  #leave(): void {
    const element = this.#open.pop()
    if (!element) return
    this.#openByName.set(element.name, (this.#openByName.get(element.name) ?? 1) - 1)
    this.#count(element, -1)
    if (element.mark === 'container') this.#containers.pop()
    const container = this.#containers.at(-1)
    if (element.mark === 'cite' && this.#within.cite === 0 && container) container.isPastQuote = true
  }

  #count({ mark, name }: OpenElement, by: 1 | -1): void {
    if (mark === 'cite' || mark === 'whole' || mark === 'introduction') this.#within.cite += by
    if (mark === 'indented' || mark === 'bare') this.#within[mark] += by
    if (name === 'pre') this.#within.pre += by
  }
}

/** Returns whether a mail program marked what is quoted. */
export const hasMarks = (lines: readonly ReplyLine[]): boolean => lines.some(({ quotedBy }) => quotedBy === 'mark')
