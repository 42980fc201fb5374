import { compileTemplate, fillTemplate } from '../content/merge-tags.ts'

/**
 * A document per recipient: a Word template among the attachments of a campaign, filled for each email (product:
 * email.documents).
 */

/** The kinds of file that a template becomes. */
export const DOCUMENT_FORMATS = ['docx', 'pdf'] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

const MB = 1_048_576
export const DOCUMENT_LIMITS = {
  /** templates of one campaign */
  templates: 5,
  /** bytes of a template */
  bytes: 5 * MB,
  /** bytes of its parts, unpacked */
  unpackedBytes: 40 * MB,
  /** parts */
  parts: 1_000,
  /** bytes of one part with text, unpacked */
  textBytes: 10 * MB,
  /** merge tags and markers */
  tags: 2_000,
  /** bytes of all parts with text, filled */
  filledBytes: 20 * MB,
  /** rows written into one document: tables of thousands of rows take LibreOffice a minute */
  rows: 2_000,
  /** characters of the name of a filled document */
  name: 200,
} as const

export const DOCUMENT_TYPES: Readonly<Record<DocumentFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

/** Returns whether a file can be a template, by its name. */
export const canBeTemplate = (name: string): boolean => /\.docx$/i.test(name)

/** Characters that no file's name can have. */
const IMPOSSIBLE = /[\\/:*?"<>|\p{Cc}\u2028\u2029]/gu

/**
 * Names a recipient's document.
 *
 * @param pattern the name of the template, in which merge tags work: `Invoice {Number}.docx`
 * @param values the recipient's merge values, by tag key
 */
export function documentName(pattern: string, format: DocumentFormat, values: Map<string, string>): string {
  const filled = fillTemplate(compileTemplate(stemOf(pattern)), values, 'subject')
  const name = filled.replace(IMPOSSIBLE, '-').toWellFormed().replace(/\s+/g, ' ').trim()
  return `${name.slice(0, DOCUMENT_LIMITS.name) || 'Document'}.${format}`
}

const stemOf = (name: string) => (canBeTemplate(name) ? name.slice(0, -'.docx'.length) : name)
