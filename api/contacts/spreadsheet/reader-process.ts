import module from 'node:module'
import { AppError } from '#domain/errors.ts'
import { identify } from './file-type-detection.ts'
import type { SpreadsheetLimits } from './spreadsheet-limits.ts'
import type { Answer, Order, Question } from './reader-process-protocol.ts'
import { createSorter, emptyBatch, type RowBatch } from './contact-rows.ts'
import { describeSheets, openWorkbook, readTable, type SheetTable, tableOf } from './contact-table-reader.ts'

/**
 * Runs in a separate process started by `read-spreadsheet.ts`: the file arrives on standard input, tables and rows
 * leave as messages.
 */

async function readInput({ fileBytes }: SpreadsheetLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > fileBytes) throw tooLargeFile(fileBytes)
  }
  return Buffer.concat(chunks, size)
}

function tooLargeFile(bytes: number): AppError {
  return new AppError(
    'TOO_LARGE',
    `This file is larger than ${Math.floor(bytes / 1_048_576)} MB. Split it into several files.`,
  )
}

async function* answers({ limits, choice, describe, language, reading, keepRows }: Order): AsyncGenerator<Answer> {
  const file = await identify(await readInput(limits), limits, reading.encoding)
  if (!describe && !choice) {
    return yield* answersOf(await readTable(file, limits, { ...reading, language, keepRows }), limits.batchRows)
  }
  const book = await openWorkbook(file, language)
  const sheets = describe ? await describeSheets(book, limits) : []
  if (describe) yield { type: 'sheets', sheets }
  const chosen = choice ?? sheets.find(({ problem }) => problem === null)
  if (chosen) yield* answersOf(await tableOf(book, { ...chosen, ...reading }, limits), limits.batchRows)
}

async function* answersOf({ rows, ...table }: SheetTable, batchRows: number): AsyncGenerator<Answer> {
  yield { type: 'table', table }
  for await (const batch of batches({ ...table, rows }, batchRows)) yield { type: 'batch', batch }
}

async function* batches({ rows, columns, ...options }: SheetTable, batchRows: number): AsyncGenerator<RowBatch> {
  const sort = createSorter(columns, options)
  let batch = emptyBatch()
  let size = 0
  for await (const row of rows) {
    sort(row, batch)
    size += 1
    if (size < batchRows) continue
    yield batch
    batch = emptyBatch()
    size = 0
  }
  if (size > 0) yield batch
}

let source: AsyncGenerator<Answer> | undefined

async function answer({ order }: Question): Promise<void> {
  source ??= answers(order as Order)
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

// This process will be killed, so the compile cache must be flushed now: it saves half of the start-up time.
module.flushCompileCache()

process.on('message', (question: Question) => void answer(question))
