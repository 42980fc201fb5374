import { readHtml, textOf, withoutElements, type OpenToken } from '../../html/read.ts'
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

interface OpenElement {
  name: string
  mark: ReturnType<typeof markOf>
  /** a quote within this container has ended: what follows in it may be an answer */
  isPastQuote: boolean
}

/** The lines of HTML. */
export function linesOfHtml(html: string): ReplyLine[] {
  const lines: ReplyLine[] = []
  const open: OpenElement[] = []
  const openByName = new Map<string, number>()
  const containers: OpenElement[] = []
  const within = { cite: 0, indented: 0, bare: 0, pre: 0 }
  let isBelow = false
  let link: { href: string; start: number } | null = null
  /** the element that a line begins, whose first text decides what it is */
  let undecided: 'header' | 'rule' | null = null
  let text = ''

  const isQuoted = () => isBelow || within.cite > 0 || containers.at(-1)?.isPastQuote === false
  const endLine = () => {
    const trimmed = within.pre > 0 ? text.trimEnd() : text.trim()
    text = ''
    link = null
    if (trimmed === '') return
    // A signature may have the same border as the header of a quoted email.
    if (undecided) isBelow ||= undecided === 'header' ? /[:：]/.test(trimmed) : isFromLine(trimmed)
    undecided = null
    const quotedBy = isQuoted() ? 'mark' : isQuotedLine(trimmed) ? 'sign' : null
    const block = within.bare > 0 ? 'bare' : within.indented > 0 ? 'indented' : null
    lines.push({ text: trimmed, quotedBy, block: quotedBy === 'mark' ? null : block })
  }
  const blankLine = (more?: Partial<ReplyLine>) => {
    if (more || lines.at(-1)?.text !== '') lines.push({ text: '', quotedBy: null, ...more })
  }
  const enter = (token: OpenToken) => {
    const found = markOf(token)
    const mark = found === 'inner' ? (containers.length > 0 ? 'cite' : 'indented') : found
    const element = { name: token.name, mark, isPastQuote: false }
    if (mark === 'below') isBelow = true
    if (mark === 'header' || mark === 'rule') undecided = mark
    if (mark === 'container') containers.push(element)
    open.push(element)
    openByName.set(token.name, (openByName.get(token.name) ?? 0) + 1)
    count(element, 1)
  }
  const leave = () => {
    const element = open.pop()
    if (!element) return
    openByName.set(element.name, (openByName.get(element.name) ?? 1) - 1)
    count(element, -1)
    if (element.mark === 'container') containers.pop()
    const container = containers.at(-1)
    if (element.mark === 'cite' && within.cite === 0 && container) container.isPastQuote = true
  }
  const count = ({ mark, name }: OpenElement, by: 1 | -1) => {
    if (mark === 'cite' || mark === 'whole' || mark === 'introduction') within.cite += by
    if (mark === 'indented' || mark === 'bare') within[mark] += by
    if (name === 'pre') within.pre += by
  }

  for (const token of withoutElements(readHtml(html), ({ name }) => HIDDEN.has(name))) {
    if (token.kind === 'comment') continue
    if (token.kind === 'text') {
      const shown = textOf(token)
      const [first = '', ...rest] = within.pre > 0 ? shown.split('\n') : [shown.replaceAll(/[ \t\r\n\f]+/g, ' ')]
      text += text === '' && within.pre === 0 ? first.trimStart() : first
      for (const line of rest) {
        endLine()
        text = line
      }
      continue
    }
    const { name } = token
    if (name === 'br') {
      if (text.trim() === '') blankLine({})
      endLine()
    } else if (BLOCK.has(name)) {
      endLine()
      if (name === 'hr') blankLine({ isRule: true })
      else if (SPACED.has(name) && !/\bmso/i.test(token.source)) blankLine()
    } else if (name === 'td' || name === 'th') text += ' '
    else if (name === 'a') {
      // A reader needs the address that a link hides.
      const shown = link && text.slice(link.start).trim()
      if (link && shown && !link.href.includes(shown)) text += ` (${link.href})`
      const href = token.kind === 'open' ? (token.attributes.get('href') ?? '') : ''
      link = /^https?:\/\/[^\s"<>]{4,500}$/i.test(href) ? { href, start: text.length } : null
    }
    if (token.kind === 'open' && !VOID.has(name)) enter(token)
    else if (token.kind === 'open') isBelow ||= markOf(token) === 'below'
    // An end tag without its start tag closes nothing.
    else if ((openByName.get(name) ?? 0) > 0) while (open.at(-1)?.name !== name) leave()
    if (token.kind === 'close' && open.at(-1)?.name === name) leave()
  }
  endLine()
  return lines
}

/** Returns whether a mail program marked what is quoted. */
export const hasMarks = (lines: readonly ReplyLine[]): boolean => lines.some(({ quotedBy }) => quotedBy === 'mark')
