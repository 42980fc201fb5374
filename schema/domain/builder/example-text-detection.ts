import { EXAMPLE_TEXTS } from './example-text-table.ts'

/** Recognizes example text of a starter, and placeholders for text that is still to be written. */

/** Parts of any text that are placeholders. */
const PHRASES = [
  'lorem ipsum',
  'your company',
  'company name',
  'your name here',
  'street 1, 12345 city',
  '123 street',
  '123 main st',
  '12345 city',
  'your address',
  'insert text',
  'your text here',
]

const TEXTS = new Set(EXAMPLE_TEXTS)

/** The example in a plain text; null if it has none. Texts of starters count only unchanged. */
export function exampleIn(text: string): string | null {
  const flat = flatOf(text)
  if (TEXTS.has(flat)) return flat
  const lower = flat.toLowerCase()
  const phrase = PHRASES.find((each) => lower.includes(each))
  if (phrase === undefined) return null
  const at = lower.indexOf(phrase)
  return flat.slice(at, at + phrase.length)
}

/** A text on one line. */
export const flatOf = (text: string) => text.replace(/\s+/g, ' ').trim()
