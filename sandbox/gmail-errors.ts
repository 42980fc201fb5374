import type { Dialect } from './api-calls.ts'
import { type Fault, type FaultName, retryAfterHeader } from './faults.ts'
import { pageOf, type Reply } from './http-responses.ts'

interface Words {
  status: number
  /** google.rpc.Code */
  rpc: string
  reason: string
  domain?: string
  message: string
}

/** An error in the format of Google's APIs. */
export function gmailError(words: Words, headers?: Record<string, string>): Reply {
  const { status, rpc, reason, domain = 'global', message } = words
  return {
    status,
    headers,
    json: { error: { code: status, message, errors: [{ message, domain, reason }], status: rpc } },
  }
}

export const notFound = (): Reply =>
  gmailError({ status: 404, rpc: 'NOT_FOUND', reason: 'notFound', message: 'Requested entity was not found.' })

export const invalidArgument = (message: string): Reply =>
  gmailError({ status: 400, rpc: 'INVALID_ARGUMENT', reason: 'invalidArgument', message })

const RATE = { status: 429, rpc: 'RESOURCE_EXHAUSTED', domain: 'usageLimits' }

const PRECONDITION = { status: 400, rpc: 'FAILED_PRECONDITION', reason: 'failedPrecondition' }

const TOO_MANY: Words = {
  ...RATE,
  reason: 'rateLimitExceeded',
  message:
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com'.",
}

const FAULTS: Partial<Record<FaultName, (at: Date) => Words>> = {
  throttled: () => TOO_MANY,
  perMinute: () => TOO_MANY,
  unavailable: () => ({
    status: 503,
    rpc: 'UNAVAILABLE',
    reason: 'backendError',
    message: 'The service is currently unavailable.',
  }),
  badRequest: () => ({ status: 400, rpc: 'INVALID_ARGUMENT', reason: 'invalidArgument', message: 'Invalid request' }),
  passing: () => ({ ...PRECONDITION, message: 'Precondition check failed.' }),
  noMailbox: () => ({ ...PRECONDITION, message: 'Mail service not enabled' }),
  blocked: () => ({
    status: 403,
    rpc: 'PERMISSION_DENIED',
    reason: 'forbidden',
    message: 'Delegation denied for the account',
  }),
  full: () => ({ ...PRECONDITION, message: 'The account has exceeded its storage quota.' }),
  badRecipient: () => ({
    status: 400,
    rpc: 'INVALID_ARGUMENT',
    reason: 'invalidArgument',
    message: 'Invalid To header',
  }),
  forbidden: () => ({
    status: 403,
    rpc: 'PERMISSION_DENIED',
    reason: 'forbidden',
    message: 'The caller does not have permission.',
  }),
  quota: (at) => ({
    ...RATE,
    reason: 'userRateLimitExceeded',
    message: `User-rate limit exceeded.  Retry after ${new Date(at.getTime() + 3_600_000).toISOString()} (Mail sending)`,
  }),
  missing: () => ({ status: 404, rpc: 'NOT_FOUND', reason: 'notFound', message: 'Requested entity was not found.' }),
  resync: () => ({ status: 404, rpc: 'NOT_FOUND', reason: 'notFound', message: 'Requested entity was not found.' }),
}

function unauthenticated(): Reply {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.'
  const reply = gmailError({ status: 401, rpc: 'UNAUTHENTICATED', reason: 'authError', message })
  return {
    ...reply,
    headers: { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  }
}

export const GMAIL: Dialect = {
  vendor: 'google',
  concurrency: 50,
  tooLarge: (limit) =>
    gmailError({
      status: 413,
      rpc: 'INVALID_ARGUMENT',
      reason: 'uploadTooLarge',
      message: `Request payload size exceeds the limit: ${limit} bytes.`,
    }),
  tooMany: () =>
    gmailError({ ...RATE, reason: 'rateLimitExceeded', message: 'Too many concurrent requests for user.' }),
  unauthenticated,
  unscoped: () =>
    gmailError({
      status: 403,
      rpc: 'PERMISSION_DENIED',
      reason: 'insufficientPermissions',
      message: 'Request had insufficient authentication scopes.',
    }),
  broken: () =>
    gmailError({ status: 500, rpc: 'INTERNAL', reason: 'backendError', message: 'The sandbox broke: see its log.' }),
  fault(fault: Fault, now: number) {
    if (fault.kind === 'page') return pageOf(fault)
    const known = FAULTS[fault.kind]?.(new Date(now))
    if (!known) return unauthenticated()
    const words = {
      ...known,
      status: fault.status ?? known.status,
      reason: fault.code ?? known.reason,
      message: fault.message ?? known.message,
    }
    return gmailError(words, retryAfterHeader(fault, now))
  },
}
