import type { DeliveryError } from '#api/sending/provider.ts'
import { refusalError } from '../provider-failures.ts'
import type { Refusal, RefusalRule, Step } from '../provider-failures.ts'
import { isRecord, jsonOf, retryAfterMs, stringOf } from '../http-transport.ts'
import type { HttpAnswer } from '../http-transport.ts'

/** Exchange and Graph codes. All others are classified by status, see refusalError. */
export const GRAPH_RULES: readonly RefusalRule[] = [
  // The same code comes with 403, 429 and 503: the daily allowance is always used up.
  {
    code: /^(ErrorExceededMessageLimit|ErrorSubmissionQuotaExceeded|SubmissionQuotaExceeded\w*)$/i,
    kind: 'quota',
  },
  // The storage of the mailbox (EWS ResponseCode); the quota of sending has the codes above.
  { code: /^(ErrorQuotaExceeded|quotaLimitReached|insufficientStorage)$/i, kind: 'mailbox-refused' },
  // Graph's throttling codes: the request was rejected before it reached the mailbox.
  {
    code: /^(ApplicationThrottled|TooManyRequests|ActivityLimitReached|ErrorExceededConnectionCount)$/i,
    kind: 'throttled',
  },
  // Exchange also returns this while it processes the request.
  { status: [403, 429], code: /^ErrorServerBusy$/i, kind: 'throttled', mayBeTaken: true },
  {
    code: /^(ErrorInvalidRecipients|ErrorInvalidSmtpAddress|ErrorInvalidEmailAddress|ErrorNoRecipients|ErrorMissingRecipients)$/i,
    kind: 'bad-recipient',
  },
  {
    code: /^(ErrorMessageSizeExceeded|ErrorAttachmentSizeLimitExceeded|ErrorContentTooLarge|RequestEntityTooLarge|RequestBodyTooLarge)$/i,
    kind: 'too-large',
  },
  { code: /^ErrorSendAsDenied$/i, kind: 'from-refused' },
  // Also answered for a moment to mailboxes that may send.
  { code: /^ErrorAccessDenied$/i, kind: 'forbidden', mayPass: true },
  { code: /^Authorization_RequestDenied$/i, kind: 'forbidden' },
  // Exchange has blocked the sender. No mailbox, or one that Graph cannot reach: only the administrator can fix this.
  { code: /^(ErrorMessageSubmissionBlocked|ErrorAccountSuspend\w*)$/i, kind: 'mailbox-refused' },
  {
    code: /^(MailboxNotEnabledForRESTAPI|MailboxNotSupportedForRESTAPI|ErrorNonExistentMailbox|MailboxNotFound)$/i,
    kind: 'mailbox-refused',
  },
  // The draft was being changed when it was sent, perhaps by an earlier request that sent it.
  {
    status: [409, 412],
    code: /^(ErrorIrresolvableConflict|ErrorStaleObject|ErrorChangeKeyRequired\w*)$/i,
    kind: 'unavailable',
    mayBeTaken: true,
  },
]

/** Maps Graph's refusal to a DeliveryError. */
export function graphError(answer: HttpAnswer, step: Step, now: number): DeliveryError {
  return refusalError(GRAPH_RULES, graphRefusal(answer, now), step)
}

/** Reads `{ error: { code, message } }`. */
export function graphRefusal(answer: HttpAnswer, now: number): Refusal {
  const { error } = jsonOf(answer.body)
  const said = isRecord(error) ? error : {}
  const code = stringOf(said.code)
  return {
    status: answer.status,
    code,
    message: stringOf(said.message),
    spoken: code !== '',
    retryAfterMs: retryAfterMs(answer.headers, now),
  }
}
