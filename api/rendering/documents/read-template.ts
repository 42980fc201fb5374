import { DOCUMENT_LIMITS } from '#domain/campaigns/document-attachments.ts'
import { findTags, SIGNATURE_TAG, UNSUBSCRIBE_TAG } from '#domain/content/merge-tags.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { AppError } from '#domain/errors.ts'
import { decodeText } from '#domain/html/html-escaping.ts'
import { fillDocument } from './fill-template.ts'
import { refuseOutside, withoutOutside } from './external-references.ts'
import { textOf, unpackDocument, type DocumentParts } from './word-package.ts'
import { markTemplate, readParts } from './word-template.ts'
import { elementOf, tokensOf } from './word-fields.ts'

/** Facts about a template that was read. */
export interface ReadTemplate {
  /** merge tags and markers of the document in their order, as one text */
  tags: string
  /** names of the fonts that the document uses */
  fonts: string[]
}

/** Fonts of one document that are remembered. */
const FONTS_MAX = 50

/**
 * Reads a template and tries to fill it; pure.
 *
 * @throws UNREADABLE_FILE for another kind of file, a damaged one, and one with macros
 * @throws TOO_LARGE past {@link DOCUMENT_LIMITS}
 * @throws BAD_INPUT for tracked changes, content from elsewhere, and tags that cannot be filled
 */
export function readTemplate(content: Uint8Array): ReadTemplate {
  if (content.length > DOCUMENT_LIMITS.bytes) {
    throw new AppError(
      'TOO_LARGE',
      `A document to fill can have ${DOCUMENT_LIMITS.bytes / 1_048_576} MB. Make its pictures smaller.`,
    )
  }
  const unpacked = unpackDocument(content)
  refuseOutside(unpacked)
  const parts = withoutOutside(unpacked)
  const { text } = markTemplate(parts)
  const wrong = findTags(text).find((name) => [SIGNATURE_TAG, UNSUBSCRIBE_TAG].includes(tagKey(name)))
  if (wrong !== undefined) {
    throw new AppError('BAD_INPUT', `{${wrong}} works in the email only. Remove it from the document.`)
  }
  fillDocument({ content, recipient: { firstName: '', lastName: '', email: '', fields: {}, rows: [{}] } })
  return { tags: text, fonts: fontsOf(parts) }
}

/** The fonts that a document's text and styles name. */
function fontsOf(parts: DocumentParts): string[] {
  const themed = themeFonts(textOf(parts, 'word/theme/theme1.xml'))
  const found = new Set<string>()
  for (const name of [...readParts(parts), 'word/styles.xml']) {
    for (const token of tokensOf(textOf(parts, name))) {
      if (elementOf(token) !== 'w:rFonts') continue
      for (const [, attribute = '', value = ''] of token.matchAll(
        /\sw:(ascii|hAnsi|asciiTheme|hAnsiTheme)="([^"]*)"/g,
      )) {
        const font = attribute.endsWith('Theme')
          ? themed[value.startsWith('major') ? 'major' : 'minor']
          : decodeText(value)
        if (font) found.add(font)
      }
    }
  }
  return [...found].slice(0, FONTS_MAX)
}

/** The fonts of a theme for headings and for text. */
function themeFonts(xml: string): { major?: string; minor?: string } {
  const fonts: { major?: string; minor?: string } = {}
  let kind: 'major' | 'minor' | null = null
  for (const token of tokensOf(xml)) {
    if (token.startsWith('<a:majorFont')) kind = 'major'
    else if (token.startsWith('<a:minorFont')) kind = 'minor'
    else if (kind && elementOf(token) === 'a:latin') {
      const font = /\stypeface="([^"]*)"/.exec(token)?.[1]
      if (font) fonts[kind] ??= decodeText(font)
    }
  }
  return fonts
}
