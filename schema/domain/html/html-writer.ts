import { tagsIn } from '../content/merge-tags.ts'
import { decodeText, decodeTyped, escapeHtml } from './html-escaping.ts'

/**
 * Escapes text with merge tags for HTML. Merge tags stay as typed: they are filled and escaped later. Any other brace is escaped, so that it
 * cannot form a merge tag with the markup after it.
 */

/** Escapes text between tags. A merge tag that would be read back as another text is escaped like other text. */
export function escapeText(text: string): string {
  return outsideTags(text, escaped, (tag) => (decodeText(tag) === tag ? tag : escaped(tag)))
}

/** Escapes a value between double quotes. A merge tag that contains a quote is escaped like other text. */
export function escapeAttribute(text: string): string {
  return outsideTags(text, escaped, (tag) => (tag.includes('"') ? escaped(tag) : tag))
}

/** Escapes text between tags in which a person may have typed character references: known ones stay. */
export function escapeTyped(text: string): string {
  return outsideTags(text, escapedTyped, (tag) => tag)
}

const escaped = (text: string) => escapedPlain(text.toWellFormed()).replaceAll('\u00A0', '&nbsp;')
const escapedPlain = (text: string) => escapeHtml(text).replaceAll('{', '&#123;')

function escapedTyped(text: string): string {
  return text
    .split(/(&#?\w{1,40};)/)
    .map((piece) => (piece.startsWith('&') && decodeTyped(piece) !== piece ? piece : escapedPlain(piece)))
    .join('')
}

function outsideTags(text: string, write: (text: string) => string, writeTag: (source: string) => string): string {
  let result = ''
  let end = 0
  for (const { index, source } of tagsIn(text)) {
    result += write(text.slice(end, index)) + writeTag(source)
    end = index + source.length
  }
  return result + write(text.slice(end))
}
