import { tagKey } from '#domain/contacts/tag-key.ts'
import type { SheetRow } from './operations.ts'

/** A column of the grid: one of the sheet, or one added by the app, such as the status. */
export interface GridColumn {
  key: string
  title: string
  kind: 'row' | 'status' | 'email' | 'cell'
  /** Minimum width, in px. */
  width: number
  /** The merge tag that its title inserts; null: none. */
  tag: string | null
}

const ROW: GridColumn = { key: ' row', title: 'Row', kind: 'row', width: 88, tag: null }
const STATUS: GridColumn = { key: ' status', title: 'Status', kind: 'status', width: 144, tag: null }
const EMAIL: GridColumn = { key: ' email', title: 'Email', kind: 'email', width: 208, tag: '{email}' }

/**
 * Returns the columns of a grid. The keys of the app's own columns begin with a space, so that no column of a sheet has
 * them.
 */
export function gridColumns(names: readonly string[], { hasStatus }: { hasStatus: boolean }): GridColumn[] {
  const cells = names.map((name): GridColumn => ({
    key: name,
    title: name,
    kind: 'cell',
    width: 136,
    tag: `{${name}}`,
  }))
  return [ROW, ...(hasStatus ? [STATUS] : []), EMAIL, ...cells]
}

/** Returns the names of the columns of rows that come from contacts, in the order of their first occurrence. */
export const columnsOf = (rows: readonly SheetRow[]): string[] => [
  ...new Set(rows.flatMap(({ cells }) => cells.map(({ name }) => name))),
]

/** Returns the value of a column of the sheet in a row; empty if it has none. */
export function cellOf(row: SheetRow, name: string): string {
  return row.cells.find((cell) => cell.name === name)?.value ?? ''
}

/** Returns whether a cell is empty although the email needs its value. */
export const isGap = (row: SheetRow, name: string, needed: ReadonlySet<string>): boolean =>
  needed.has(tagKey(name)) && cellOf(row, name) === ''
