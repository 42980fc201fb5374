import { mailFor, withAllParts } from '#domain/content/email-parts.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/languages.ts'
import { repairMergeTags } from '#domain/content/merge-tag-repair.ts'
import { compileTemplate, fillTemplate, tagValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'
import type { EmailsPer } from '#web/generated/graphql.ts'
import type { SheetRow } from './operations.ts'

/** An email as it is written. */
export interface WrittenEmail {
  subject: string
  content: string
  language: EmailLanguage | null
}

const cellsOf = ({ cells }: SheetRow) => Object.fromEntries(cells.map(({ name, value }) => [name, value]))

/**
 * Returns the person of a row with the rows that their email is about: all of theirs, or this one. `own` is what the contact
 * holds beside the sheet.
 */
export function recipientOf(
  row: SheetRow,
  rows: readonly SheetRow[],
  emailsPer: EmailsPer,
  own?: Pick<MergeValues, 'serialNumber' | 'fields'>,
): MergeValues {
  const { contact } = row
  const theirs = emailsPer === 'row' ? [row] : rows.filter((each) => each.contact?.id === contact?.id)
  return {
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    email: contact?.email ?? '',
    serialNumber: own?.serialNumber ?? null,
    fields: own?.fields ?? {},
    rows: theirs.map(cellsOf),
  }
}

/** Fills a written email for one recipient, as sending does. The HTML is a fragment. */
export function fillEmail(
  { language, ...email }: WrittenEmail,
  recipient: MergeValues,
): { subject: string; html: string } {
  const written = language ?? DEFAULT_LANGUAGE
  const mail = mailFor({ ...email, language: written }, recipient)
  const values = tagValues(recipient, written)
  const html = repairMergeTags(renderSimpleText(mail.content, { linksAddresses: true }))
  return {
    subject: fillTemplate(compileTemplate(mail.subject, written), values, 'subject'),
    html: fillTemplate(compileTemplate(html, written), values, 'html'),
  }
}

/** The keys of the merge tags that an email writes without a fallback: an empty cell leaves a gap. */
export function bareTagKeys({ subject, content }: Pick<WrittenEmail, 'subject' | 'content'>): ReadonlySet<string> {
  const parts = [subject, content].flatMap((text) => compileTemplate(withAllParts(text)).parts)
  return new Set(parts.flatMap((part) => (typeof part !== 'string' && part.fallback === null ? [part.key] : [])))
}
