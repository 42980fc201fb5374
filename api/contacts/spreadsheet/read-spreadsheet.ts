import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { INVALID_FILE_TYPE, isSpreadsheetUpload } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { readingChoice, type ReadingChoice } from '#domain/contacts/import-choice.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { createFairQueue, QueueFull } from '#api/platform/limits/fair-queue.ts'
import { timeOfProcess, whenUsed } from '#api/platform/threads/processor-time.ts'
import { SPREADSHEET_LIMITS, type SpreadsheetLimits } from './spreadsheet-limits.ts'
import type { Answer, Order, Question } from './reader-process-protocol.ts'
import type { RowBatch } from './contact-rows.ts'
import type { SheetDescription, SheetTable, TableChoice } from './contact-table-reader.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/**
 * Reads spreadsheets in a separate process. A thread is not enough: V8 ends the whole process when a thread runs out of
 * heap in one large operation, whatever `resourceLimits` say, and a file can trigger that. The process gets the file
 * and the limits, no environment and no secrets, and is killed afterwards.
 */
export interface SpreadsheetRows extends Omit<SheetTable, 'rows'>, AsyncDisposable {
  /**
   * The rows in batches, iterable once. Throws AppError if the file turns out to be unreadable midway, so store them in
   * one transaction. Ending or leaving the loop closes it.
   */
  batches: AsyncIterable<RowBatch>
  /** Ends the reader process; idempotent. */
  close(): Promise<void>
}

/** A workbook as shown to the person choosing what to import. */
export interface SpreadsheetContents extends AsyncDisposable {
  sheets: SheetDescription[]
  /** the rows of the first valid sheet; empty if there is none */
  batches: AsyncIterable<RowBatch>
}

export interface ReadOptions {
  /** the file's workspace: workspaces take turns */
  workspace: string
  fileName: string
  /** language of the workspace's emails, in which numbers are read as a spreadsheet shows them; English by default */
  contentType?: string | null
  /** the table to read; by default the first that looks like contacts */
  choice?: TableChoice
  /** language of the workspace's emails, in which numbers are read as a spreadsheet shows them; English by default */
  language?: EmailLanguage | null
  /** options for reading the file; by default they are detected */
  reading?: Partial<ReadingChoice>
  /** true: repeated addresses keep their values, where no table is chosen */
  keepRows?: boolean
  /** ends the reader, because nobody waits for it any longer */
  signal?: AbortSignal | undefined
  limits?: Partial<SpreadsheetLimits>
}

/**
 * Opens a spreadsheet (bytes or a file path) and finds its contact table. Close the result (`await using`): if
 * `batches` is never iterated, the process waits for two minutes. Throws AppError UNSUPPORTED_TYPE (not an Excel file),
 * UNREADABLE_FILE (damaged, protected, without contacts), TOO_LARGE (beyond the limits) or UNAVAILABLE (too many
 * imports at once), each with a sentence for the person who uploaded it.
 */
export async function readSpreadsheet(file: Uint8Array | string, options: ReadOptions): Promise<SpreadsheetRows> {
  return open(file, options, { choice: options.choice ?? null, describe: false }, async (reader, close) => {
    const { table } = expected('table', await reader.ask())
    return { ...table, batches: batches(reader, close), close, [Symbol.asyncDispose]: close }
  })
}

/** Describes every visible sheet of a workbook, and reads the first valid one. Throws like {@link readSpreadsheet}. */
export async function describeSpreadsheet(file: Uint8Array, options: ReadOptions): Promise<SpreadsheetContents> {
  return open(file, options, { choice: null, describe: true }, async (reader, close) => {
    const { sheets } = expected('sheets', await reader.ask())
    if (sheets.some(({ problem }) => problem === null)) expected('table', await reader.ask())
    return { sheets, batches: batches(reader, close), [Symbol.asyncDispose]: close }
  })
}

async function open<T>(
  file: Uint8Array | string,
  options: ReadOptions,
  order: Pick<Order, 'choice' | 'describe'>,
  begin: (reader: Reader, close: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (!isSpreadsheetUpload({ name: options.fileName, type: options.contentType })) {
    throw new AppError('UNSUPPORTED_TYPE', INVALID_FILE_TYPE.description)
  }
  const limits = forSize(typeof file === 'string' ? (await stat(file)).size : file.length, options.limits)
  const release = await takeSlot(options.workspace)
  const { signal } = options
  if (signal?.aborted) {
    release()
    throw new AppError('UNAVAILABLE', LEFT)
  }
  const reading = readingChoice.parse(options.reading ?? {})
  const { keepRows = false, language } = options
  const reader = startReader(file, { ...order, limits, reading, keepRows, language: language ?? DEFAULT_LANGUAGE })
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', leave)
    await reader.stop()
    release()
  }
  const leave = () => void close()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await begin(reader, close)
  } catch (error) {
    await close()
    throw error
  }
}

function expected<Type extends Answer['type']>(type: Type, answer: Answer): Answer & { type: Type } {
  if (answer.type !== type) throw new Error(`The spreadsheet reader returned ${answer.type} instead of ${type}`)
  return answer as Answer & { type: Type }
}

/**
 * Adapts the limits to the file size: a small file gets little time and memory, which limits the cost of small hostile
 * files.
 */
function forSize(bytes: number, changes: Partial<SpreadsheetLimits> = {}): SpreadsheetLimits {
  const limits = { ...SPREADSHEET_LIMITS, ...changes }
  const megabytes = bytes / 1_048_576
  return {
    ...limits,
    answerMs: limits.answerMs + Math.round(megabytes * limits.answerMsPerMegabyte),
    heapMegabytes: limits.heapMegabytes + Math.round(megabytes * limits.heapMegabytesPerMegabyte),
  }
}

/** Reads one batch ahead, so that both processes work at the same time. */
async function* batches(reader: Reader, close: () => Promise<void>): AsyncGenerator<RowBatch, void, undefined> {
  try {
    for (let next = reader.ask(); ;) {
      const answer = await next
      if (answer.type !== 'batch') return
      next = reader.ask()
      // A failure of the next batch is thrown when the caller awaits that batch.
      next.catch(() => {})
      yield answer.batch
    }
  } finally {
    await close()
  }
}

interface Reader {
  /** The next answer; throws AppError if the file cannot be read further. One question at a time. */
  ask(): Promise<Answer>
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
/** The compile cache shared by all readers (start.js). */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))
const ADVICE = 'Open it in Excel and save it again, in case it is damaged; if it is large, split it into several files.'
const TOO_SLOW = `This spreadsheet takes too long to read. ${ADVICE}`
const TOO_HEAVY = `This spreadsheet needs too much memory to read. ${ADVICE}`
const LEFT = 'The connection was closed, so the file was not read. Upload it again.'
const ABANDONED = 'The import made no progress for too long and was stopped. Upload the file again.'

function startReader(file: Uint8Array | string, order: Order): Reader {
  const { limits } = order
  const child = fork(PROGRAM, {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`, '--max-semi-space-size=32', '--no-warnings'],
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: COMPILED },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
  const exited = once(child, 'close').catch(() => undefined)
  // The limits of the reader process are enforced from here, so it must not outlive this process.
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  const errors = tail(child.stderr)
  yieldToOthers(child)

  let question: Question = { order }
  let failure: Error | undefined
  let settle: ((answer: Answer | Error) => void) | undefined
  let idle: NodeJS.Timeout | undefined
  const fail = (error: Error): void => {
    failure ??= error
    child.kill('SIGKILL')
    settle?.(failure)
  }
  child.on('message', (answer: Answer) => settle?.(answer))
  child.on('error', fail)
  child.on('exit', (code, signal) => fail(crash(errors(), code, signal)))
  feed(file, child, fail)

  return {
    async ask() {
      clearTimeout(idle)
      if (failure) throw failure
      const stop = whenUsed(timeOfProcess(child.pid), limits.answerMs, () => fail(new AppError('TOO_LARGE', TOO_SLOW)))
      try {
        const answer = await new Promise<Answer | Error>((resolve) => {
          settle = resolve
          child.send(question, (error) => error && fail(error))
          question = {}
        })
        if (answer instanceof Error) throw answer
        if (answer.type === 'failed')
          throw new AppError(answer.code, answer.message, { cause: new Error(answer.detail) })
        idle = setTimeout(() => fail(new AppError('UNAVAILABLE', ABANDONED)), limits.idleMs).unref()
        return answer
      } finally {
        settle = undefined
        stop()
      }
    },
    async stop() {
      clearTimeout(idle)
      failure ??= new AppError('UNAVAILABLE', ABANDONED)
      child.kill('SIGKILL')
      settle?.(failure)
      await exited
    },
  }
}

/**
 * Writes the file to the reader process. If the process stops reading early, its answer says why; a file that we cannot
 * read is our error.
 */
function feed(file: Uint8Array | string, child: ChildProcess, fail: (error: Error) => void): void {
  const source = typeof file === 'string' ? createReadStream(file) : Readable.from([file])
  source.on('error', fail)
  child.stdin?.on('error', () => source.destroy())
  if (child.stdin) source.pipe(child.stdin)
}

/**
 * Process priority (Unix niceness) of a reader: on a busy machine it gets about a quarter of a core, so that emails and
 * pages come first.
 */
const NICENESS = 5

/** Lowers the process's priority. */
function yieldToOthers(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  } catch {
    // The process already ended, or the system does not allow it: neither matters.
  }
}

function crash(stderr: string, code: number | null, signal: string | null): Error {
  const cause = new Error(`The spreadsheet reader exited with ${signal ?? `code ${code}`}: ${stderr}`)
  // The system's out-of-memory killer sends SIGKILL.
  const outOfMemory = /out of memory|heap limit|allocation failed/i.test(stderr) || signal === 'SIGKILL'
  return outOfMemory ? new AppError('TOO_LARGE', TOO_HEAVY, { cause }) : cause
}

function tail(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-8_000)
  })
  return () => text
}

/**
 * At most two files are read concurrently, so imports fit into the memory of a small machine, and one of a workspace, so
 * that nobody's files hold all others up.
 */
const readers = createFairQueue(LIMITS.spreadsheetReaders)

async function takeSlot(workspace: string): Promise<() => void> {
  return readers.enter(workspace).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error
    throw new AppError('UNAVAILABLE', 'Many imports are running already. Try again in a minute.')
  })
}
