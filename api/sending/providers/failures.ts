import { AppError } from '#domain/errors.ts'
import { DeliveryError } from '../provider.ts'
import type { DeliveryFailure } from '../provider.ts'
import { NetworkFailure } from './http.ts'

/**
 * What a call does: `delivery` lets mail leave and must not be repeated blindly; `repeatable` (drafts, look-ups, tokens) may be.
 * The same silence is therefore `uncertain` for the one and `unavailable` for the other.
 */
export type Step = 'delivery' | 'repeatable'

/** A vendor's refusal in one shape. `spoken` = the body was the vendor's own error form, not a proxy's page. */
export interface Refusal {
  status: number
  code: string
  message: string
  spoken: boolean
  retryAfterMs: number | undefined
}

/** One row of a vendor's table; every given column must match. */
export interface RefusalRule {
  status?: readonly number[]
  code?: RegExp
  message?: RegExp
  kind: DeliveryFailure
  /** The vendor nowhere says that such an answer means "not taken": a delivery is uncertain then. */
  mayBeTaken?: true
}

/**
 * A delivery is refused only by an answer that means "not taken": a documented one, in the vendor's own words. Everything else may come
 * after the message was taken, whatever it says. The first row that fits counts.
 *
 * | answer                                       | delivery    | repeatable                      |
 * |----------------------------------------------|-------------|---------------------------------|
 * | no connection                                | unavailable | unavailable                     |
 * | silence or a cut after the request was begun | uncertain   | unavailable                     |
 * | any 1xx, 2xx, 3xx that is not the right one  | uncertain   | the vendor's row or unavailable |
 * | any 5xx, with or without Retry-After         | uncertain   | the vendor's row; 507 quota; unavailable |
 * | 408                                          | uncertain   | unavailable                     |
 * | a row of the vendor's table                  | its kind    | its kind                        |
 * | the same, marked `mayBeTaken`                | uncertain   | its kind                        |
 * | 401, after one refresh                       | expired     | expired                         |
 * | 413                                          | too-large   | too-large                       |
 * | 429 with any other code, or none             | uncertain   | throttled                       |
 * | other 4xx in nobody's words (a proxy's page) | uncertain   | by its status, as below         |
 * | 403                                          | forbidden   | forbidden                       |
 * | 400                                          | rejected    | rejected                        |
 * | other 4xx                                    | uncertain   | rejected                        |
 *
 * A Retry-After counts for the mailbox in every row.
 */
export function refusalError(rules: readonly RefusalRule[], refusal: Refusal, step: Step): DeliveryError {
  const rule = rules.find((each) => matches(each, refusal))
  const kind = step === 'delivery' ? deliveryKind(rule, refusal) : (rule?.kind ?? kindByStatus(refusal.status))
  return new DeliveryError(kind, textOf(kind, refusal), { retryAfterMs: refusal.retryAfterMs })
}

/** The vendor knows no such draft. It may have been sent before, or the answer comes from a copy that lags. */
export function draftMissing(code: string): DeliveryError {
  return new DeliveryError('missing', `${code}: the draft is not in the mailbox`)
}

/** An answer to a look at a draft that is not the vendor's word on this draft: of a proxy, of a guest network, cut short, or mixed up. */
export function notAboutDraft(status: number): DeliveryError {
  return new DeliveryError('unavailable', `${status}: the answer says nothing of the draft`)
}

/** A call that got no answer. */
export function networkError(failure: NetworkFailure, step: Step): DeliveryError {
  const code = failure.code
  if (!failure.written) {
    return new DeliveryError('unavailable', `${code}: the mail provider could not be reached`, {
      unreachable: true,
      cause: failure,
    })
  }
  const what =
    code === 'TIMEOUT' ? 'the mail provider gave no answer in time' : 'the connection to the mail provider broke'
  return step === 'delivery'
    ? new DeliveryError('uncertain', `UNCERTAIN: ${code}: ${what} after the message may have been taken`, {
        cause: failure,
      })
    : new DeliveryError('unavailable', `${code}: ${what}`, { cause: failure })
}

/**
 * A token endpoint that refused. Nothing of a message was involved, so nothing is uncertain. The sign-in has ended only where the endpoint
 * itself says so: a page in its place, of a proxy or a guest network, passes.
 */
export function tokenError(refusal: Refusal): DeliveryError {
  const passing =
    !refusal.spoken ||
    refusal.status >= 500 ||
    refusal.status === 408 ||
    /^(temporarily_unavailable|server_error)$/.test(refusal.code)
  const kind = refusal.status === 429 ? 'throttled' : passing ? 'unavailable' : 'expired'
  return new DeliveryError(kind, textOf(kind, refusal), { retryAfterMs: refusal.retryAfterMs })
}

/** A token endpoint that neither refused nor gave a token: somebody else answered in its place. */
export function tokenMissing(cause?: unknown): DeliveryError {
  return new DeliveryError('unavailable', 'the answer of the token endpoint held no access token', { cause })
}

/** What a person is told whose sign-in at a vendor could not be completed. */
export function signInError(vendor: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const text =
    error instanceof DeliveryError ? error.message.replace(/^EXPIRED_TOKEN: /, '') : 'the answer could not be read'
  const passing = error instanceof DeliveryError && error.retryable
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
  401: 'expired',
  403: 'forbidden',
  413: 'too-large',
  429: 'throttled',
  507: 'quota',
}
/** Statuses that tell by themselves that a message was not taken, whoever says them. */
const REFUSING = new Set([401, 413])
/** Statuses by which the vendors say, in their own words, that they did not take a message. */
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

/** Characters of a vendor's sentence that are looked at; the address in it may take quadratic time. */
const MESSAGE_MAX = 2_000

/** Words by which the advice recognises a failure (product: sending.failed-texts); they go into the stored text. */
const WORDS: Partial<Record<DeliveryFailure, string>> = {
  throttled: 'rate limit',
  quota: 'quota',
  'bad-recipient': 'invalid email',
  forbidden: 'no permission',
}
const PREFIXES: Partial<Record<DeliveryFailure, string>> = { expired: 'EXPIRED_TOKEN: ', uncertain: 'UNCERTAIN: ' }

/**
 * The stored text: "403 ErrorSendAsDenied: …". The advice looks for "403" before "quota" and for "401" before "invalid email", so a
 * status that would mislead (Gmail tells rate limits as 403) is left out.
 */
function textOf(kind: DeliveryFailure, { status, code, message }: Refusal): string {
  const word = WORDS[kind]
  const misleading =
    (kind === 'unavailable' || (word !== undefined && kind !== 'forbidden')) && (status === 401 || status === 403)
  const said = kind === 'forbidden' && status === 403 ? undefined : word
  const head = [misleading ? '' : String(status), cleanCode(code)].filter(Boolean).join(' ')
  const tail = [said, cleanText(message) || (code ? '' : 'no reason given')].filter(Boolean).join(': ')
  return `${PREFIXES[kind] ?? ''}${[head, tail].filter(Boolean).join(': ')}`
}

function cleanCode(code: string): string {
  return code.replace(/[^\w.-]/g, '').slice(0, 60)
}

/**
 * A vendor's sentence without what must not be stored or would mislead the choice of advice: addresses, tokens, ids, long numbers,
 * trace trailers, control characters.
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
