import { DeliveryError, REFUSED_TOKEN, type DeliveryFailure } from '#api/sending/provider.ts'
import { textOf } from '../provider-failures.ts'

/**
 * Stage of sending at which a server answered: the connection, the sign-in, the sender (MAIL), a recipient (RCPT), the
 * announcement of the message (DATA), or the whole message.
 */
export type SmtpStage = 'connection' | 'sign-in' | 'sender' | 'recipient' | 'data' | 'message'

/** An answer of an SMTP server. `enhanced`: RFC 3463, such as 5.1.1; empty if it gave none. */
export interface SmtpAnswer {
  code: number
  enhanced: string
  text: string
}

/** Row in the table of SMTP answers; every given column must match. */
interface AnswerRule {
  stage?: readonly SmtpStage[]
  /** code, a space, and the enhanced code */
  code?: RegExp
  /** expressions that the answer's text must match, all of them */
  text?: readonly RegExp[]
  kind: DeliveryFailure
  retryAfterMs?: number
  /** true: the same email may be accepted later */
  mayPass?: true
  /** true if another try would do harm: a host locks accounts after some wrong passwords */
  isCertain?: true
}

const MINUTE = 60_000
const TRANSACTION: readonly SmtpStage[] = ['sender', 'recipient', 'data', 'message']
const BEFORE_RECIPIENT: readonly SmtpStage[] = ['sender', 'data', 'message']

const TOO_MANY = /too many|too much|too often|\b(rate|limit|throttl\w*|quota|concurrent|exceed\w*)\b/i

/**
 * Meaning of SMTP answers. The first matching row applies; after a whole message a 4xx answer counts as a refusal only
 * by its code, see {@link smtpError}. Texts are those of Postfix, Exim, Gmail, Exchange Online, Zoho, IONOS, cPanel and
 * others, for cases in which the code alone does not tell a limit of the mailbox from a refused email:
 * documented-host-responses.test.ts has them.
 */
const RULES: readonly AnswerRule[] = [
  {
    stage: ['sign-in'],
    code: /^53[45] /,
    text: [/too many|temporar|try again|later/i],
    kind: 'throttled',
    retryAfterMs: 15 * MINUTE,
  },
  // Microsoft: the password or token is right, and the organization lets nobody send by SMTP.
  {
    stage: ['sign-in'],
    code: /^535 5\.7\.139$/,
    text: [/disabled|locked by your organization|did not meet the criteria/i],
    kind: 'mailbox-refused',
  },
  { stage: ['sign-in'], code: /^53[45] /, kind: 'expired', isCertain: true },
  // Dovecot: 421 for too many connections of a user. Gmail: 454 4.7.0 "Too many login attempts".
  { stage: ['sign-in', 'connection'], code: /^4/, text: [TOO_MANY], kind: 'throttled', retryAfterMs: 5 * MINUTE },
  { stage: ['sign-in', 'connection'], code: /^4/, kind: 'unavailable' },
  { stage: ['connection'], kind: 'unavailable' },
  // The host has turned submission off for this account, or takes no passwords.
  { stage: ['sign-in'], kind: 'mailbox-refused' },

  { stage: TRANSACTION, code: /^530 /, kind: 'sign-in-doubt' },
  // Exchange Online: 5.2.251 to 5.2.255 after the same mistake again and again, 432 for more connections than it takes.
  { stage: TRANSACTION, text: [/\bsender throttled\b/i], kind: 'throttled', retryAfterMs: 60 * MINUTE },
  { stage: TRANSACTION, code: /^432 4\.3\.2$/, kind: 'throttled' },
  { stage: TRANSACTION, text: [/SubmissionQuotaExceeded/], kind: 'quota' },
  { stage: BEFORE_RECIPIENT, text: [/SendAsDenied|\bpermissions? to send as\b/i], kind: 'from-refused' },
  { stage: BEFORE_RECIPIENT, code: / 5\.1\.8$/, kind: 'mailbox-refused' },
  { stage: ['recipient'], code: /^4.. 4\.2\.2$/, kind: 'rejected', mayPass: true },
  { stage: ['recipient'], code: /^5.. 5\.2\.2$/, kind: 'rejected' },
  { stage: BEFORE_RECIPIENT, code: / [45]\.2\.2$/, kind: 'mailbox-refused' },
  { stage: TRANSACTION, code: / 5\.(3\.4|2\.3)$/, kind: 'too-large' },
  { stage: BEFORE_RECIPIENT, code: /^5/, text: [/\b(size|too (large|big))\b/i], kind: 'too-large' },
  { stage: TRANSACTION, code: / 5\.4\.5$/, kind: 'quota' },
  {
    stage: TRANSACTION,
    text: [/\b(daily|per day|in a day|24.?h(ou)?rs?)\b/i, /\b(limit|quota|exceed|maximum|too many)/i],
    kind: 'quota',
  },
  // Zoho: "5.4.6 Unusual sending activity detected".
  {
    stage: TRANSACTION,
    text: [/unusual (sending|rate|activity)/i],
    kind: 'throttled',
    retryAfterMs: 60 * MINUTE,
  },
  {
    stage: TRANSACTION,
    text: [/\b(hourly|per hour|an hour)\b/i, /\b(limit|quota|exceed|max)/i],
    kind: 'throttled',
    retryAfterMs: 60 * MINUTE,
  },
  { stage: TRANSACTION, code: /^450 4\.7\./, kind: 'throttled' },
  { stage: TRANSACTION, code: /^45[02] 4\.5\.3$/, kind: 'throttled' },
  {
    stage: TRANSACTION,
    text: [
      /too many (mails|emails|messages|recipients|connections)|too much mail|\brate.?limit|sending (limit|rate|quota)|limit exceeded/i,
    ],
    kind: 'throttled',
  },

  { stage: ['sender'], code: /^4/, kind: 'unavailable' },
  {
    stage: ['sender'],
    code: /^(553 |5.. 5\.7\.)/,
    text: [/\bnot (owned|allowed|permitted|authori[sz]ed)\b|\brelaying disallowed as\b/i],
    kind: 'from-refused',
  },
  {
    stage: ['sender'],
    code: /^(553 |5.. 5\.7\.)/,
    text: [/\b(sender|from) address\b/i, /\b(rejected|refused|denied|mismatch)/i],
    kind: 'from-refused',
  },
  { stage: ['sender'], kind: 'mailbox-refused' },
  { stage: ['recipient'], code: /^5.. (5\.1\.|5\.2\.1)/, kind: 'bad-recipient' },
  { stage: ['recipient'], text: [/relay/i], code: /^5/, kind: 'mailbox-refused' },
  { stage: ['recipient'], code: /^5.. 5\.7\./, kind: 'rejected' },
  { stage: ['recipient'], code: /^5/, kind: 'bad-recipient' },
  { stage: ['recipient'], code: /^421 /, kind: 'unavailable' },
  { stage: ['recipient'], code: /^4/, kind: 'rejected', mayPass: true },
  { stage: ['data'], code: /^4/, kind: 'unavailable' },
  { stage: ['data', 'message'], code: /^5/, kind: 'rejected' },
]

/**
 * Maps an SMTP answer to a DeliveryError. After a whole message only answers that a row of the table calls a refusal
 * count as one: other 4xx answers, especially 421, and anything unreadable may follow a message that was accepted.
 */
export function smtpError(stage: SmtpStage, answer: SmtpAnswer, cause?: unknown): DeliveryError {
  const head = `${answer.code} ${answer.enhanced}`
  const rule = RULES.find(
    ({ stage: stages, code, text }) =>
      (stage !== 'message' || answer.code >= 500 || code !== undefined) &&
      (!stages || stages.includes(stage)) &&
      (!code || code.test(head)) &&
      (text?.every((each) => each.test(answer.text)) ?? true),
  )
  const isLying = stage === 'message' && answer.code === 421
  const kind = (isLying ? undefined : rule?.kind) ?? (stage === 'message' ? 'uncertain' : 'unavailable')
  const text = textOf(kind, { ...refusalOf(answer), message: answer.text })
  return new DeliveryError(kind, `${PREFIX[kind] ?? ''}${text}`, {
    cause,
    ...(rule?.kind === kind && {
      ...(rule.retryAfterMs !== undefined && { retryAfterMs: rule.retryAfterMs }),
      mayPass: rule.mayPass ?? false,
      isCertain: rule.isCertain ?? false,
    }),
  })
}

/**
 * First words of the error text that we store for a failed email. schema/domain/emails/delivery-errors.ts chooses the
 * advice for the sender by them.
 */
const PREFIX: Partial<Record<DeliveryFailure, string>> = {
  expired: 'EXPIRED_TOKEN: ',
  'sign-in-doubt': REFUSED_TOKEN,
  'from-refused': 'SEND_AS_REFUSED: ',
}

const refusalOf = ({ code, enhanced }: SmtpAnswer) =>
  ({ status: code, code: enhanced, spoken: true, retryAfterMs: undefined }) as const

/** Reads an SMTP answer; null if it does not begin with a number. Of several lines the last one's code counts. */
export function readAnswer(response: string | false | undefined): SmtpAnswer | null {
  const lines = (response || '').split(/\r?\n/)
  const read = lines.map((line) => /^(\d{3})(?:[ -]|$)(?:(\d\.\d{1,3}\.\d{1,3})(?=\s|$))?(.*)$/.exec(line))
  const last = read.at(-1)
  if (!last) return null
  const enhanced = read.find((line) => line?.[2])?.[2] ?? ''
  return {
    code: Number(last[1]),
    enhanced,
    text: read
      .map((line) => (line?.[3] ?? '').trim())
      .join(' ')
      .trim(),
  }
}

/**
 * Returns whether every line of an SMTP answer says that the message was accepted: libraries look only at the first
 * digit of the first line.
 */
export const isAccepted = (response: string): boolean =>
  response.split(/\r?\n/).every((line) => /^250(?:[ -]|$)/.test(line))

/** Makes the error for an email of which it is unknown whether the server accepted it. */
export const inDoubt = (what: string, cause?: unknown): DeliveryError =>
  new DeliveryError('uncertain', `UNCERTAIN: ${what}`, { cause })
