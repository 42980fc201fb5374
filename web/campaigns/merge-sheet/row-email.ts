import { skipToken, useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { mailFor, withAllParts } from '#domain/content/email-parts.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { repairMergeTags } from '#domain/content/merge-tag-repair.ts'
import { compileTemplate, fillTemplate, tagValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'
import { firstRowTags } from '#domain/content/first-row-tags.ts'
import type { EmailsPer } from '#web/generated/graphql.ts'
import { cellOf } from './grid-columns.ts'
import { ROW_CONTACT, type SheetRow } from './operations.ts'

/** The subject and content of an email being written. */
export interface WrittenEmail {
  subject: string
  content: string
  language: EmailLanguage | null
}

const cellsOf = ({ cells }: SheetRow) => Object.fromEntries(cells.map(({ name, value }) => [name, value]))

/**
 * Returns the person of a row with the rows that their email is about. `own`: values of the contact that are not in the
 * sheet.
 */
function recipientOf(
  row: SheetRow,
  rows: readonly SheetRow[] | undefined,
  own?: Pick<MergeValues, 'serialNumber' | 'fields'>,
): MergeValues {
  const { contact } = row
  return {
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    email: contact?.email ?? '',
    serialNumber: own?.serialNumber ?? null,
    // Without a sheet, the cells are those of the contact.
    fields: own?.fields ?? (rows ? {} : cellsOf(row)),
    ...(rows && { rows: rows.map(cellsOf) }),
  }
}

/**
 * Returns the person of a row as the merge tags of their email see them; undefined without a row. `emailsPer`: whether
 * each row or each person gets an email; null where emails are about no sheet.
 */
export function useRecipient(
  row: SheetRow | undefined,
  rows: readonly SheetRow[],
  emailsPer: EmailsPer | null,
): MergeValues | undefined {
  const byContact = useMemo(() => Map.groupBy(rows, ({ contact }) => contact?.id), [rows])
  const contactId = row?.contact?.id
  const { data } = useQuery(ROW_CONTACT, contactId === undefined ? skipToken : { variables: { id: contactId } })
  const own = data?.contact
  return useMemo(() => {
    if (row === undefined) return undefined
    const ofPerson = () => byContact.get(row.contact?.id) ?? [row]
    const theirs = emailsPer === null ? undefined : emailsPer === 'row' ? [row] : ofPerson()
    if (!own) return recipientOf(row, theirs)
    const fields = Object.fromEntries(own.fields.map(({ name, value }) => [name, value]))
    return recipientOf(row, theirs, { serialNumber: own.serialNumber ?? null, fields })
  }, [row, byContact, emailsPer, own])
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

/** Columns whose merge tag stands outside of `{#rows}` although the rows of a person differ in them. */
export function differingTags(
  { subject, content }: Pick<WrittenEmail, 'subject' | 'content'>,
  rows: readonly SheetRow[],
  columns: readonly string[],
): string[] {
  return firstRowTags([subject, content], columns).filter((name) => {
    const firsts = new Map<string | undefined, string>()
    return rows.some((row) => {
      const value = cellOf(row, name)
      const first = firsts.get(row.contact?.id)
      if (first === undefined) firsts.set(row.contact?.id, value)
      return first !== undefined && first !== value
    })
  })
}

/** The keys of the merge tags that an email writes without a fallback: an empty cell leaves a gap. */
export function bareTagKeys({ subject, content }: Pick<WrittenEmail, 'subject' | 'content'>): ReadonlySet<string> {
  const parts = [subject, content].flatMap((text) => compileTemplate(withAllParts(text)).parts)
  return new Set(parts.flatMap((part) => (typeof part !== 'string' && part.fallback === null ? [part.key] : [])))
}
