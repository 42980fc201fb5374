import { renderRichText } from '#domain/builder/render-rich-text.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'
import { chipsIn, chipWords, TAG_ATTRIBUTE } from './tag-source.ts'

/** Kind of stored text: Simple Text, or the text of a builder's block. */
export type TextKind = 'simple' | 'block'

/**
 * The HTML that the editor opens for a stored text: what the email shows, cleaned by the domain, with merge tags as
 * chips.
 */
export function htmlOf(stored: string, kind: TextKind): string {
  const html = kind === 'simple' ? renderSimpleText(stored) : renderRichText(stored, { linkColor: '', gap: 16 })
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // The stored form of an empty paragraph.
  for (const block of body.querySelectorAll('p, li')) if (block.innerHTML === '&nbsp;') block.replaceChildren()
  chipTags(body)
  return body.innerHTML
}

/** Replaces the merge tags in an element's text with chips. Text never becomes markup. */
export function chipTags(root: Element): void {
  const document = root.ownerDocument
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.parentElement?.closest(`[${TAG_ATTRIBUTE}]`)) continue
    const found = chipsIn(text.data)
    if (found.length === 0) continue
    const pieces: (string | Element)[] = []
    let end = 0
    for (const { index, source } of found) {
      pieces.push(text.data.slice(end, index), chipOf(document, source))
      end = index + source.length
    }
    text.replaceWith(...pieces, text.data.slice(end))
  }
}

function chipOf(document: Document, source: string): Element {
  const chip = document.createElement('span')
  chip.setAttribute(TAG_ATTRIBUTE, source)
  const { name, more } = chipWords(source)
  chip.append(name)
  if (more === '') return chip
  const softer = document.createElement('span')
  softer.append(more)
  chip.append(softer)
  return chip
}
