import { AppError } from '../errors.ts'
import { replaceSpans } from '../spans.ts'
import { escapeHtml } from './characters.ts'
import { readHtml, withoutElements, type OpenToken, type Token } from './read.ts'

/**
 * The sanitiser for HTML that a program made and wants sent as it is. Its design is its own: style sheets and conditional comments stay.
 * What runs, asks or embeds goes: no mail client shows it, and nobody who looks at a campaign here should. It is read as browsers read it,
 * and what goes is cut out of it; a tag that loses attributes is written anew.
 */

/** Elements that go with everything in them. */
const REMOVED = new Set(
  (
    'script iframe object applet portal noscript noembed noframes xmp plaintext template svg math ' +
    'button select datalist textarea output'
  ).split(' '),
)
/** Tags that go while what stands in them stays. */
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

/** characters: five times what Gmail shows of a mail */
const LENGTH_MAX = 500_000
/** levels that browsers nest elements */
const DEPTH_MAX = 500
const VOID = new Set('area base br col embed hr img input keygen link meta param source track wbr'.split(' '))
/** Elements that end where the next of their kind begins, unless one of those beneath lies between them. */
const ENDS_ITSELF = new Set('p li dt dd tr td th thead tbody tfoot option a'.split(' '))
const SCOPES = new Set('table td th ul ol dl div center blockquote'.split(' '))

/**
 * The HTML without what has no place in a mail; the very same text when there is nothing of that in it. Throws BAD_INPUT when it is too
 * long or too deep.
 */
export function cleanHtml(html: string): string {
  if (html.length > LENGTH_MAX) throw tooMuch(`have at most ${LENGTH_MAX.toLocaleString('en')} characters`)
  const tokens = readHtml(html)
  checkDepth(tokens)
  const out = elementsOut(tokens)
  return tokens.every((token) => isClean(token, out)) ? html : written(tokens, out)
}

/** Whether a token can stay as it is. */
function isClean(token: Token, out: ReadonlySet<Token>): boolean {
  // At the end of the mail, the beginning of a tag would go on in what is added behind it.
  if (token.kind === 'text') return token.isRaw || !(token.isUnfinished || token.source.endsWith('</'))
  if (token.kind === 'comment') return isHarmlessComment(token.source)
  if (token.kind === 'close') return !REMOVED.has(token.name) && !UNWRAPPED.has(token.name)
  return !out.has(token) && !isTagOut(token) && keptOf(token).length === token.attributes.size
}

/** What is left of HTML. What stands on either side of a cut must not make a tag together: text is written without `<`. */
function written(tokens: readonly Token[], out: ReadonlySet<Token>): string {
  let html = ''
  for (const token of withoutElements(tokens, (open) => out.has(open))) {
    if (token.kind === 'text' && !token.isRaw) html += token.isUnfinished ? '' : token.source.replaceAll('<', '&lt;')
    else if (isClean(token, out)) html += token.source
    else if (token.kind === 'open' && !isTagOut(token)) html += tag(token)
  }
  return html
}

/** The tags of elements that go with everything in them; a style sheet or a title that never ends would take what is added to the mail. */
function elementsOut(tokens: readonly Token[]): Set<Token> {
  const isElementOut = (name: string, next: Token | undefined, afterNext: Token | undefined) => {
    if (name !== 'style' && name !== 'title') return REMOVED.has(name)
    const end = next?.kind === 'text' ? afterNext : next
    return end?.kind !== 'close' || (name === 'style' && next?.kind === 'text' && hasUnsafeCss(next.source))
  }
  return new Set(
    tokens.filter(
      (token, index) => token.kind === 'open' && isElementOut(token.name, tokens[index + 1], tokens[index + 2]),
    ),
  )
}

/** Whether a tag goes while what stands in its element stays. */
function isTagOut({ name, attributes }: OpenToken): boolean {
  if (name === 'meta') {
    const directive = attributes.get('http-equiv')
    return directive !== undefined && !/^(?:content-type|x-ua-compatible)$/i.test(directive.trim())
  }
  if (name === 'link') return !/^stylesheet$/i.test(attributes.get('rel')?.trim() ?? '')
  return UNWRAPPED.has(name)
}

/** A tag with what it may keep of its attributes. */
function tag(token: OpenToken): string {
  const kept = keptOf(token).filter(([name]) => ATTRIBUTE_NAME.test(name))
  return `<${token.name}${kept.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')}>`
}

/** The attributes that neither run anything nor lead where they must not. */
function keptOf({ name: element, attributes }: OpenToken): [string, string][] {
  return [...attributes].filter(([name, value]) => {
    if (name.startsWith('on') || name === 'srcdoc') return false
    if (name === 'style') return !hasUnsafeCss(value)
    return !ADDRESSES.has(name) || value.split(/,\s/).every((address) => isHarmless(address, element))
  })
}

/** A comment that ends, with nothing in it that would have to go: Outlook reads what stands in conditional ones. */
function isHarmlessComment(source: string): boolean {
  if (!source.startsWith('<!--')) return source.endsWith('>')
  if (!/--!?>$/.test(source)) return false
  const tokens = readHtml(source.slice(4, -3))
  const out = elementsOut(tokens)
  return tokens.every((token) => token.kind !== 'open' || token.name === 'noscript' || isClean(token, out))
}

/** Throws BAD_INPUT where too many elements stand in one another. */
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

/** Whether an address, read as browsers do, is relative, a merge tag, or of a scheme that runs nothing. */
function isHarmless(address: string, element: string): boolean {
  const read = address.replace(/[\0- ]+/g, '')
  const scheme = SCHEME.exec(read)?.[1]?.toLowerCase()
  return scheme === undefined || HARMLESS.has(scheme) || (element === 'img' && IMAGE_DATA.test(read))
}

function hasUnsafeCss(css: string): boolean {
  const read = replaceSpans(css, /\/\*/g, /\*\//g, () => '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/\\/g, '')
  return UNSAFE_CSS.test(read)
}
