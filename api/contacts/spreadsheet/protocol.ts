import type { ErrorCode } from '#domain/errors.ts'
import type { SpreadsheetLimits } from './limits.ts'
import type { RowBatch } from './rows.ts'
import type { SheetDescription, SheetTable, TableChoice } from './workbook.ts'

/** What the reading process is to do. */
export interface Order {
  limits: SpreadsheetLimits
  /** which table to read; null: the first that looks like contacts */
  choice: TableChoice | null
  /** whether to describe every sheet first; then nothing is wrong with a workbook that has no table */
  describe: boolean
}

/** What the reading process says. It reads the file from its standard input, then answers one question after another. */
export type Answer =
  | { type: 'sheets'; sheets: SheetDescription[] }
  | { type: 'table'; table: Omit<SheetTable, 'rows'> }
  | { type: 'batch'; batch: RowBatch }
  | { type: 'end' }
  | { type: 'failed'; code: ErrorCode; message: string; detail: string }

/** The only question: what comes next. The first one brings the order. */
export interface Question {
  order?: Order
}
