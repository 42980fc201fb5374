import { tagsIn } from '../merge-tags.ts'
import { decodeTyped, escapeHtml } from './characters.ts'

/**
 * Text with merge tags as HTML. The tags stay as they were typed: they are filled and escaped afterwards. A brace that opens none is written
 * as a reference, so that it does not become a tag together with the markup that follows.
 */

/** Text between tags. */
export function escapeText(text: string): string {
  return outsideTags(text, escaped, (tag) => tag)
}

/** A value between double quotes. A merge tag that holds a quote is a text like any other. */
export function escapeAttribute(text: string): string {
  return outsideTags(text, escaped, (tag) => (tag.includes('"') ? escaped(tag) : tag))
}

/** Text between tags in which character references may have been typed: those that mean something stay. */
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
