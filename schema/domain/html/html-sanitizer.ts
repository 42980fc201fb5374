import { AppError } from '../errors.ts'
import { escapeHtml } from './html-escaping.ts'
import { readHtml, withoutElements, type OpenToken, type Token } from './html-tokenizer.ts'

/**
 * The sanitizer for HTML that another program made. The design stays, with its style sheets and conditional comments. Scripts, forms and
 * embedded content are removed: mail clients do not show them, and they must not run for a person who views a campaign here. They are cut
 * out in place; a tag that loses attributes is rewritten.
 */

/** Elements that are removed with their content. */
const REMOVED = new Set(
  (
    'script iframe object applet portal noscript noembed noframes xmp plaintext template svg math ' +
    'button select datalist textarea output'
  ).split(' '),
)
/** Elements that are removed while their content stays. */
const UNWRAPPED = new Set('form fieldset dialog frame frameset embed base input keygen option optgroup'.split(' '))
const ADDRESSES = new Set(
  'href src action formaction background poster cite data srcset longdesc xlink:href ping dynsrc lowsrc codebase manifest'.split(
    ' ',
  ),
)
const SCHEME = /^([a-z][a-z\d+.-]*):/i
const HARMLESS = new Set(['http', 'https', 'mailto', 'tel', 'cid'])
const IMAGE_DATA = /^data:image\/(?:png|gif|jpeg|webp)[;,]/i
const UNSAFE_CSS = /expression\s*\(|behaviou?r\s*:|-moz-binding|(?:java|vb)script\s*:/i
const ATTRIBUTE_NAME = /^[a-z][\w:.-]*$/

/** Maximum characters: five times what Gmail shows of an email. */
const LENGTH_MAX = 500_000
/** Maximum levels of nested elements, as in browsers. */
const DEPTH_MAX = 500
const VOID = new Set('area base br col embed hr img input keygen link meta param source track wbr'.split(' '))
/** Elements that end where the next one of the same name begins, unless one of `SCOPES` is open between them. */
const ENDS_ITSELF = new Set('p li dt dd tr td th thead tbody tfoot option a'.split(' '))
const SCOPES = new Set('table td th ul ol dl div center blockquote'.split(' '))

/**
 * Removes what has no place in an email. Returns the same string when there is nothing to remove. Throws BAD_INPUT when the HTML is too long
 * or nested too deep.
 */
export function cleanHtml(html: string): string {
  if (html.length > LENGTH_MAX) throw tooMuch(`have at most ${LENGTH_MAX.toLocaleString('en')} characters`)
  const tokens = readHtml(html)
  checkDepth(tokens)
  const dropped = droppedElements(tokens)
  return tokens.every((token) => isClean(token, dropped)) ? html : rewrite(tokens, dropped)
}

/** Returns whether a token can stay unchanged. */
function isClean(token: Token, dropped: ReadonlySet<Token>): boolean {
  // An unfinished tag at the end would continue in the footer that is added after it.
  if (token.kind === 'text') return token.isRaw || !(token.isUnfinished || token.source.endsWith('</'))
  if (token.kind === 'comment') return isHarmlessComment(token.source)
  if (token.kind === 'close') return !REMOVED.has(token.name) && !UNWRAPPED.has(token.name)
  return !dropped.has(token) && !isTagDropped(token) && keptOf(token).length === token.attributes.size
}

/** Writes the remaining tokens. The text on both sides of a cut must not form a tag, so its `<` is escaped. */
function rewrite(tokens: readonly Token[], dropped: ReadonlySet<Token>): string {
  let html = ''
  for (const token of withoutElements(tokens, (open) => dropped.has(open))) {
    if (token.kind === 'text' && !token.isRaw) html += token.isUnfinished ? '' : token.source.replaceAll('<', '&lt;')
    else if (isClean(token, dropped)) html += token.source
    else if (token.kind === 'open' && !isTagDropped(token)) html += tag(token)
  }
  return html
}

/** The start tags of elements to remove with their content. A style sheet or title without an end would swallow the footer. */
function droppedElements(tokens: readonly Token[]): Set<Token> {
  const isElementDropped = (name: string, next: Token | undefined, afterNext: Token | undefined) => {
    if (name !== 'style' && name !== 'title') return REMOVED.has(name)
    const end = next?.kind === 'text' ? afterNext : next
    return end?.kind !== 'close' || (name === 'style' && next?.kind === 'text' && hasUnsafeCss(next.source))
  }
  return new Set(
    tokens.filter(
      (token, index) => token.kind === 'open' && isElementDropped(token.name, tokens[index + 1], tokens[index + 2]),
    ),
  )
}

/** Returns whether a tag is removed while the content of its element stays. */
function isTagDropped({ name, attributes }: OpenToken): boolean {
  if (name === 'meta') {
    const directive = attributes.get('http-equiv')
    return directive !== undefined && !/^(?:content-type|x-ua-compatible)$/i.test(directive.trim())
  }
  if (name === 'link') return !/^stylesheet$/i.test(attributes.get('rel')?.trim() ?? '')
  return UNWRAPPED.has(name)
}

/** A tag with its harmless attributes. */
function tag(token: OpenToken): string {
  const kept = keptOf(token).filter(([name]) => ATTRIBUTE_NAME.test(name))
  return `<${token.name}${kept.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}

/** The attributes that run nothing and link to nothing dangerous. */
function keptOf({ name: element, attributes }: OpenToken): [string, string][] {
  return [...attributes].filter(([name, value]) => {
    if (name.startsWith('on') || name === 'srcdoc') return false
    if (name === 'style') return !hasUnsafeCss(value)
    return !ADDRESSES.has(name) || value.split(/,\s/).every((address) => isHarmless(address, element))
  })
}

/**
 * Returns whether a comment has an end and contains nothing that would be removed: Outlook reads conditional comments
 * as HTML.
 */
function isHarmlessComment(source: string): boolean {
  if (!source.startsWith('<!--')) return source.endsWith('>')
  if (!/--!?>$/.test(source)) return false
  const tokens = readHtml(source.slice(4, -3))
  const dropped = droppedElements(tokens)
  return tokens.every((token) => token.kind !== 'open' || token.name === 'noscript' || isClean(token, dropped))
}

/** Throws BAD_INPUT when elements are nested too deep. */
function checkDepth(tokens: readonly Token[]): void {
  const open: string[] = []
  for (const token of tokens) {
    if ((token.kind !== 'open' && token.kind !== 'close') || VOID.has(token.name)) continue
    const isEnd = token.kind === 'close'
    const last = open.findLastIndex((name) => name === token.name || (!isEnd && SCOPES.has(name)))
    if (open[last] === token.name && (isEnd || ENDS_ITSELF.has(token.name))) open.length = last
    if (token.kind === 'open' && open.push(token.name) > DEPTH_MAX)
      throw tooMuch(`nest at most ${DEPTH_MAX} levels deep`)
  }
}

function tooMuch(rule: string): AppError {
  const message = `HTML content must ${rule}.`
  return new AppError('BAD_INPUT', message, { fields: { content: message } })
}

/** Returns whether a URL is relative, a merge tag, or has a harmless scheme, read as browsers read it. */
function isHarmless(address: string, element: string): boolean {
  const read = address.replace(/[\0- ]+/g, '')
  const scheme = SCHEME.exec(read)?.[1]?.toLowerCase()
  return scheme === undefined || HARMLESS.has(scheme) || (element === 'img' && IMAGE_DATA.test(read))
}

function hasUnsafeCss(css: string): boolean {
  const read = withoutComments(css)
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/\\/g, '')
  return UNSAFE_CSS.test(read)
}

function withoutComments(css: string): string {
  const [start = '', ...comments] = css.split('/*')
  return start + comments.map((piece) => (piece.includes('*/') ? piece.slice(piece.indexOf('*/') + 2) : '')).join('')
}
