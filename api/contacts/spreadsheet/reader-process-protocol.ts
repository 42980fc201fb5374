import type { ErrorCode } from '#domain/errors.ts'
import type { ReadingChoice } from '#domain/contacts/import-choice.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import type { SpreadsheetLimits } from './spreadsheet-limits.ts'
import type { RowBatch } from './contact-rows.ts'
import type { SheetDescription, SheetTable, TableChoice } from './contact-table-reader.ts'

/** The request to the reader process. */
export interface Order {
  limits: SpreadsheetLimits
  /** the table to read; null: the first that looks like contacts */
  choice: TableChoice | null
  /** True if to describe every sheet first; a workbook without a table is then no error */
  describe: boolean
  /** language in which numbers are written */
  language: EmailLanguage
  /** options for reading the file */
  reading: ReadingChoice
  /** true: repeated addresses keep their values, where no table is chosen */
  keepRows: boolean
}

/** Messages from the reader process. It reads the file from standard input, then answers one question at a time. */
export type Answer =
  | { type: 'sheets'; sheets: SheetDescription[] }
  | { type: 'table'; table: Omit<SheetTable, 'rows'> }
  | { type: 'batch'; batch: RowBatch }
  | { type: 'end' }
  | { type: 'failed'; code: ErrorCode; message: string; detail: string }

/** Message to the reader process: asks for the next answer. The first message carries the request. */
export interface Question {
  order?: Order
}
