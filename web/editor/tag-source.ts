import { compileTemplate } from '#domain/merge-tags.ts'

/** The attribute that holds a chip's source, such as {firstName|there}. */
export const TAG_ATTRIBUTE = 'data-merge-tag'

/** The source of a merge tag. */
export function tagSource(name: string, fallback: string): string {
  const word = fallback.replace(/[{}<>\r\n]/g, '').trim()
  return word === '' ? `{${name}}` : `{${name}|${word}}`
}

/** Name and fallback of a merge tag. */
export function tagParts(source: string): { name: string; fallback: string } {
  const [part] = compileTemplate(source).parts
  return typeof part === 'object' ? { name: part.name, fallback: part.fallback } : { name: '', fallback: '' }
}
