import { AppError } from '#domain/errors.ts'
import { identify } from './kind.ts'
import type { SpreadsheetLimits } from './limits.ts'
import type { Answer } from './protocol.ts'
import { createSorter, emptyBatch, type RowBatch } from './rows.ts'
import { readTable, type SheetTable } from './workbook.ts'

/** Runs in a process of its own, started by `read-spreadsheet.ts`: the file comes in on standard input, tables and rows go out as messages. */

const limits: SpreadsheetLimits = JSON.parse(process.argv[2] ?? '{}')

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > limits.fileBytes) throw tooLargeFile(limits.fileBytes)
  }
  return Buffer.concat(chunks, size)
}

function tooLargeFile(bytes: number): AppError {
  return new AppError(
    'TOO_LARGE',
    `This file is larger than ${Math.floor(bytes / 1_048_576)} MB. Split it into several files.`,
  )
}

async function* answers(): AsyncGenerator<Answer> {
  const file = identify(await readInput(), limits)
  const { rows, ...table } = await readTable(file, limits)
  yield { type: 'table', table }
  for (const batch of batches({ ...table, rows })) yield { type: 'batch', batch }
}

function* batches({ rows, columns }: SheetTable): Generator<RowBatch> {
  const sort = createSorter(columns)
  let batch = emptyBatch()
  let size = 0
  for (const row of rows) {
    sort(row, batch)
    size += 1
    if (size < limits.batchRows) continue
    yield batch
    batch = emptyBatch()
    size = 0
  }
  if (size > 0) yield batch
}

const source = answers()

async function answer(): Promise<void> {
  let next: Answer
  try {
    next = (await source.next()).value ?? { type: 'end' }
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('INTERNAL', String(error))
    const cause = known.cause ?? error
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    next = { type: 'failed', code: known.code, message: known.message, detail }
  }
  process.send?.(next)
}

process.on('message', () => void answer())
