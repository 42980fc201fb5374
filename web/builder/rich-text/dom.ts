import type { Line, Marks, Run } from '#domain/builder/rich-text.ts'
import { compileTemplate } from '#domain/merge-tags.ts'
import { joined, withTags, type Lines, type Span } from './model.ts'

/** Rich text as editable DOM, and back. Built node by node: text never becomes markup. */

/** The element of each mark. */
const ELEMENTS = { bold: 'b', italic: 'i', underline: 'u', strike: 's' } as const
const MARKS: Readonly<Record<string, Marks>> = {
  B: { bold: true },
  STRONG: { bold: true },
  I: { italic: true },
  EM: { italic: true },
  U: { underline: true },
  S: { strike: true },
  STRIKE: { strike: true },
  DEL: { strike: true },
}
const BLOCKS = new Set(['DIV', 'P', 'LI', 'UL', 'OL', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE', 'PRE', 'TR'])

/** Renders lines into `root`, one element each, with merge tags as chips. */
export function draw(root: HTMLElement, lines: Lines): void {
  root.replaceChildren(
    ...lines.map((line) => {
      const element = document.createElement('div')
      const pieces = withTags(line)
      element.append(...pieces.map(nodeOf))
      // Without it an empty line has no height, and a chip at the end leaves no place for the caret.
      if (pieces.length === 0 || pieces.at(-1)?.isTag) element.append(document.createElement('br'))
      return element
    }),
  )
}

function nodeOf(run: Run & { isTag: boolean }): Node {
  let node: Node = run.isTag ? chipOf(run.text) : document.createTextNode(run.text)
  for (const [mark, name] of Object.entries(ELEMENTS) as [keyof typeof ELEMENTS, string][]) {
    if (run[mark]) node = around(document.createElement(name), node)
  }
  if (run.color !== undefined) {
    const span = document.createElement('span')
    span.style.color = run.color
    span.dataset['color'] = run.color
    node = around(span, node)
  }
  if (run.link !== undefined) {
    const link = document.createElement('a')
    link.dataset['link'] = run.link
    node = around(link, node)
  }
  return node
}

function around(element: HTMLElement, node: Node): HTMLElement {
  element.append(node)
  return element
}

/** A merge tag as an atomic chip for clicks, deletion and caret movement. */
function chipOf(source: string): HTMLElement {
  const [part] = compileTemplate(source).parts
  const chip = document.createElement('span')
  chip.dataset['tag'] = source
  chip.contentEditable = 'false'
  if (typeof part !== 'object') return chip
  chip.append(part.name)
  if (part.fallback) {
    const fallback = document.createElement('span')
    fallback.append(`or ${part.fallback}`)
    chip.append(' ', fallback)
  }
  return chip
}

/** Reads the lines in `root`, however a browser has changed it; `marksOf` returns the marks an element applies. */
export function readLines(root: HTMLElement, marksOf: (element: HTMLElement) => Marks = ownMarks): Lines {
  const lines: Run[][] = [[]]
  /** an element ended the line: further content starts the next */
  let isEnded = false
  const current = () => {
    if (isEnded) lines.push([])
    isEnded = false
    return lines.at(-1) ?? []
  }
  const walk = (node: Node, marks: Marks): void => {
    if (node instanceof HTMLElement && node.dataset['tag'] !== undefined) {
      current().push({ ...marks, text: node.dataset['tag'] })
    } else if (node.nodeType === Node.TEXT_NODE) {
      const [first = '', ...rest] = (node.nodeValue ?? '').replaceAll('\u00A0', ' ').split('\n')
      if (first !== '') current().push({ ...marks, text: first })
      for (const text of rest) {
        current()
        lines.push(text === '' ? [] : [{ ...marks, text }])
      }
    } else if (node instanceof HTMLElement && node.tagName === 'BR') {
      // A final one only gives the line its height.
      if (isLastInLine(node, root)) current()
      else {
        current()
        lines.push([])
      }
    } else if (node instanceof HTMLElement && BLOCKS.has(node.tagName)) {
      if ((lines.at(-1)?.length ?? 0) > 0) isEnded = true
      const before = lines.length
      const wasEnded = isEnded
      const inner = { ...marks, ...marksOf(node) }
      for (const child of node.childNodes) walk(child, inner)
      // An empty element is an empty line.
      if (lines.length === before && isEnded === wasEnded && wasEnded) current()
      isEnded = true
    } else if (node instanceof HTMLElement) {
      const inner = { ...marks, ...marksOf(node) }
      for (const child of node.childNodes) walk(child, inner)
    }
  }
  for (const child of root.childNodes) walk(child, {})
  return lines.map(joined)
}

function isLastInLine(node: Node, root: Node): boolean {
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) {
    if (at.nextSibling) return at.nextSibling instanceof HTMLElement && BLOCKS.has(at.nextSibling.tagName)
    if (at !== node && at instanceof HTMLElement && BLOCKS.has(at.tagName)) return true
  }
  return true
}

/** The marks of an element, from its name and the attributes `draw` set. */
export function ownMarks(element: HTMLElement): Marks {
  const { link, color } = element.dataset
  return {
    ...MARKS[element.tagName],
    ...(link === undefined ? {} : { link }),
    ...(color === undefined ? {} : { color }),
  }
}

/** The selection in `root`; null when it is elsewhere. */
export function selectionIn(root: HTMLElement): Span | null {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!root.contains(range.commonAncestorContainer)) return null
  return {
    start: offsetOf(root, range.startContainer, range.startOffset),
    end: offsetOf(root, range.endContainer, range.endOffset),
  }
}

/** The number of characters before a DOM position. */
function offsetOf(root: HTMLElement, container: Node, offset: number): number {
  const range = document.createRange()
  range.selectNodeContents(root)
  range.setEnd(container, offset)
  const before = document.createElement('div')
  before.append(range.cloneContents())
  const lines = readLines(before)
  // The line of the position has started, though the copy has none of its content.
  const isAtLineStart = container === root ? offset : 0
  const empty = isAtLineStart > 0 && isAtLineStart < root.childNodes.length ? 1 : 0
  return lines.reduce((sum, line) => sum + lengthOf(line) + 1, 0) - 1 + empty
}

const lengthOf = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0)

/** Selects a span in `root`, which holds lines rendered by `draw`. */
export function selectIn(root: HTMLElement, { start, end }: Span): void {
  const range = document.createRange()
  const [from, fromOffset] = placeOf(root, start)
  const [to, toOffset] = placeOf(root, end)
  range.setStart(from, fromOffset)
  range.setEnd(to, toOffset)
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

function placeOf(root: HTMLElement, offset: number): [Node, number] {
  let left = offset
  for (const line of root.childNodes) {
    const pieces = piecesIn(line)
    for (const piece of pieces) {
      const isTag = piece instanceof HTMLElement
      const length = isTag ? (piece.dataset['tag'] ?? '').length : (piece.nodeValue ?? '').length
      if (left <= length && !isTag) return [piece, left]
      if (left < length || (left === length && piece === pieces.at(-1))) {
        const parent = piece.parentNode ?? root
        return [parent, [...parent.childNodes].indexOf(piece as ChildNode) + (left > 0 ? 1 : 0)]
      }
      left -= length
    }
    if (left === 0) return [line, 0]
    left -= 1
  }
  return [root, root.childNodes.length]
}

/** The text nodes and chips of a line in order. */
function piecesIn(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [node]
  if (node instanceof HTMLElement && node.dataset['tag'] !== undefined) return [node]
  return [...node.childNodes].flatMap(piecesIn)
}
