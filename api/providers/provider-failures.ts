import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { DeliveryError, REFUSED_TOKEN } from '#api/sending/provider.ts'
import type { DeliveryFailure } from '#api/sending/provider.ts'
import { NetworkFailure } from './http-transport.ts'

/**
 * Kind of call to a provider: `delivery` sends an email and must not be repeated blindly; `repeatable` (drafts,
 * look-ups, tokens) may be. The same timeout is `uncertain` for the first and `unavailable` for the second.
 */
export type Step = 'delivery' | 'repeatable'

/** A provider's refusal, normalized. `spoken`: the body was the provider's own error format, not a proxy's page. */
export interface Refusal {
  status: number
  code: string
  message: string
  spoken: boolean
  retryAfterMs: number | undefined
}

/** Row in the table of a provider's refusals; every given column must match. */
export interface RefusalRule {
  status?: readonly number[]
  code?: RegExp
  message?: RegExp
  kind: DeliveryFailure
  /** true if the provider does not document that this response means "not accepted"; a delivery is then uncertain */
  mayBeTaken?: true
  /** true if the provider is known to accept the same call later */
  mayPass?: true
}

/**
 * Makes the error for a provider's refusal. A delivery counts as refused only if the response is documented to mean
 * "not accepted", in the provider's own error format; any other response may follow an accepted message. The first
 * matching line applies; "repeatable" is for all other calls.
 *
 * - An unexpected 1xx, 2xx or 3xx: delivery `uncertain`; repeatable by the provider's row, or `unavailable`.
 * - Any 5xx, with or without Retry-After: delivery `uncertain`; repeatable by the provider's row, 507 `quota`,
 *   `unavailable`.
 * - 408: delivery `uncertain`; repeatable `unavailable`.
 * - A row of the provider's table: its kind; marked `mayBeTaken`: delivery `uncertain`.
 * - 401 with a refreshed token: `sign-in-doubt`, stored as SIGN_IN_REFUSED. 413: `too-large`.
 * - 429 with any other code, or none: delivery `uncertain`; repeatable `throttled`.
 * - Other 4xx not in the provider's format (a proxy's page): delivery `uncertain`; repeatable by its status, as below.
 * - 403: `forbidden`. 400: `rejected`. Other 4xx: delivery `uncertain`; repeatable `rejected`.
 *
 * A Retry-After applies to the mailbox in every case. Calls without a response: see {@link networkError}.
 */
export function refusalError(rules: readonly RefusalRule[], refusal: Refusal, step: Step): DeliveryError {
  const rule = rules.find((each) => matches(each, refusal))
  const kind = step === 'delivery' ? deliveryKind(rule, refusal) : (rule?.kind ?? kindByStatus(refusal.status))
  const prefix = kind === 'sign-in-doubt' ? REFUSED_TOKEN : ''
  return new DeliveryError(kind, prefix + textOf(kind, refusal), {
    retryAfterMs: refusal.retryAfterMs,
    mayPass: rule?.mayPass === true && kind === rule.kind,
  })
}

/**
 * Makes the error for a draft that the provider does not have: it may already have been sent, or the provider's data
 * lags.
 */
export function draftMissing(code: string): DeliveryError {
  return new DeliveryError('missing', `${code}: the draft is not in the mailbox`)
}

/**
 * Makes the error for a response to a draft check that is not the provider's answer about this draft: from a proxy, a
 * captive portal, truncated, or mixed up.
 */
export function notAboutDraft(status: number): DeliveryError {
  return new DeliveryError('unavailable', `${status}: the response does not mention the draft`)
}

/** Makes the error for a call to a provider that got no response. */
export function networkError(failure: NetworkFailure, step: Step): DeliveryError {
  const code = failure.code
  if (!failure.written) {
    return new DeliveryError('unavailable', `${code}: the email provider could not be reached`, {
      unreachable: true,
      cause: failure,
    })
  }
  const what =
    code === 'TIMEOUT' ? 'the email provider did not respond in time' : 'the connection to the email provider was lost'
  return step === 'delivery'
    ? new DeliveryError('uncertain', `UNCERTAIN: ${code}: ${what} after the message may have been accepted`, {
        cause: failure,
      })
    : new DeliveryError('unavailable', `${code}: ${what}`, { cause: failure })
}

/**
 * Makes the error for a token response with neither an error nor a token, because something else answered in the
 * provider's place.
 */
export function tokenMissing(cause?: unknown): DeliveryError {
  return new DeliveryError('unavailable', 'the response of the token endpoint has no access token', { cause })
}

/** Makes the error shown when a sign-in at a provider could not be completed. */
export function signInError(vendor: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const text =
    error instanceof DeliveryError ? error.message.replace(/^EXPIRED_TOKEN: /, '') : 'the response could not be read'
  if (error instanceof DeliveryError && error.kind === 'registration') {
    return new AppError('UNAVAILABLE', SIGN_IN_FAILURES.registration, { cause: error })
  }
  const passing = error instanceof DeliveryError && error.retryable && error.kind !== 'sign-in-doubt'
  return passing
    ? new AppError('UNAVAILABLE', `${vendor} cannot be reached right now (${text}). Try again in a minute.`, {
        cause: error,
      })
    : new AppError('BAD_INPUT', `${vendor} refused the sign-in (${text}). Start the connection again.`, {
        cause: error,
      })
}

function matches({ status, code, message }: RefusalRule, refusal: Refusal): boolean {
  return (
    (!status || status.includes(refusal.status)) &&
    (!code || code.test(refusal.code)) &&
    (!message || message.test(refusal.message))
  )
}

const KIND_BY_STATUS: Record<number, DeliveryFailure> = {
  401: 'sign-in-doubt',
  403: 'forbidden',
  413: 'too-large',
  429: 'throttled',
  507: 'quota',
}
/** HTTP statuses that always mean a message was not accepted, whichever server answers. */
const REFUSING = new Set([401, 413])
/** HTTP statuses that mean "not accepted" if the body is in the provider's format. */
const REFUSING_IN_WORDS = new Set([400, 403])

function kindByStatus(status: number): DeliveryFailure {
  return KIND_BY_STATUS[status] ?? (isRefusal(status) ? 'rejected' : 'unavailable')
}

function deliveryKind(rule: RefusalRule | undefined, { status, spoken }: Refusal): DeliveryFailure {
  if (!isRefusal(status) || rule?.mayBeTaken) return 'uncertain'
  if (rule) return rule.kind
  return REFUSING.has(status) || (spoken && REFUSING_IN_WORDS.has(status)) ? kindByStatus(status) : 'uncertain'
}

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408

/** Maximum characters of a provider's message to process, because matching addresses may take quadratic time. */
const MESSAGE_MAX = 2_000

/**
 * Words in the stored error text by which the advice recognizes each kind of failure (product: sending.failed-texts).
 */
const WORDS: Partial<Record<DeliveryFailure, string>> = {
  throttled: 'rate limit',
  quota: 'quota',
  'bad-recipient': 'invalid email',
  forbidden: 'no permission',
}

/**
 * Makes the stored error text: "403 ErrorSendAsDenied: …". The advice checks "403" before "quota" and "401" before
 * "invalid email", so misleading statuses (Gmail reports rate limits as 403) are left out.
 */
export function textOf(kind: DeliveryFailure, { status, code, message }: Refusal): string {
  const word = WORDS[kind]
  const misleading =
    (kind === 'unavailable' || (word !== undefined && kind !== 'forbidden')) && (status === 401 || status === 403)
  const said = kind === 'forbidden' && status === 403 ? undefined : word
  const head = [misleading ? '' : String(status), cleanCode(code)].filter(Boolean).join(' ')
  const tail = [said, cleanText(message) || (code ? '' : 'no reason given')].filter(Boolean).join(': ')
  return `${kind === 'uncertain' ? 'UNCERTAIN: ' : ''}${[head, tail].filter(Boolean).join(': ')}`
}

function cleanCode(code: string): string {
  return code.replace(/[^\w.-]/g, '').slice(0, 60)
}

/**
 * Removes from a provider's message what must not be stored or would mislead the advice: addresses, tokens, ids, long
 * numbers, trace trailers, control characters.
 */
export function cleanText(message: string): string {
  return (
    message
      .slice(0, MESSAGE_MAX)
      .replace(/(?:Trace ID|Correlation ID|Timestamp):.*/s, '')
      // eslint-disable-next-line no-control-regex -- control characters are what is removed
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .replace(/[^\s<>"']+@[^\s<>"']+/g, '<address>')
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>')
      .replace(/[\w.+/=-]{40,}/g, '<…>')
      .replace(/\b\d{5,}\b/g, '<n>')
      .replace(/ {2,}/g, ' ')
      .trim()
      .slice(0, 300)
  )
}
