import type { Marks } from '#domain/builder/rich-text.ts'
import { linkOf } from '#domain/builder/values.ts'
import { ownMarks, readLines } from './dom.ts'
import { linesOf, type Lines } from './model.ts'

/**
 * Converts the clipboard to rich text: keeps marks and links of HTML, drops other styles; each table row becomes a
 * line. Loads and runs nothing.
 */
export function parseClipboard(data: DataTransfer): Lines {
  const html = data.getData('text/html')
  if (html === '') return data.getData('text/plain').replace(/\r\n?/g, '\n').split('\n').map(plainLine)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unread of body.querySelectorAll('style, script, template, title, noscript')) unread.remove()
  for (const link of body.querySelectorAll('a[href]')) {
    const address = linkOf(link.getAttribute('href') ?? '')
    if (address && link instanceof HTMLElement) link.dataset['link'] = address
  }
  collapse(body)
  for (const cell of body.querySelectorAll('td, th')) openCell(cell)
  for (const paragraph of body.querySelectorAll('p')) if (paragraph.nextElementSibling) paragraph.after(emptyLine(body))
  const lines = readLines(body, writtenMarks)
  const first = lines.findIndex((line) => line.length > 0)
  const last = lines.findLastIndex((line) => line.length > 0)
  return first === -1 ? linesOf('') : lines.slice(first, last + 1)
}

/** Table cells join their row, separated by a space. */
function openCell(cell: Element): void {
  const [only] = cell.children
  if (cell.childNodes.length === 1 && only && /^(?:P|DIV)$/.test(only.tagName)) only.replaceWith(...only.childNodes)
  if (cell.nextElementSibling && (cell.textContent ?? '').trim() !== '') cell.after(' ')
}

/** Marks by inline style, which overrides the element: Google Docs wraps everything in a <b> that is not bold. */
function writtenMarks(element: HTMLElement): Marks {
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = element.style
  const lines = `${textDecoration} ${textDecorationLine}`.trim()
  const weight = fontWeight.replace(/^bold(?:er)?$/, '700').replace(/^(?:normal|lighter)$/, '400')
  return {
    ...ownMarks(element),
    ...(weight !== '' && { bold: Number(weight) >= 600 || undefined }),
    ...(fontStyle !== '' && { italic: /^(?:italic|oblique)/.test(fontStyle) || undefined }),
    ...(lines.includes('none') && { underline: undefined, strike: undefined }),
    ...(lines.includes('underline') && { underline: true as const }),
    ...(lines.includes('line-through') && { strike: true as const }),
  }
}

function emptyLine({ ownerDocument }: Element): Element {
  const line = ownerDocument.createElement('div')
  line.append(ownerDocument.createElement('br'))
  return line
}

const plainLine = (text: string) => (text === '' ? [] : [{ text }])

/** Collapses HTML white space to one space, and to none between blocks. */
function collapse(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const blank: Node[] = []
  while (walker.nextNode()) {
    const { currentNode } = walker
    currentNode.nodeValue = (currentNode.nodeValue ?? '').replace(/[ \t\r\n]+/g, ' ')
    if (currentNode.nodeValue === ' ' && !(isInline(currentNode.previousSibling) && isInline(currentNode.nextSibling)))
      blank.push(currentNode)
  }
  for (const node of blank) node.parentNode?.removeChild(node)
}

const INLINE = new Set(['A', 'B', 'STRONG', 'I', 'EM', 'U', 'S', 'STRIKE', 'DEL', 'SPAN', 'FONT', 'CODE', 'SMALL'])

function isInline(node: Node | null): boolean {
  return node !== null && (!(node instanceof Element) || INLINE.has(node.tagName))
}
