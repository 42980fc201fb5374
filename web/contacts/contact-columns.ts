import { useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'

/** An optional column: tags, S.No, or a custom field. */
export type ExtraColumn = 'tags' | 'serialNumber' | `field:${string}`

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
  return value === 'tags' || value === 'serialNumber' || (typeof value === 'string' && value.startsWith('field:'))
}

/** The title of a column. */
export function columnTitle(column: ExtraColumn): string {
  if (column === 'tags') return 'Tags'
  return column === 'serialNumber' ? 'S.No' : column.slice('field:'.length)
}
