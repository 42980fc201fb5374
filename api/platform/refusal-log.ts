import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { currentRequest } from './current-request.ts'

/** Log level of refusals, by code. What is missing is part of everyday use, or logged elsewhere. */
export const REFUSAL_LEVELS: Partial<Record<ErrorCode, 'warn' | 'info'>> = {
  FORBIDDEN: 'warn',
  MISDIRECTED: 'warn',
  UNAVAILABLE: 'warn',
  BAD_INPUT: 'info',
  UNAUTHENTICATED: 'info',
  SECOND_FACTOR_MISSING: 'info',
  TENANT_INACTIVE: 'info',
  FEATURE_OFF: 'info',
  TOO_LARGE: 'info',
  TOO_MANY_REQUESTS: 'info',
  UNSUPPORTED_TYPE: 'info',
  TIMED_OUT: 'info',
}
export const REFUSED = 'A request was refused'
export const MORE_REFUSED = 'More requests were refused than were logged'

/** Maximum number of log lines per error code and period; beyond that only their number is logged. */
const LINES_MAX = 60
/** Length of that period, in ms. */
const PERIOD = 60_000

interface Period {
  ends: number
  lines: number
  more: number
}

const periods = new WeakMap<Logger, Map<ErrorCode, Period>>()
const reported = new WeakSet<object>()

/**
 * Logs once that a request was refused: the code, who asked, from where and what for, with the names of wrong fields;
 * for UNAVAILABLE the code of the cause. Never a value, a message or a token. `of`: the operation or route.
 */
export function logRefusal(
  log: Logger,
  error: AppError | GraphQLError,
  of: string | null = null,
  now = Date.now(),
): void {
  if (reported.has(error)) return
  reported.add(error)
  const code = codeIn(error)
  const level = REFUSAL_LEVELS[code]
  if (!level) return
  const period = periodOf(log, code, now)
  if (period.lines >= LINES_MAX) return void (period.more += 1)
  period.lines += 1
  const cause = code === 'UNAVAILABLE' ? causeIn(error) : undefined
  const request = currentRequest()
  const fields = error instanceof AppError && error.fields ? Object.keys(error.fields).slice(0, 20) : undefined
  log[level](
    {
      event: 'refused',
      code,
      ...(of !== null && { of }),
      ...(fields && { fields }),
      ...(cause !== undefined && { cause }),
      network: request?.origin,
      ...request?.caller,
    },
    REFUSED,
  )
}

/** Notes that a refusal was logged as another error. */
export function alreadyLogged(error: AppError): AppError {
  reported.add(error)
  return error
}

function codeIn(error: AppError | GraphQLError): ErrorCode {
  return error instanceof AppError ? error.code : (error.extensions['code'] as ErrorCode)
}

/** The code of what caused it, such as ECONNREFUSED: its text could hold values. */
function causeIn({ cause }: { cause?: unknown }): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  const { code, name } = cause as { code?: unknown; name?: unknown }
  return String(code ?? name)
}

function periodOf(log: Logger, code: ErrorCode, now: number): Period {
  let codes = periods.get(log)
  if (!codes) periods.set(log, (codes = new Map()))
  const last = codes.get(code)
  if (last && last.ends > now) return last
  if (last && last.more > 0) log.warn({ event: 'refused', code, more: last.more }, MORE_REFUSED)
  const next = { ends: now + PERIOD, lines: 0, more: 0 }
  codes.set(code, next)
  return next
}
