import type { SheetRow } from './rows.ts'

/** A workbook as the import needs it, whichever format it came in. */
export interface Book {
  sheets: { name: string; hidden: boolean }[]
  /** The rows of a sheet that have cells, from the first; what stands beyond `width` columns is left out. Null: it cannot be read. */
  rows(sheet: string, width: number): AsyncIterable<SheetRow> | Iterable<SheetRow> | null
  /** the number of the sheet's last row, empty ones included */
  lastRow(sheet: string): number | Promise<number>
}
