import { AppError } from '#domain/errors.ts'

/** What a request is told, in seconds: a database usually restarts or fails over within a few. */
const RETRY_AFTER = 5

/** Codes of failures that pass, while a server starts, stops or fails over: of the system, and of PostgreSQL. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  // admin_shutdown and crash_shutdown: the server ended this connection
  '57P01',
  '57P02',
  // cannot_connect_now: the server is starting, stopping or recovering
  '57P03',
  // too_many_connections
  '53300',
])

/** What pg and its pool say of a connection that broke or was not made in time; these errors have no code. */
const BROKEN = /timeout expired|timeout exceeded when trying to connect|connection terminated|is not queryable/i

/** Whether the database cannot be reached for now: not for a wrong password or a database that does not exist. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return PASSING.has(code)
  return BROKEN.test(String(message))
}

/** What a request is told whose transaction certainly did nothing. */
export function away(cause: unknown): AppError {
  const message = `The database cannot be reached. Try again in ${RETRY_AFTER} seconds.`
  return new AppError('UNAVAILABLE', message, { retryAfter: RETRY_AFTER, cause })
}
