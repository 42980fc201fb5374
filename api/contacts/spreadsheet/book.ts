import type { SheetRow } from './rows.ts'

/** A workbook for the import, independent of its format. */
export interface Book {
  sheets: { name: string; hidden: boolean }[]
  /** a sheet at the start of a sentence, unless `The sheet “name”` */
  subject?(sheet: string): string
  /** why the whole file must not be imported, although its rows can be read */
  problem?: string | null
  /** A sheet's rows that have cells, cut at `width` columns. Null: it cannot be read. */
  rows(sheet: string, width: number): AsyncIterable<SheetRow> | Iterable<SheetRow> | null
  /** the number of the sheet's last row, including empty ones */
  lastRow(sheet: string): number | Promise<number>
}
