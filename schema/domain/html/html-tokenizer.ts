import { Tokenizer, TokenizerMode, type Token as Parsed } from 'parse5'
import { decodeText } from './html-escaping.ts'

/**
 * The HTML reader. It splits any HTML into the tokens that the HTML standard defines, with their positions, and never
 * fails. It builds no tree, so that broken email HTML can be edited in place without changing the rest.
 *
 * parse5's tokenizer reads exactly what browsers read, which the sanitizer depends on; other tokenizers end some
 * comments and CDATA sections later.
 */

export interface TextToken {
  kind: 'text'
  source: string
  start: number
  /** content of a script, style sheet or similar element: it contains no markup */
  isRaw: boolean
  /** a tag without an end; browsers do not show it */
  isUnfinished: boolean
}

export interface OpenToken {
  kind: 'open'
  source: string
  start: number
  /** in lower case */
  name: string
  /** names in lower case, values decoded; the first of duplicate names counts */
  attributes: ReadonlyMap<string, string>
  /** position of each attribute: from its name to the end of its value, including quotes */
  places: ReadonlyMap<string, Span>
}

export interface Span {
  start: number
  end: number
}

export interface CloseToken {
  kind: 'close'
  source: string
  start: number
  name: string
}

/** A comment, a doctype, or other markup that is not shown. */
export interface CommentToken {
  kind: 'comment'
  source: string
  start: number
}

export type Token = TextToken | OpenToken | CloseToken | CommentToken

/** Elements whose content is not HTML. */
const RAW = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>(
  Object.entries({
    title: TokenizerMode.RCDATA,
    textarea: TokenizerMode.RCDATA,
    style: TokenizerMode.RAWTEXT,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
    noembed: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
    script: TokenizerMode.SCRIPT_DATA,
    plaintext: TokenizerMode.PLAINTEXT,
  }),
)

/** Markup that the tokenizer drops without a token: an empty end tag, and a tag without an end. */
const LEFT_OVER = /<\/>|<\/?[a-z]/gi

/** The tokens of `html` in order; joining their sources gives `html` again. Takes linear time. */
export function readHtml(html: string): Token[] {
  if (!html.includes('<')) return html === '' ? [] : [textAt(html, 0, html.length, false)]
  const tokens: Token[] = []
  let end = 0
  let isRaw = false
  const textUpTo = (next: number) => {
    if (isRaw && next > end) tokens.push(textAt(html, end, next, true))
    else if (next > end) addPlainText(tokens, html, end, next)
  }
  const add = (location: Span, make: (source: string, start: number) => Token) => {
    textUpTo(location.start)
    tokens.push(make(html.slice(location.start, location.end), location.start))
    end = location.end
    isRaw = false
  }
  const comment = ({ location }: Parsed.CommentToken | Parsed.DoctypeToken) =>
    add(spanOf(location), (source, start) => ({ kind: 'comment', source, start }))
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(tag) {
        add(spanOf(tag.location), (source, start) => openToken(tag, source, start))
        const mode = RAW.get(tag.tagName)
        if (mode === undefined) return
        isRaw = true
        tokenizer.state = mode
      },
      onEndTag({ tagName: name, location }) {
        add(spanOf(location), (source, start) => ({ kind: 'close', source, start, name }))
      },
      onComment: comment,
      onDoctype: comment,
      // Text is everything between the other tokens.
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  textUpTo(html.length)
  return tokens
}

/**
 * Drops whole elements, from start tag to end tag. An element without an end tag is dropped with everything after it; a head ends where
 * the body begins.
 */
export function* withoutElements(
  tokens: Iterable<Token>,
  isDropped: (tag: OpenToken) => boolean,
): Generator<Token, void> {
  let inside: { name: string; depth: number } | null = null
  for (const token of tokens) {
    if (inside?.name === 'head' && token.kind === 'open' && token.name === 'body') inside = null
    if (inside === null) {
      if (token.kind === 'open' && isDropped(token)) inside = { name: token.name, depth: 1 }
      else yield token
    } else if ((token.kind === 'open' || token.kind === 'close') && token.name === inside.name) {
      inside.depth += token.kind === 'open' ? 1 : -1
      if (inside.depth === 0) inside = null
    }
  }
}

/** The text of a token as shown. */
export function textOf({ source, isRaw, isUnfinished }: TextToken): string {
  return isUnfinished ? '' : isRaw ? source : decodeText(source)
}

/** Returns whether every attribute of a tag has a value. In text such as "a <b and c> d" they do not. */
export function hasOnlyValues({ source, start, places }: OpenToken): boolean {
  return [...places.values()].every((place) => source.slice(place.start - start, place.end - start).includes('=', 1))
}

function addPlainText(tokens: Token[], html: string, from: number, to: number): void {
  let end = from
  for (const { 0: found, index } of html.slice(from, to).matchAll(LEFT_OVER)) {
    const start = from + index
    if (start > end) tokens.push(textAt(html, end, start, false))
    end = start
    if (found !== '</>') {
      tokens.push({ ...textAt(html, start, to, false), isUnfinished: true })
      return
    }
    end += found.length
    tokens.push({ kind: 'comment', source: found, start })
  }
  if (end < to) tokens.push(textAt(html, end, to, false))
}

const textAt = (html: string, start: number, end: number, isRaw: boolean): TextToken => ({
  kind: 'text',
  source: html.slice(start, end),
  start,
  isRaw,
  isUnfinished: false,
})

const CONDITION = /^<!--\[if\s([^\]<>]*)\]>/i
const CONDITION_END = /(?:<!\[endif\])?--!?>$/i

/** A conditional comment: Outlook on Windows reads its content as HTML when the condition is true. */
export interface Conditional {
  condition: string
  opening: string
  content: string
  closing: string
}

/** The parts of a conditional comment; null for any other token and for a comment without an end. */
export function conditionalOf({ kind, source }: Token): Conditional | null {
  if (kind !== 'comment') return null
  const [opening, condition = ''] = CONDITION.exec(source) ?? []
  const [closing] = CONDITION_END.exec(source) ?? []
  if (opening === undefined || closing === undefined) return null
  return { condition, opening, content: source.slice(opening.length, -closing.length), closing }
}

/** The tokens of `html` including those inside conditional comments: everything that some mail client reads. */
export function readForAllClients(html: string): Token[] {
  return readHtml(html).flatMap((token) => {
    const conditional = conditionalOf(token)
    if (!conditional) return [token]
    const { opening, content, closing } = conditional
    const start = token.start + opening.length
    return [
      { ...token, source: opening },
      ...readHtml(content).map((one) => moved(one, start)),
      { ...token, source: closing, start: start + content.length },
    ]
  })
}

function moved(token: Token, by: number): Token {
  const start = token.start + by
  if (token.kind !== 'open') return { ...token, start }
  const places = [...token.places].map(([name, place]): [string, Span] => [
    name,
    { start: place.start + by, end: place.end + by },
  ])
  return { ...token, start, places: new Map(places) }
}

function openToken({ tagName: name, attrs, location }: Parsed.TagToken, source: string, start: number): OpenToken {
  const places = location?.attrs ?? {}
  return {
    kind: 'open',
    source,
    start,
    name,
    attributes: new Map(attrs.map((attribute) => [attribute.name, attribute.value])),
    places: new Map(attrs.map((attribute) => [attribute.name, spanOf(places[attribute.name] ?? null)])),
  }
}

function spanOf(location: Parsed.Location | null): Span {
  return { start: location?.startOffset ?? 0, end: location?.endOffset ?? 0 }
}
