import { tagsIn } from '#domain/merge-tags.ts'

/** Extends a range that starts or ends inside a merge tag to the whole tag: an element inside would break it. */
export function expandToWholeTags(range: Range): void {
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
