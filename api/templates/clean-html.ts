import {
  defaultTreeAdapter as tree,
  html as names,
  parse,
  serialize,
  type DefaultTreeAdapterTypes as T,
  type TreeAdapter,
} from 'parse5'
import { AppError } from '#domain/errors.ts'
import { replaceSpans } from '#domain/spans.ts'

/**
 * HTML that a program made and wants sent as it is (spec §7: `content` with `useHtmlBuilder`, but without a document of ours). Its design is
 * its own: style sheets and conditional comments stay. What runs, asks or embeds goes: no mail client shows it, and nobody who looks at a
 * campaign here should. Read and written by a parser that follows the HTML standard, so that what is judged is what a browser would see.
 */

const REMOVED = new Set(
  (
    'script iframe frame frameset object embed applet portal noscript noembed noframes xmp plaintext template base svg math ' +
    'input button select option optgroup datalist textarea keygen output'
  ).split(' '),
)
/** Tags that go while what stands in them stays. */
const UNWRAPPED = new Set(['form', 'fieldset', 'dialog'])
const ADDRESSES = new Set(
  'href src action formaction background poster cite data srcset longdesc xlink:href ping dynsrc lowsrc codebase manifest'.split(
    ' ',
  ),
)
const SCHEME = /^([a-z][a-z\d+.-]*):/i
const HARMLESS = new Set(['http', 'https', 'mailto', 'tel', 'cid'])
const IMAGE_DATA = /^data:image\/(?:png|gif|jpeg|webp)[;,]/i
const UNSAFE_CSS = /expression\s*\(|behaviou?r\s*:|-moz-binding|(?:java|vb)script\s*:/i
/** What a comment must not hold, its white space collapsed: `\s*` in such a place would take quadratic time. */
const UNSAFE_COMMENT =
  /< ?\/? ?(?:script|iframe|frame|object|embed|applet|form|input|button|base|svg|math)\b| on[a-z]+ ?=|(?:java|vb)script ?:/i

/** characters: five times what Gmail shows of a mail */
const LENGTH_MAX = 500_000
/** levels that browsers nest elements */
const DEPTH_MAX = 500
/** elements, those included that the parser makes of tags which were left open: they multiply with each paragraph */
const ELEMENTS_MAX = 100_000

/**
 * The HTML without what has no place in a mail; the very same text when there is nothing of that in it. Throws BAD_INPUT when it is too
 * long or too deep to be looked at.
 */
export function cleanHtml(html: string): string {
  if (html.length > LENGTH_MAX) throw tooMuch(`have at most ${LENGTH_MAX.toLocaleString('en')} characters`)
  const document = parse(html, { scriptingEnabled: false, treeAdapter: boundedTree() })
  let isChanged = false
  const visit = (parent: T.ParentNode, depth: number) => {
    if (depth > DEPTH_MAX) throw tooDeep()
    const kept: T.ChildNode[] = []
    for (const node of parent.childNodes) {
      if (isForbidden(node)) {
        isChanged = true
        continue
      }
      if (!tree.isElementNode(node)) {
        kept.push(node)
        continue
      }
      if (cleanAttributes(node)) isChanged = true
      visit(node, depth + 1)
      if (UNWRAPPED.has(node.tagName)) isChanged = true
      for (const one of UNWRAPPED.has(node.tagName) ? node.childNodes : [node]) kept.push(one)
    }
    for (const node of kept) node.parentNode = parent
    parent.childNodes = kept
  }
  visit(document, 0)
  return isChanged ? serialize(document) : html
}

/** The parser's work grows with how deep it stands and with what it opens again: both are bounded while it works, not afterwards. */
function boundedTree(): TreeAdapter<T.DefaultTreeAdapterMap> {
  let depth = 0
  let elements = 0
  return {
    ...tree,
    onItemPush: () => {
      depth += 1
      elements += 1
      if (depth > DEPTH_MAX) throw tooDeep()
      if (elements > ELEMENTS_MAX) throw tooMuch(`have at most ${ELEMENTS_MAX.toLocaleString('en')} elements`)
    },
    onItemPop: () => {
      depth -= 1
    },
  }
}

function tooDeep(): AppError {
  return tooMuch(`nest at most ${DEPTH_MAX} levels deep`)
}

function tooMuch(rule: string): AppError {
  const message = `HTML content must ${rule}.`
  return new AppError('BAD_INPUT', message, { fields: { content: message } })
}

function isForbidden(node: T.ChildNode): boolean {
  if (tree.isCommentNode(node)) return UNSAFE_COMMENT.test(node.data.replace(/\0/g, '').replace(/\s+/g, ' '))
  if (!tree.isElementNode(node)) return false
  if (node.namespaceURI !== names.NS.HTML || REMOVED.has(node.tagName)) return true
  if (node.tagName === 'style')
    return node.childNodes.some((child) => tree.isTextNode(child) && hasUnsafeCss(child.value))
  if (node.tagName === 'meta')
    return node.attrs.some(
      ({ name, value }) => name === 'http-equiv' && !/^content-type$|^x-ua-compatible$/i.test(value.trim()),
    )
  if (node.tagName === 'link')
    return !node.attrs.some(({ name, value }) => name === 'rel' && /^stylesheet$/i.test(value.trim()))
  return false
}

/** Takes attributes away that run or lead where they must not; tells whether there were any. */
function cleanAttributes(element: T.Element): boolean {
  const before = element.attrs.length
  element.attrs = element.attrs.filter(({ name, value }) => {
    if (name.startsWith('on') || name === 'srcdoc') return false
    if (name === 'style') return !hasUnsafeCss(value)
    return !ADDRESSES.has(name) || value.split(/,\s/).every((address) => isHarmless(address, element.tagName))
  })
  return element.attrs.length < before
}

/** Whether an address, read as browsers do, is relative, a merge tag, or of a scheme that runs nothing. */
function isHarmless(address: string, tag: string): boolean {
  const read = address.replace(/[\0- ]+/g, '')
  const scheme = SCHEME.exec(read)?.[1]?.toLowerCase()
  return scheme === undefined || HARMLESS.has(scheme) || (tag === 'img' && IMAGE_DATA.test(read))
}

function hasUnsafeCss(css: string): boolean {
  const read = replaceSpans(css, /\/\*/g, /\*\//g, () => '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/\\/g, '')
  return UNSAFE_CSS.test(read)
}
