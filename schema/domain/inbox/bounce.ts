import { kindOf, type BounceKind } from './bounce-kinds.ts'
import { addressesIn, RECIPIENTS_MAX, statusBlocks, type DeliveryReport } from './delivery-report.ts'
import type { ReturnedMail } from './returned-mail.ts'

export interface Bounce {
  kind: BounceKind
  /** enhanced status code, "5.1.1"; null if unknown */
  code: string | null
  /** the other server's reason, to be stored */
  text: string
  /** failed addresses, in lower case; the possible ones if the report names none for certain */
  recipients: readonly string[]
}

/** Prefix of the stored text of a bounce. */
export const NON_DELIVERY = 'NON_DELIVERY'

/** Maximum characters stored of a report. */
const TEXT_MAX = 1_000
/** Maximum characters searched for the reason of a failure. */
const WORDS_MAX = 4_000
export function readBounce(mail: ReturnedMail, report: DeliveryReport, own: ReadonlySet<string>): Bounce | null {
  const blocks = statusBlocks(report.status)
  const failed = blocks.filter(({ action }) => action === 'failed')
  if (blocks.length > 0 && failed.length === 0) return null
  const listed = addressesIn(mail.headers['x-failed-recipients'] ?? '')
  if (failed.length === 0 && !saysFailed(mail.subject, report.text, listed.length > 0)) return null
  const certain = [...failed.flatMap(({ recipients }) => recipients), ...listed]
  const recipients = certain.length > 0 ? certain : addressesIn(report.text)
  const told = failed[0]?.diagnostic || diagnosticLine(report.text)
  const code = codeIn(told) ?? (failed[0]?.status.match(CODE)?.[0] || codeIn(report.text))
  const text = oneLine(told) || oneLine(report.text) || oneLine(mail.subject)
  return {
    kind: kindOf(failed[0]?.status ?? '', code, (told || report.text).slice(0, WORDS_MAX)),
    code,
    text: text.slice(0, TEXT_MAX),
    recipients: [...new Set(recipients)].filter((address) => !own.has(address)).slice(0, RECIPIENTS_MAX),
  }
}

const DELAY =
  /\bdelay|still (be )?(re)?try|will (be retried|retry|keep trying|continue to)|not need to resend|warning message only/i
const GIVEN_UP = /gave up|given up|giving up|permanent|could ?n.t be delivered|not be delivered|expired/i

/** Without a status block, only the text distinguishes a failure from a delay notice and from unrelated messages. */
function saysFailed(subject: string, text: string, listed: boolean): boolean {
  if (/\bdelay|^warning:/i.test(subject) || (DELAY.test(text) && !GIVEN_UP.test(text))) return false
  return listed || GIVEN_UP.test(text) || codeIn(text) !== null
}

const CODE = /\b[245]\.\d{1,3}\.\d{1,3}\b/

/** The enhanced status code of a failure; for a three-digit reply code only its class. */
function codeIn(text: string): string | null {
  const code = text.match(/\b[45]\.\d{1,3}\.\d{1,3}\b/)?.[0]
  if (code) return code
  const reply = text.match(/(?:^|[\s'"(:;#-])([45])\d\d(?=[\s\-'":])/)?.[1]
  return reply ? `${reply}.0.0` : null
}

/** Whether a bounce suppresses its address (hard bounces; product: suppression.reasons). */
export function isHard(bounce: Pick<Bounce, 'kind'>): boolean {
  return bounce.kind === 'address'
}

const KIND_WORDS: Record<BounceKind, string> = { address: 'ADDRESS', passing: 'PASSING', refused: 'REFUSED' }

/** The text stored with a bounced email; explainFailure parses its prefix. */
export function bounceText({ kind, code, text }: Pick<Bounce, 'kind' | 'code' | 'text'>): string {
  const told = code && !text.includes(code) ? `${code} ${text}` : text
  return `${NON_DELIVERY}_${KIND_WORDS[kind]}: ${told}`.slice(0, TEXT_MAX)
}

/** The line with the other server's response in a readable report. */
function diagnosticLine(text: string): string {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) =>
    /\b[45]\d\d[ -][45]\.\d+\.\d+\b|\b[45]\.\d{1,3}\.\d{1,3}\b|\b5\d\d[ -]\S/.test(line),
  )
  if (at < 0) return ''
  const more = lines.slice(at + 1, at + 4)
  const end = more.findIndex((line) => line.trim() === '')
  return [lines[at], ...more.slice(0, end < 0 ? more.length : end)].join(' ')
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  return text.replace(/[\u0000-\u0020\u007f]+/g, ' ').trim()
}
