import type { DeliveryError } from '#api/sending/provider.ts'
import { refusalError } from '../provider-failures.ts'
import type { Refusal, RefusalRule, Step } from '../provider-failures.ts'
import { isRecord, jsonOf, retryAfterMs, stringOf } from '../http-transport.ts'

/** Matches the codes of an answer that gives no reason: none, or only the status in words. */
const NO_REASON = /^(forbidden|[A-Z_]*)$/

/**
 * Gmail's error reasons, in old (`rateLimitExceeded`) and new (`RATE_LIMIT_EXCEEDED`) spelling. Other reasons are
 * classified by status.
 */
export const GMAIL_RULES: readonly RefusalRule[] = [
  // Only these words distinguish the daily sending limit from a rate limit.
  { status: [403, 429], message: /mail sending|sending limit/i, kind: 'quota' },
  { code: /^(dailyLimitExceeded\w*|quotaExceeded|DAILY_LIMIT_EXCEEDED|limitExceeded)$/i, kind: 'quota' },
  // Reasons of Gmail's quota check, which runs before the method itself.
  {
    code: /^(rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED|tooManyConcurrentRequests)$/i,
    kind: 'throttled',
  },
  // The same quota check, of a project whose answers have no reason.
  { status: [403], code: NO_REASON, message: /'queries per day/i, kind: 'quota' },
  { status: [403], code: NO_REASON, message: /quota exceeded for quota metric/i, kind: 'throttled' },
  // The status alone, without a reason: any part of Google may return it.
  { code: /^RESOURCE_EXHAUSTED$/i, kind: 'throttled', mayBeTaken: true },
  {
    status: [400],
    message: /(invalid|missing|bad) (to|cc|bcc|recipient)\b|recipient address|invalid to header|no recipients?/i,
    kind: 'bad-recipient',
  },
  { code: /^(uploadTooLarge|requestTooLarge|messageTooLarge)$/i, kind: 'too-large' },
  { status: [400], message: /too large|exceeds the maximum|size limit/i, kind: 'too-large' },
  // The account has no Gmail, lets nobody act for it, is full or suspended; the Workspace or the project forbids it.
  { status: [400, 403], message: /mail service not enabled/i, kind: 'mailbox-refused' },
  { code: /^delegationDenied$/i, kind: 'mailbox-refused' },
  {
    status: [400, 403],
    message: /delegation denied|storage quota|account (is |has been )?suspended/i,
    kind: 'mailbox-refused',
  },
  { code: /^(domainPolicy|accessNotConfigured|SERVICE_DISABLED)$/i, kind: 'mailbox-refused' },
  { code: /^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/i, kind: 'forbidden' },
  // Answered for a moment to emails that are accepted later, without a reason.
  { status: [400], code: /^(failedPrecondition|FAILED_PRECONDITION)$/i, kind: 'rejected', mayPass: true },
]

/** The client library's response: `data` is parsed JSON or text. */
export interface GmailAnswer {
  status: number
  headers: Record<string, string>
  data: unknown
}

/** Maps Gmail's refusal to a DeliveryError. */
export function gmailError(answer: GmailAnswer, step: Step, now: number): DeliveryError {
  return refusalError(GMAIL_RULES, gmailRefusal(answer, now), step)
}

/** Reads `{ error: { errors: [{ reason }], details: [{ reason }], status, message } }`. */
export function gmailRefusal({ status, headers, data }: GmailAnswer, now: number): Refusal {
  const { error } = isRecord(data) ? data : jsonOf(stringOf(data))
  const said = isRecord(error) ? error : {}
  const message = stringOf(said.message)
  const code = reasonIn(said.errors) || reasonIn(said.details) || stringOf(said.status)
  return {
    status,
    code,
    message,
    spoken: isRecord(error),
    retryAfterMs: retryAfterMs(headers, now) ?? retryAfterText(message, now),
  }
}

function reasonIn(list: unknown): string {
  if (!Array.isArray(list)) return ''
  return list.map((item) => (isRecord(item) ? stringOf(item.reason) : '')).find(Boolean) ?? ''
}

/**
 * Reads the time from "User-rate limit exceeded. Retry after 2026-01-01T10:00:00.000Z (Mail sending)"; undefined if
 * there is none.
 */
function retryAfterText(message: string, now: number): number | undefined {
  const date = Date.parse(/retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(message)?.[1] ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
