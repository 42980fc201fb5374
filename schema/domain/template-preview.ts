import type { BuilderDocument } from './builder/document.ts'
import { decodeEntities } from './builder/entities.ts'
import { textOfDocument } from './builder/text.ts'
import { tokenize } from './builder/tokens.ts'
import { TEMPLATE_PREVIEW_LENGTH } from './text-limits.ts'

/** Tags that stand within a word as well as between words. */
const INLINE = new Set('a abbr b big code del em font i ins mark s small span strong sub sup u'.split(' '))

/** The first 100 characters of what a template says, without tags and as it is read (spec §2 Templates, §9); a document goes before words. */
export function templatePreview(content: string, document: BuilderDocument | null = null): string {
  const text = (document ? textOfDocument(document) : wordsOf(content)).replace(/\s+/g, ' ').trim()
  // A character outside the first plane has two units, which belong together.
  return Array.from(text.slice(0, 2 * TEMPLATE_PREVIEW_LENGTH))
    .slice(0, TEMPLATE_PREVIEW_LENGTH)
    .join('')
}

function wordsOf(content: string): string {
  return tokenize(content)
    .map((token) => {
      if (token.kind === 'text') return decodeEntities(token.source)
      return token.kind !== 'comment' && INLINE.has(token.name) ? '' : ' '
    })
    .join('')
}
