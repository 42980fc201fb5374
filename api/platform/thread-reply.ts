import { AppError, type ErrorCode, type FieldErrors } from '#domain/errors.ts'

/** Named pure functions of one argument. Arguments and results are plain data. */
export type Tasks = Record<string, (input: never) => unknown>

/** What a thread answers. An error's own properties do not survive the way between threads. */
export type Reply =
  | { result: unknown }
  | { refused: { code: ErrorCode; message: string; fields: FieldErrors | undefined } }

/** The name of a task that does nothing: its answer shows that the thread has started. */
export const READY = ''

/** Runs tasks by name; the default export of a module that runs in a thread. */
export function replyOf(tasks: Tasks): (asked: { name: string; input?: unknown }) => Reply {
  return ({ name, input }) => {
    if (name === READY) return { result: null }
    try {
      return { result: (tasks[name] as (given: unknown) => unknown)(input) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message, fields } = error
      return { refused: { code, message, fields } }
    }
  }
}
