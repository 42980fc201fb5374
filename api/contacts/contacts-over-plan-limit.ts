import type { ColumnMapping } from '#domain/contacts/contact-columns.ts'
import { entryOf, isInteger } from '#domain/contacts/contact-fields.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import type { SpelledContact } from './field-spelling.ts'
import type { RejectedRow } from './spreadsheet/contact-rows.ts'

/** Contacts of an import beyond the maximum number that the plan allows. */

/**
 * Splits contacts of a sheet: those that exist (`known`, by address key) or that fit into `room`, in the sheet's order,
 * and those left out.
 */
export function fitting(
  contacts: readonly SpelledContact[],
  known: { has(key: string): boolean },
  room: number,
): { kept: SpelledContact[]; leftOut: SpelledContact[] } {
  let left = room
  const fits = (contact: SpelledContact) => known.has(emailKey(contact.email)) || (left -= 1) >= 0
  const { kept = [], leftOut = [] } = Object.groupBy(contacts, (contact) => (fits(contact) ? 'kept' : 'leftOut'))
  return { kept, leftOut }
}

/**
 * Returns a contact for which the plan has no room as a row for download, with the columns of its sheet, ready to be
 * uploaded later.
 */
export function leftOutRow(contact: SpelledContact, columns: readonly ColumnMapping[]): RejectedRow {
  const values = columns.flatMap((column): RejectedRow['values'] => {
    if (column.field === null) return []
    const name = typeof column.field === 'object' ? column.field.custom : column.header
    return [[name, textOf(contact, column.field)]]
  })
  return { row: contact.row, reason: 'Your plan has no room for this contact', values }
}

function textOf(contact: SpelledContact, field: NonNullable<ColumnMapping['field']>): string {
  if (typeof field === 'object') return fieldText(contact, field.custom)
  switch (field) {
    case 'fullName':
      return [contact.title, contact.firstName, contact.lastName].filter(Boolean).join(' ')
    case 'noTracking':
      return contact.untracked ? 'yes' : ''
    case 'trackingConsent':
      return contact.untracked ? 'no' : ''
    default:
      return isInteger(field) ? String(contact[field] ?? fieldText(contact, entryOf(field).label)) : contact[field]
  }
}

/** Returns the text of a contact's custom field by its name in the sheet, which the workspace may spell differently. */
function fieldText({ fields }: SpelledContact, name: string): string {
  return fields[name] ?? Object.entries(fields).find(([other]) => tagKey(other) === tagKey(name))?.[1] ?? ''
}
