import { randomUUID } from 'node:crypto'
import type { Dialect } from './api-calls.ts'
import { type Fault, type FaultName, retryAfterHeader } from './faults.ts'
import { pageOf, type Reply } from './http-responses.ts'

/** An error in Graph's format. */
export function graphError(status: number, code: string, message: string, headers?: Record<string, string>): Reply {
  const id = randomUUID()
  const date = new Date().toISOString().slice(0, 19)
  const innerError = { date, 'request-id': id, 'client-request-id': id }
  return { status, headers: { 'request-id': id, ...headers }, json: { error: { code, message, innerError } } }
}

export const itemNotFound = (): Reply =>
  graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

const FAULTS: Partial<Record<FaultName, [status: number, code: string, message: string]>> = {
  throttled: [429, 'ApplicationThrottled', 'Application is over its MailboxConcurrency limit.'],
  perMinute: [429, 'ApplicationThrottled', 'Application is over its message rate limit of the mailbox.'],
  unavailable: [503, 'ErrorServerBusy', 'The server is busy. Please try again later.'],
  badRequest: [400, 'ErrorInvalidRequest', 'The request is invalid.'],
  badRecipient: [400, 'ErrorInvalidRecipients', "At least one recipient isn't valid."],
  forbidden: [403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  passing: [403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  noMailbox: [
    404,
    'MailboxNotEnabledForRESTAPI',
    'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
  ],
  blocked: [403, 'ErrorMessageSubmissionBlocked', 'Cannot send mail. The account is blocked from sending.'],
  full: [403, 'ErrorQuotaExceeded', 'The mailbox has exceeded its storage limit.'],
  quota: [
    429,
    'ErrorExceededMessageLimit',
    "The message can't be submitted because the sender's submission quota was exceeded.",
  ],
  missing: [404, 'ErrorItemNotFound', 'The specified object was not found in the store.'],
  resync: [
    410,
    'resyncRequired',
    'Resync is required: the sync state is not known any more. Start again without a token.',
  ],
}

/** Default Retry-After in seconds. */
const RETRY_AFTER: Partial<Record<FaultName, number>> = { throttled: 10 }

const TOKEN_TEXT = {
  missing: 'Access token is empty.',
  invalid: 'CompactToken validation failed.',
  expired: 'Lifetime validation failed, the token is expired.',
}

function unauthenticated(why: keyof typeof TOKEN_TEXT): Reply {
  return graphError(401, 'InvalidAuthenticationToken', TOKEN_TEXT[why], {
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  })
}

export const GRAPH: Dialect = {
  vendor: 'microsoft',
  concurrency: 4,
  tooLarge: () =>
    graphError(413, 'BadRequest', 'Maximum request length exceeded. The maximum request length supported is 4MB.'),
  tooMany: () =>
    graphError(429, 'ApplicationThrottled', 'Application is over its MailboxConcurrency limit.', {
      'Retry-After': '1',
    }),
  unauthenticated,
  unscoped: () => graphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'),
  broken: () => graphError(500, 'InternalServerError', 'The sandbox broke: see its log.'),
  fault(fault: Fault, now: number) {
    if (fault.kind === 'page') return pageOf(fault)
    const known = FAULTS[fault.kind]
    if (!known) return unauthenticated(fault.kind === 'expired' ? 'expired' : 'invalid')
    const [status, code, message] = known
    return graphError(
      fault.status ?? status,
      fault.code ?? code,
      fault.message ?? message,
      retryAfterHeader(fault, now, RETRY_AFTER[fault.kind]),
    )
  },
}
