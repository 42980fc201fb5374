import { AppError } from '#domain/errors.ts'
import { cellText, type SheetCell } from './cell-text.ts'
import type { SheetRow } from './rows.ts'
import { orDamaged, PASSWORD_PROTECTED } from './zip.ts'

/** A workbook as the import needs it, whichever format it came in. */
export interface Book {
  sheets: { name: string; hidden: boolean }[]
  /** The rows of a sheet that have cells, from the first; what stands beyond `width` columns is left out. Null: it cannot be read. */
  rows(sheet: string, width: number): AsyncIterable<SheetRow> | Iterable<SheetRow> | null
  /** the number of the sheet's last row, empty ones included */
  lastRow(sheet: string): number | Promise<number>
}

/** The rows of a sheet that the library has read. */
export function* denseRows(
  data: readonly (readonly (SheetCell | undefined)[] | undefined)[],
  width: number,
  date1904: boolean,
): Generator<SheetRow> {
  for (const [index, cells] of data.entries()) {
    if (cells) yield { row: index + 1, cells: cells.slice(0, width).map((cell) => cellText(cell, date1904)) }
  }
}

/** Runs the library over a file; what it throws is told apart for a person. */
export function readable<T>(parse: () => T): Promise<T> {
  return orDamaged(() => {
    try {
      return parse()
    } catch (error) {
      if (error instanceof AppError || !/password|encrypt/i.test(String(error))) throw error
      throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED, { cause: error })
    }
  })
}
