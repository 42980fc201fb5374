import { useSyncExternalStore } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'

/** An optional column: tags, S.No, or a custom field. */
export type ExtraColumn = 'tags' | 'serialNumber' | `field:${string}`

const DEFAULT: readonly ExtraColumn[] = ['tags']
const listeners = new Set<() => void>()
const parsed = new Map<string, readonly ExtraColumn[]>()

/** The contact list columns chosen by the user, stored in this browser. */
export function useExtraColumns(): [readonly ExtraColumn[], (columns: readonly ExtraColumn[]) => void] {
  const { id } = useUser()
  const key = `contactColumns.${id}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  return [
    columnsOf(text),
    (columns) => {
      localStorage.setItem(key, JSON.stringify(columns))
      for (const listener of listeners) listener()
    },
  ]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the same array for the same text, so that the table re-renders only when the columns change. */
function columnsOf(text: string | null): readonly ExtraColumn[] {
  if (text === null) return DEFAULT
  const known = parsed.get(text)
  if (known) return known
  const columns = read(text)
  parsed.set(text, columns)
  return columns
}

function read(text: string): readonly ExtraColumn[] {
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
