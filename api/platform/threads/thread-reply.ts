import { threadId } from 'node:worker_threads'
import { AppError, type ErrorCode, type FieldErrors } from '#domain/errors.ts'

/** Named pure functions of one argument, which may load what they need first. Arguments and results are plain data. */
export type Tasks = Record<string, (input: never) => unknown>

/** Answer of a thread. An error's own properties do not survive the way between threads. */
export type Reply =
  | { result: unknown }
  | { refused: { code: ErrorCode; message: string; fields: FieldErrors | undefined } }

/** Name of a task that does nothing; its answer shows that the thread has started. */
export const READY = ''

/**
 * Shared memory in which a thread notes that it began a task: the task's id, and the µs of processor time that the
 * thread had used by then.
 */
export type Begun = Float64Array<SharedArrayBuffer>

/** Makes an empty note, which no thread has written to yet. */
export function notBegun(): Begun {
  return new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
}

/** Runs tasks by name; the default export of a module that runs in a thread. */
export function replyOf(tasks: Tasks): (asked: { name: string; input?: unknown; begun?: Begun }) => Promise<Reply> {
  return async ({ name, input, begun }) => {
    if (name === READY) return { result: null }
    if (begun) {
      const { user, system } = process.threadCpuUsage()
      begun.set([threadId, user + system])
    }
    try {
      return { result: await (tasks[name] as (given: unknown) => unknown)(input) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message, fields } = error
      return { refused: { code, message, fields } }
    }
  }
}
