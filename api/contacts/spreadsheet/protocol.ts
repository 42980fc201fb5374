import type { ErrorCode } from '#domain/errors.ts'
import type { RowBatch } from './rows.ts'
import type { SheetTable } from './workbook.ts'

/** What the reading process says. It reads the file from its standard input, then answers one question after another. */
export type Answer =
  | { type: 'table'; table: Omit<SheetTable, 'rows'> }
  | { type: 'batch'; batch: RowBatch }
  | { type: 'end' }
  | { type: 'failed'; code: ErrorCode; message: string; detail: string }

/** The only question: what comes next. */
export const NEXT = 'next'
