import { AppError } from '#domain/errors.ts'
import { writeCsv } from './write-csv.ts'
import { writeWorkbook } from './write-workbook.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Rows of a usual read, each in its own transaction: a slow download holds neither memory nor a connection. */
export const EXPORT_BATCH = 2_000

type Cell = string | number

/** A file being streamed. */
export interface TableFile {
  /** expected rows; changes during the download may alter it */
  total: number
  /** estimated bytes, based on the first rows */
  estimatedBytes: number
  pieces: AsyncGenerator<Uint8Array, void, undefined>
}

/** The content of a file. */
export interface Table<Row> {
  /** the name of its sheet */
  name: string
  /** widths in characters */
  columns: readonly { header: string; width: number }[]
  total: number
  /** the first rows */
  first: readonly Row[]
  /** the rows after this one; empty at the end */
  next: (last: Row) => Promise<readonly Row[]>
  cellsOf: (row: Row) => Cell[]
}

/** Validates a requested format; CSV by default. Throws BAD_INPUT. */
export function exportFormat(asked: unknown): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === (asked ?? 'csv'))
  if (!format) throw new AppError('BAD_INPUT', `The format must be one of ${EXPORT_FORMATS.join(', ')}.`)
  return format
}

/** Streams the table as a file; no cell is ever a formula. */
export async function tableFile<Row>(format: ExportFormat, table: Table<Row>): Promise<TableFile> {
  const { total, first, cellsOf } = table
  const sample = await sizeOf(written(format, table, first.map(cellsOf)))
  const empty = await sizeOf(written(format, table, []))
  const estimatedBytes = Math.round(empty + ((sample - empty) / Math.max(1, first.length)) * total)
  return { total, estimatedBytes, pieces: written(format, table, allRows(table)) }
}

/** Reads one batch ahead, so that the database works while rows are written. */
async function* allRows<Row>({ first, next, cellsOf }: Table<Row>): AsyncGenerator<Cell[], void, undefined> {
  let batch = first
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    const following = next(last)
    // A failure of the next batch is thrown below, after the rows before it.
    following.catch(() => {})
    for (const row of batch) yield cellsOf(row)
    batch = await following
  }
}

function written<Row>(
  format: ExportFormat,
  { name, columns }: Table<Row>,
  rows: Iterable<Cell[]> | AsyncIterable<Cell[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = columns.map((column) => column.header)
  if (format === 'csv') return writeCsv(header, rows)
  return writeWorkbook([{ name, header, widths: columns.map((column) => column.width), rows }])
}

async function sizeOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const piece of pieces) size += piece.length
  return size
}
