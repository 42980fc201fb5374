import type { ColumnMapping } from '#domain/contacts/contact-columns.ts'
import {
  entryOf,
  integerText,
  isInteger,
  type ContactFieldName,
  type ContactValues,
} from '#domain/contacts/contact-fields.ts'

/** Field of a contact that a column of an imported sheet became. */
export type SheetField = ContactFieldName | 'fullName' | { custom: string }

/** Column of an imported sheet: its title, and the contact field that it became. */
export interface SheetColumn {
  title: string
  field: SheetField
}

/**
 * Returns the columns of a sheet whose values are stored, in the order of the sheet. `spelled`: how the workspace
 * spells a custom field.
 */
export function keptColumns(columns: readonly ColumnMapping[], spelled: (name: string) => string): SheetColumn[] {
  return columns.flatMap(({ header, field }): SheetColumn[] => {
    if (field === null || field === 'noTracking' || field === 'trackingConsent') return []
    const kept = typeof field === 'string' ? field : { custom: spelled(field.custom) }
    return [{ title: header || (typeof kept === 'string' ? '' : kept.custom), field: kept }]
  })
}

/** The columns of contacts that came from no sheet, or from one whose titles were not kept. */
export function usualColumns(fieldNames: readonly string[]): SheetColumn[] {
  return [
    ...(['firstName', 'lastName', 'email'] as const).map((field) => ({ title: entryOf(field).header, field })),
    ...fieldNames.map((name) => ({ title: name, field: { custom: name } })),
  ]
}

/** A contact as far as a sheet shows it. */
export interface SheetContact extends ContactValues {
  fields: Record<string, string>
}

/** Returns the text of a contact's cell in a column. */
export function cellOf(field: SheetField, contact: SheetContact): string | number {
  if (typeof field === 'object') return contact.fields[field.custom] ?? ''
  if (field === 'fullName') return [contact.firstName, contact.lastName].filter(Boolean).join(' ')
  return isInteger(field) ? integerText(contact, field) : contact[field]
}
