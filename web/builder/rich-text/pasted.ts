import { linkOf } from '#domain/builder/values.ts'
import { readLines } from './dom.ts'
import { linesOf, type Lines } from './model.ts'

/** What the clipboard holds as rich text: marks and links of HTML stay, its looks do not. Nothing is loaded and nothing runs. */
export function pastedLines(data: DataTransfer): Lines {
  const html = data.getData('text/html')
  if (html === '') return data.getData('text/plain').replace(/\r\n?/g, '\n').split('\n').map(plainLine)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unread of body.querySelectorAll('style, script, template, title, noscript')) unread.remove()
  for (const link of body.querySelectorAll('a[href]')) {
    const address = linkOf(link.getAttribute('href') ?? '')
    if (address && link instanceof HTMLElement) link.dataset['link'] = address
  }
  collapse(body)
  for (const paragraph of body.querySelectorAll('p')) if (paragraph.nextElementSibling) paragraph.after(emptyLine(body))
  const lines = readLines(body)
  const first = lines.findIndex((line) => line.length > 0)
  const last = lines.findLastIndex((line) => line.length > 0)
  return first === -1 ? linesOf('') : lines.slice(first, last + 1)
}

function emptyLine({ ownerDocument }: Element): Element {
  const line = ownerDocument.createElement('div')
  line.append(ownerDocument.createElement('br'))
  return line
}

const plainLine = (text: string) => (text === '' ? [] : [{ text }])

/** White space of HTML's source counts as one space, and as none between blocks. */
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
