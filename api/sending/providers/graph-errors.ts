import type { DeliveryError } from '../provider.ts'
import { refusalError } from './failures.ts'
import type { Refusal, RefusalRule, Step } from './failures.ts'
import { isRecord, jsonOf, retryAfterMs, stringOf } from './http.ts'
import type { HttpAnswer } from './http.ts'

/** Exchange's and Graph's codes. What is not named here goes by its status, see refusalError. */
export const GRAPH_RULES: readonly RefusalRule[] = [
  // The same words come with 403, 429 and 503: whatever the status, the day's allowance is gone.
  {
    code: /^(ErrorExceededMessageLimit|ErrorQuotaExceeded|ErrorSubmissionQuotaExceeded|SubmissionQuotaExceeded\w*)$/i,
    kind: 'quota',
  },
  // Graph's throttling codes: the request was turned away before the mailbox saw it.
  {
    code: /^(ApplicationThrottled|TooManyRequests|ActivityLimitReached|ErrorExceededConnectionCount)$/i,
    kind: 'throttled',
  },
  // Exchange says this while it works on the request as well.
  { status: [403, 429], code: /^ErrorServerBusy$/i, kind: 'throttled', mayBeTaken: true },
  {
    code: /^(ErrorInvalidRecipients|ErrorInvalidSmtpAddress|ErrorInvalidEmailAddress|ErrorNoRecipients|ErrorMissingRecipients)$/i,
    kind: 'bad-recipient',
  },
  {
    code: /^(ErrorMessageSizeExceeded|ErrorAttachmentSizeLimitExceeded|ErrorContentTooLarge|RequestEntityTooLarge|RequestBodyTooLarge)$/i,
    kind: 'too-large',
  },
  {
    code: /^(ErrorSendAsDenied|ErrorAccessDenied|ErrorMessageSubmissionBlocked|ErrorAccountSuspend\w*|Authorization_RequestDenied)$/i,
    kind: 'forbidden',
  },
  // No mailbox, or one that Graph cannot reach: nothing the sender can mend, the administrator can.
  {
    code: /^(MailboxNotEnabledForRESTAPI|MailboxNotSupportedForRESTAPI|ErrorNonExistentMailbox|MailboxNotFound)$/i,
    kind: 'forbidden',
  },
  // The draft was being changed when it was asked to leave: perhaps by an earlier request that sent it.
  {
    status: [409, 412],
    code: /^(ErrorIrresolvableConflict|ErrorStaleObject|ErrorChangeKeyRequired\w*)$/i,
    kind: 'unavailable',
    mayBeTaken: true,
  },
]

/** Graph's refusal as the engine knows it. */
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
