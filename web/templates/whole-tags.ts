import { tagsIn } from '#domain/merge-tags.ts'

/** Widens a range that begins or ends within a merge tag to the whole of it: parted by an element, it would be none any more. */
export function takeWholeTags(range: Range): void {
  const { startContainer, startOffset, endContainer, endOffset } = range
  const first = tagAround(startContainer, startOffset)
  const last = tagAround(endContainer, endOffset)
  if (first) range.setStart(startContainer, first.start)
  if (last) range.setEnd(endContainer, last.end)
}

function tagAround(node: Node, offset: number): { start: number; end: number } | undefined {
  if (node.nodeType !== Node.TEXT_NODE) return undefined
  return tagsIn(node.nodeValue ?? '')
    .map(({ index, source }) => ({ start: index, end: index + source.length }))
    .find(({ start, end }) => start < offset && offset < end)
}
