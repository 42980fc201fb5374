import type { ImportNotice } from '#domain/contacts/import-notices.ts'
import type { TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import type { SheetRow } from './contact-rows.ts'
import type { ColumnRange, SheetEnd } from './sheet-xml.ts'

/** A workbook for the import, independent of its format. */
export interface Book {
  sheets: { name: string; hidden: boolean }[]
  /** returns the words for a sheet at the start of a sentence; by default `The sheet “name”` */
  subject?(sheet: string): string
  /** reason why the whole file must not be imported, although its rows can be read */
  problem?: string | null
  /** encoding of a text file */
  encoding?: TextEncoding
  /** remarks about the whole file */
  notices?: readonly ImportNotice[]
  /** yields the rows of a sheet that have cells, cut at `width` columns; null if the sheet cannot be read */
  rows(sheet: string, width: number): AsyncIterable<SheetRow> | Iterable<SheetRow> | null
  /**
   * cells merged over several rows, by the number of the first row; missing for formats whose rows carry this
   * themselves
   */
  merged?(sheet: string): SheetEnd['merged'] | Promise<SheetEnd['merged']>
  /** columns that the sheet hides; missing where the format has no hidden ones */
  hiddenColumns?(sheet: string): readonly ColumnRange[] | Promise<readonly ColumnRange[]>
  /** the number of the sheet's last row, including empty ones */
  lastRow(sheet: string): number | Promise<number>
}
