import { ENDING_PLACE } from '../render-document.ts'
import { defaultTreeAdapter as tree, parse, parseFragment, type DefaultTreeAdapterTypes as T } from 'parse5'

/** Parses emails with a standard HTML parser. */

export type Element = T.Element

const CONDITIONAL = /^\[if mso\]>([^]*)<!\[endif\]$/

/** Every element of a page, including conditional comments. */
export function elementsOf(html: string): Element[] {
  return within(parse(html, { scriptingEnabled: false }))
}

/** A node, if it is an element, and every element inside. */
export function within(node: T.Node): Element[] {
  if (tree.isCommentNode(node)) return within(parseFragment(insideComment(node.data)))
  const own = tree.isElementNode(node) ? [node] : []
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(within)] : own
}

function insideComment(data: string): string {
  return CONDITIONAL.exec(data)?.[1] ?? ''
}

/** The comments of a page that we did not write. */
export function strangeComments(html: string): string[] {
  const found: string[] = []
  const visit = (node: T.Node) => {
    if (tree.isCommentNode(node) && !CONDITIONAL.test(node.data) && `<!--${node.data}-->` !== ENDING_PLACE)
      found.push(node.data)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html, { scriptingEnabled: false }))
  return found
}

/** Tags and attribute names without text and values: stays the same if only words change. */
export function skeleton(html: string): string {
  return shape(parse(html, { scriptingEnabled: false }))
}

function shape(node: T.Node): string {
  if (tree.isTextNode(node)) return ''
  if (tree.isCommentNode(node)) return `<!${shape(parseFragment(insideComment(node.data)))}>`
  const inner = 'childNodes' in node ? node.childNodes.map(shape).join('') : ''
  if (!tree.isElementNode(node)) return inner
  const names = node.attrs.map(({ name }) => name).join(' ')
  return `<${node.tagName} ${names}>${inner}</>`
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

/** The declarations of an element's style attribute. */
export function styleOf(element: Element): Record<string, string> {
  return Object.fromEntries(
    (attribute(element, 'style') ?? '')
      .split(';')
      .filter(Boolean)
      .map((declaration) => {
        const colon = declaration.indexOf(':')
        return [declaration.slice(0, colon), declaration.slice(colon + 1)]
      }),
  )
}

/** The visible text of an element. */
export function textOf(node: T.Node): string {
  if (tree.isTextNode(node)) return node.value
  if (tree.isElementNode(node) && node.tagName === 'br') return '\n'
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** The visible text of a page's body. */
export function bodyText(html: string): string {
  const body = elementsOf(html).find(({ tagName }) => tagName === 'body')
  return body ? textOf(body) : ''
}

/** The text that a page's title has. */
export function titleOf(html: string): string {
  const title = elementsOf(html).find(({ tagName }) => tagName === 'title')
  return title ? textOf(title) : ''
}
