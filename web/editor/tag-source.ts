import { markerOf } from '#domain/content/email-parts.ts'
import { formatText, type Format } from '#domain/content/tag-formats.ts'
import { compileTemplate, tagsIn, tagText } from '#domain/content/merge-tags.ts'
import { conditionWords } from './condition-texts.ts'
import { formatLabel } from './format-texts.ts'

/** The attribute that holds a chip's source, such as {firstName|there}. */
export const TAG_ATTRIBUTE = 'data-merge-tag'

/** The parts of a merge tag. `fallback`: null if there is none, '' if it is left empty on purpose. */
export interface TagParts {
  name: string
  fallback: string | null
  format: Format | null
}

/** Writes a merge tag as stored in the text, such as `{firstName|there}`. */
export function tagSource({ name, fallback, format }: TagParts): string {
  const word = fallback?.replace(/[{}<>\r\n]/g, '').trim() ?? null
  return tagText({ name, fallback: word, format: format ? { ...format, language: 'en' } : undefined })
}

/** Returns the name, fallback and format of a merge tag. */
export function tagParts(source: string): TagParts {
  const [part] = compileTemplate(source).parts
  if (typeof part !== 'object') return { name: '', fallback: null, format: null }
  if (!part.format) return { name: part.name, fallback: part.fallback, format: null }
  const { language: _, ...format } = part.format
  return { name: part.name, fallback: part.fallback, format }
}

/** Returns the parts of a text that are shown as chips: merge tags and markers of conditions. */
export function chipsIn(text: string): { index: number; source: string }[] {
  const markers = [...text.matchAll(/\{[#/][^{}<>\r\n]{1,2004}\}/g)]
    .map(({ index, 0: source }) => ({ index, source }))
    .filter(({ source }) => markerOf(source) !== null)
  if (markers.length === 0) return tagsIn(text)
  return [...markers, ...tagsIn(text)].toSorted((one, other) => one.index - other.index)
}

/** Returns whether a text is one chip and nothing else. */
export function isChip(text: string): boolean {
  const [found] = chipsIn(text)
  return found?.source === text
}

/** Returns the text of a chip: the name, and the rest, shown in a softer color. */
export function chipWords(source: string): { name: string; more: string } {
  const marker = markerOf(source)
  if (marker === 'else') return { name: 'Otherwise', more: '' }
  if (marker === 'end') return { name: 'End', more: '' }
  if (marker) return { name: `If ${conditionWords(marker)}`, more: '' }
  const { name, fallback, format } = tagParts(source)
  const written = format ? ` · ${formatLabel(formatText(format))}` : ''
  return { name, more: fallback ? `${written} or ${fallback}` : written }
}
