import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes as T } from 'parse5'
import { stylesOf } from '../../content/text-styles.ts'
import { parseStyleSheet, rulesFor, type Rule, type Styleable } from './style-sheet.ts'

/** An email's HTML as a tree whose elements carry their computed styles. */

export interface StyledElement {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** styles of the element without inherited ones; padding and margin by side */
  readonly styles: ReadonlyMap<string, string>
  readonly children: readonly StyledNode[]
}
export type StyledNode = StyledElement | { readonly kind: 'text'; readonly text: string }

export interface StyledEmail {
  readonly body: StyledElement
  readonly title: string
  readonly lang: string
  /** parts that were not read, in words */
  readonly leftOut: readonly string[]
}

/** Maximum nesting levels that are read; deeper elements count as their text. */
const DEPTH_MAX = 150
/** Elements that an import leaves out, with their contents. */
export const FOREIGN = new Set(
  'form input select textarea button iframe object embed svg math video audio canvas map dialog'.split(' '),
)
/** Elements without text for readers. */
const UNSEEN = new Set(['script', 'style', 'head', 'template', 'noscript', 'meta', 'link', 'title', 'base'])

/** Parses an email and computes the styles of each element. Never throws. */
export function readStyled(html: string): StyledEmail {
  const page = parse(html, { scriptingEnabled: false })
  const leftOut = new Set<string>()
  const rules: Rule[] = []
  let title = ''
  let root: T.Element | null = null
  let body: T.Element | null = null
  const look = (node: T.Node): void => {
    if (tree.isElementNode(node)) {
      if (node.tagName === 'html') root = node
      if (node.tagName === 'body') body ??= node
      if (node.tagName === 'title' && title === '') title = textIn(node).trim()
      if (node.tagName === 'style') {
        const sheet = parseStyleSheet(textIn(node))
        for (const rule of sheet.rules) rules.push(rule)
        for (const each of sheet.skipped) leftOut.add(`Styles of ${each}`)
      }
      if (FOREIGN.has(node.tagName)) leftOut.add(`<${node.tagName}>`)
      if (['script', 'link', 'template'].includes(node.tagName)) leftOut.add(`<${node.tagName}>`)
    }
    if (tree.isCommentNode(node) && /^\[if [^\]]*mso/i.test(node.data) && node.data.length > 40)
      leftOut.add('Code that only Outlook for Windows reads')
  }
  walk(page, look)
  const styled = body ? styledOf(body, rules, [], 0) : null
  return {
    body: styled ?? { kind: 'element', name: 'body', attributes: new Map(), styles: new Map(), children: [] },
    title,
    lang: root ? (attributesOf(root).get('lang') ?? '') : '',
    leftOut: [...leftOut],
  }
}

/** Visits every node, without recursion: markup may be nested as deep as it likes. */
function walk(root: T.Node, visit: (node: T.Node) => void): void {
  const open: T.Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    visit(node)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
}

function textIn(node: T.Node): string {
  let text = ''
  walk(node, (each) => {
    if (tree.isTextNode(each)) text += each.value
  })
  return text
}

const attributesOf = (element: T.Element): Map<string, string> =>
  new Map(element.attrs.map(({ name, value }) => [name.toLowerCase(), value]))

function styledOf(
  element: T.Element,
  rules: readonly Rule[],
  line: readonly Styleable[],
  depth: number,
): StyledElement {
  const attributes = attributesOf(element)
  const itself: Styleable = {
    tag: element.tagName,
    id: attributes.get('id') ?? '',
    classes: new Set((attributes.get('class') ?? '').split(/\s+/).filter(Boolean)),
  }
  const ancestors = [...line, itself]
  const styles = new Map<string, string>()
  const put = (from: Iterable<[string, string]>) => {
    for (const [property, value] of from) for (const [name, part] of longhands(property, value)) styles.set(name, part)
  }
  put(presentational(element.tagName, attributes))
  for (const rule of rulesFor(rules, ancestors)) put(rule.styles)
  put(stylesOf(attributes.get('style') ?? ''))
  const children = element.childNodes.flatMap((child): StyledNode[] => {
    if (tree.isTextNode(child)) return [{ kind: 'text', text: child.value }]
    if (!tree.isElementNode(child) || UNSEEN.has(child.tagName)) return []
    if (depth >= DEPTH_MAX) return [{ kind: 'text', text: textIn(child) }]
    return [styledOf(child, rules, ancestors, depth + 1)]
  })
  return { kind: 'element', name: element.tagName, attributes, styles, children }
}

/** Converts old presentational attributes, such as bgcolor, to styles. */
function presentational(tag: string, attributes: ReadonlyMap<string, string>): [string, string][] {
  const of = (name: string) => attributes.get(name)?.trim() ?? ''
  const found: [string, string][] = []
  const put = (property: string, value: string) => value && found.push([property, value])
  if (tag !== 'img') put('text-align', /^(?:left|center|right)$/i.exec(of('align'))?.[0].toLowerCase() ?? '')
  put('background-color', of('bgcolor'))
  if (of('background')) found.push(['background-image', `url(${of('background')})`])
  if (tag === 'center') found.push(['text-align', 'center'])
  if (tag === 'font') {
    put('color', of('color'))
    put('font-family', of('face'))
    put('font-size', FONT_SIZES[of('size')] ?? '')
  }
  put('width', /^\d+$/.test(of('width')) ? `${of('width')}px` : (/^\d+%$/.exec(of('width'))?.[0] ?? ''))
  put('height', /^\d+$/.test(of('height')) ? `${of('height')}px` : '')
  return found
}

const FONT_SIZES: Readonly<Record<string, string>> = {
  1: '10px',
  2: '13px',
  3: '16px',
  4: '18px',
  5: '24px',
  6: '32px',
  7: '48px',
}
const SIDES = ['top', 'right', 'bottom', 'left']

function longhands(property: string, value: string): [string, string][] {
  if (property === 'padding' || property === 'margin') {
    const parts = value.split(/\s+/)
    const [top = '0', right = top, bottom = top, left = right] = parts
    return [top, right, bottom, left].map((part, at) => [`${property}-${SIDES[at]}`, part])
  }
  if (property === 'background') {
    const url = /url\([^)]{1,2000}\)/i.exec(value)?.[0]
    const color = /#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^)]{1,60}\)|^[a-z]+/i.exec(value.replace(url ?? '', '').trim())?.[0]
    return [
      ...(color ? [['background-color', color] as [string, string]] : []),
      ...(url ? [['background-image', url] as [string, string]] : []),
    ]
  }
  return [[property, value]]
}
