import type { BuilderDocument } from '../builder/builder-document.ts'
import { textOfDocument } from '../builder/plain-text.ts'
import { wordsOfHtml } from '../html/visible-words.ts'
import { TEMPLATE_PREVIEW_LENGTH } from '../content/text-limits.ts'

/**
 * Returns the first 100 characters of a template's text, without tags and as it is read (product: templates.preview); a
 * builder document is used before the text content.
 */
export function templatePreview(content: string, document: BuilderDocument | null = null): string {
  const text = (document ? textOfDocument(document) : wordsOfHtml(content)).replace(/\s+/g, ' ').trim()
  // A character outside the first plane has two units, which belong together.
  return Array.from(text.slice(0, 2 * TEMPLATE_PREVIEW_LENGTH))
    .slice(0, TEMPLATE_PREVIEW_LENGTH)
    .join('')
}
