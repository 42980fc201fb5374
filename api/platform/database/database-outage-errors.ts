import { AppError } from '#domain/errors.ts'

/**
 * Seconds after which a client is told to try again: a database usually restarts or fails over within a few seconds.
 */
const RETRY_AFTER = 5

export const AWAY = `The database cannot be reached. Try again in ${RETRY_AFTER} seconds.`

/** Error codes, of the system and of PostgreSQL, of failures that pass while a server starts, stops or fails over. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // admin_shutdown and crash_shutdown: the server ended this connection
  '57P01',
  '57P02',
  // cannot_connect_now: the server is starting, stopping or recovering
  '57P03',
  // too_many_connections
  '53300',
  // connection exceptions, such as a node of a cluster that another node cannot reach
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
])

/** Messages of pg and its pool for a connection that broke or was not made in time; these errors have no code. */
const BROKEN = /timeout expired|timeout exceeded when trying to connect|connection terminated|is not queryable/i

/** Messages of PgBouncer while the server behind it is away; its code means a violation of the protocol. */
const BEHIND_POOLER = /server_login_retry|query_wait_timeout|server conn crashed|server login failed/i

/**
 * Returns whether the database cannot be reached for now: not for a wrong password or a database that does not exist.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  // A socket in a folder that is not there yet; files that are missing are another matter.
  if (code === 'ENOENT') return syscall === 'connect'
  if (code === '08P01') return BEHIND_POOLER.test(String(message))
  if (typeof code === 'string') return PASSING.has(code)
  return BROKEN.test(String(message))
}

/** Error for a request that failed before it changed anything, so the client may retry it. */
export function away(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', AWAY, { retryAfter: RETRY_AFTER, cause })
}
