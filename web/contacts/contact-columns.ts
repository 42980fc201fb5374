import { CONTACT_FIELD_NAMES, entryOf, type ContactFieldName } from '#domain/contacts/contact-fields.ts'
import { useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'

/** Name of a contact field that may have its own column: first name, last name and email address always have one. */
type ExtraField = Exclude<ContactFieldName, 'firstName' | 'lastName' | 'email'>

/** An optional column: the tags, a field such as S.No, or a custom field. */
export type ExtraColumn = 'tags' | ExtraField | `field:${string}`

const ALWAYS_SHOWN: readonly ContactFieldName[] = ['firstName', 'lastName', 'email']
export const EXTRA_FIELDS = CONTACT_FIELD_NAMES.filter((name): name is ExtraField => !ALWAYS_SHOWN.includes(name))

/** Returns whether a column shows a built-in contact field. */
export const isExtraField = (column: unknown): column is ExtraField => EXTRA_FIELDS.includes(column as ExtraField)

const DEFAULT: readonly ExtraColumn[] = ['tags']

/** The contact list columns chosen by the user, stored in this browser. */
export function useExtraColumns(): [readonly ExtraColumn[], (columns: readonly ExtraColumn[]) => void] {
  const { id } = useUser()
  const key = `contactColumns.${id}`
  const [columns, setColumns] = useState(() => read(localStorage.getItem(key)))
  return [
    columns,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      setColumns(next)
    },
  ]
}

function read(text: string | null): readonly ExtraColumn[] {
  if (text === null) return DEFAULT
  try {
    const columns: unknown = JSON.parse(text)
    return Array.isArray(columns) && columns.every(isExtraColumn) ? columns : DEFAULT
  } catch {
    return DEFAULT
  }
}

function isExtraColumn(value: unknown): value is ExtraColumn {
  return value === 'tags' || isExtraField(value) || (typeof value === 'string' && value.startsWith('field:'))
}

/** The title of a column. */
export function columnTitle(column: ExtraColumn): string {
  if (column === 'tags') return 'Tags'
  return isExtraField(column) ? entryOf(column).header : column.slice('field:'.length)
}
