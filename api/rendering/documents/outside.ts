import { AppError } from '#domain/errors.ts'
import type { DocumentParts } from './package.ts'
import { elementOf, endOf, isOpening, tokensOf } from './word-fields.ts'

/**
 * Keeps a document to itself. A Word document can name pictures, templates and data sources elsewhere, which programs fetch when
 * they open or print it. Links that a reader clicks may stay. The list of a mail merge in Word and the template that a document was made from
 * are removed from its settings, since they are of no use to a recipient and name folders of the sender.
 */

const SETTINGS = 'word/settings.xml'
const REMOVED = new Set(['w:mailMerge', 'w:attachedTemplate'])

/** Returns the parts of a document without its settings for a mail merge. Throws BAD_INPUT if it needs something from outside. */
export function withoutOutside(source: DocumentParts): DocumentParts {
  const parts: DocumentParts = new Map(source)
  for (const [name, part] of source) {
    if (!name.endsWith('.rels')) continue
    const tokens = tokensOf(new TextDecoder().decode(part))
    const isOfSettings = name === 'word/_rels/settings.xml.rels'
    const kept = tokens.filter((token) => !(isOfSettings && isOutside(token)))
    if (kept.some(isOutside)) {
      throw new AppError(
        'BAD_INPUT',
        'This Word document shows a picture or a text that is stored elsewhere. Open it in Word, choose File → Info → Edit Links to Files, break the links, and save it.',
      )
    }
    if (kept.length < tokens.length) parts.set(name, new TextEncoder().encode(kept.join('')))
  }
  const settings = source.get(SETTINGS)
  if (settings) parts.set(SETTINGS, new TextEncoder().encode(withoutElements(new TextDecoder().decode(settings))))
  return parts
}

/** Returns whether a tag is a relationship to something outside that is not a link to click. */
function isOutside(token: string): boolean {
  if (elementOf(token) !== 'Relationship' || !/\sTargetMode\s*=\s*["']External["']/i.test(token)) return false
  return !/\sType\s*=\s*["'][^"']{0,200}\/hyperlink["']/i.test(token)
}

function withoutElements(xml: string): string {
  const tokens = tokensOf(xml)
  const written: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (at % 2 === 1 && REMOVED.has(elementOf(token))) {
      if (isOpening(token)) at = endOf(tokens, at)
    } else written.push(token)
  }
  return written.join('')
}
