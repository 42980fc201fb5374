import { cellOf, type GridColumn } from './grid-columns.ts'
import type { SheetRow } from './operations.ts'
import { statusRank } from './row-status.ts'

/** The column by which rows are sorted. */
export interface Sort {
  column: GridColumn
  isDescending: boolean
}

const TEXTS = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Returns the value by which a row is sorted: a number if the whole cell is one, else text. */
function sortKey(row: SheetRow, { kind, title }: GridColumn): string | number {
  if (kind === 'row') return row.row
  if (kind === 'status') return statusRank(row.email ?? null)
  const text = kind === 'email' ? (row.contact?.email ?? '') : cellOf(row, title).trim()
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? text : number
}

/** Compares numbers before texts; empty values come last in both directions. */
function compare(a: string | number, b: string | number, sign: number): number {
  if (a === b) return 0
  if (a === '') return 1
  if (b === '') return -1
  if (typeof a === 'number') return typeof b === 'number' ? sign * (a - b) : -sign
  return typeof b === 'number' ? sign : sign * TEXTS.compare(a, b)
}

/** Returns the rows sorted by a column; equal rows stay in the order of the sheet. */
export function sortRows(rows: readonly SheetRow[], sort: Sort | null): readonly SheetRow[] {
  if (sort === null) return rows
  const sign = sort.isDescending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: sortKey(row, sort.column) }))
  return keyed.toSorted((a, b) => compare(a.key, b.key, sign)).map(({ row }) => row)
}

/** Returns the sort order after a click on a title: ascending, then descending, then the order of the sheet. */
export function nextSort(sort: Sort | null, column: GridColumn): Sort | null {
  if (sort?.column.key !== column.key) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}
