import { decodeEntities } from './entities.ts'

/**
 * Cuts HTML of anybody's making into tokens as the HTML standard does, and never fails. Whoever uses them writes what it lets pass anew,
 * so that a difference to what some mail client would have read opens no way in.
 */
export interface TextToken {
  kind: 'text'
  source: string
}
export interface OpenToken {
  kind: 'open'
  source: string
  /** in lower case */
  name: string
  /** names in lower case, values without character references; the first of a name counts */
  attributes: ReadonlyMap<string, string>
  /** every attribute has a value */
  isComplete: boolean
}
export interface CloseToken {
  kind: 'close'
  source: string
  name: string
}
export interface CommentToken {
  kind: 'comment'
  source: string
}
export type Token = TextToken | OpenToken | CloseToken | CommentToken

const TAG_NAME = /<\/?([a-z][^\s/>]{0,200})/iy
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y
const TAG_END = /[\s/]*>/y
const COMMENT = /<!--(?:>|->|[^]*?(?:--!?>|$))/y
const BOGUS = /<[!?/][^>]*(>|$)/y

/** Names whose content is text for the parser up to their end tag. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/**
 * The tokens of `html` in order; their sources together are `html`. What stands in script, style and the like is one text, and so is what
 * follows on a tag that never ends. Takes time in proportion to the length.
 */
export function tokenize(html: string): Token[] {
  const tokens: Token[] = []
  let plain = 0
  let at = html.indexOf('<')
  const flush = (end: number) => {
    if (end > plain) tokens.push({ kind: 'text', source: html.slice(plain, end) })
  }
  while (at !== -1) {
    const token = markupAt(html, at)
    if (token === 'open end') break
    if (token) {
      flush(at)
      tokens.push(token)
      plain = at + token.source.length
      if (token.kind === 'open' && RAW.has(token.name)) {
        const end = endOfRaw(html, plain, token.name)
        flush(end)
        plain = end
      }
    }
    at = html.indexOf('<', token ? plain : at + 1)
  }
  flush(html.length)
  return tokens
}

/** What begins at a `<`; null when it is text, 'open end' when it is markup that never ends. */
function markupAt(html: string, at: number): Token | 'open end' | null {
  const comment = stickyMatch(COMMENT, html, at)
  if (comment) return { kind: 'comment', source: comment[0] }
  const name = stickyMatch(TAG_NAME, html, at)?.[1]?.toLowerCase()
  if (name === undefined) {
    const bogus = stickyMatch(BOGUS, html, at)
    if (bogus?.[1] === '') return 'open end'
    return bogus ? { kind: 'comment', source: bogus[0] } : null
  }
  const attributes = new Map<string, string>()
  let isComplete = true
  let end = TAG_NAME.lastIndex
  for (;;) {
    const close = stickyMatch(TAG_END, html, end)
    if (close) {
      const source = html.slice(at, end + close[0].length)
      return html[at + 1] === '/'
        ? { kind: 'close', source, name }
        : { kind: 'open', source, name, attributes, isComplete }
    }
    const attribute = stickyMatch(ATTRIBUTE, html, end)
    if (!attribute) return 'open end'
    end += attribute[0].length
    const key = (attribute[1] ?? '').toLowerCase()
    if (attribute[2] === undefined) isComplete = false
    const value = attribute[3] ?? attribute[4] ?? attribute[5] ?? ''
    if (!attributes.has(key)) attributes.set(key, decodeEntities(value))
  }
}

function endOfRaw(html: string, from: number, name: string): number {
  if (name === 'plaintext') return html.length
  const end = new RegExp(`</${name}[\\s/>]`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function stickyMatch(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
