import { reasonOf, type BounceKind } from './bounce-reasons.ts'
import {
  addressesIn,
  fieldsOf,
  RECIPIENTS_MAX,
  sectionsOf,
  statusBlocks,
  unfold,
  type DeliveryReport,
} from './delivery-report.ts'
import { isFinal, isRejection, saysFailed } from './failure-signs.ts'
import { failureWords } from './failure-text-normalization.ts'
import { isDispositionNotice } from './report-signs.ts'
import type { ReturnedMail } from './returned-mail.ts'
import { senderNoticeOf, type SenderNotice } from './sender-notices.ts'

/** Result of a delivery report for one recipient, or for several that it does not tell apart. */
export interface Bounce {
  kind: BounceKind
  /** enhanced status code (RFC 3463), such as "5.1.1"; null if unknown */
  code: string | null
  /** the other server's reason, to be stored */
  text: string
  /** notice about the sender instead, if the mailbox's own provider wrote the report */
  notice: SenderNotice | null
  /** failed addresses, in lower case; the possible ones if the report names none for certain */
  recipients: readonly string[]
}

/** Prefix of the stored text of a bounce. */
export const NON_DELIVERY = 'NON_DELIVERY'

/** Maximum characters stored of a report. */
const TEXT_MAX = 1_000

/** Texts of a report about a recipient: for machines, beside the address, and the whole report. */
interface Said {
  status?: string
  diagnostic?: string
  section?: string
  text?: string
}

/**
 * Reads the permanent failures from a delivery report; each recipient can have a different one. Empty if nothing failed
 * for good.
 */
export function readBounces(mail: ReturnedMail, report: DeliveryReport, own: ReadonlySet<string>): Bounce[] {
  const bounces = isDispositionNotice(mail) ? readRejection(mail, report) : readFailures(mail, report)
  return bounces.slice(0, RECIPIENTS_MAX).map((bounce) => {
    const recipients = [...new Set(bounce.recipients)].filter((address) => !own.has(address))
    return { ...bounce, recipients: recipients.slice(0, RECIPIENTS_MAX) }
  })
}

function readFailures(mail: ReturnedMail, report: DeliveryReport): Bounce[] {
  const { text } = report
  const blocks = statusBlocks(report.status || (/^(?:final|original)-recipient\s*:/im.test(text) ? text : ''))
  const failed = blocks.filter((block) => isFinal(block, mail.subject, text))
  const listed = addressesIn(mail.headers['x-failed-recipients'] ?? '')
  if (blocks.length > 0 ? failed.length === 0 : !saysFailed(mail.subject, text, listed.length > 0)) return []
  const sections = sectionsOf(text)
  const sectionOf = (addresses: readonly string[]) =>
    addresses.flatMap((address) => sections.get(address) ?? []).join(' ')
  if (failed.length > 0) {
    return failed.map(({ recipients, ...said }) => {
      const addresses = failed.length === 1 ? [...recipients, ...listed] : recipients
      const whole = failed.length === 1 ? text : ''
      const about = addresses.length > 0 ? addresses : possibleRecipients(mail, report)
      return bounceOf(mail, { ...said, section: sectionOf(recipients), text: whole }, about)
    })
  }
  const named = listed.length > 0 ? listed : [...sections.keys()]
  const isToldApart = named.length > 1 && named.some((address) => isTelling(sections.get(address)))
  if (isToldApart) return named.map((address) => bounceOf(mail, { section: sections.get(address) }, [address]))
  return [
    bounceOf(mail, { section: sectionOf(named), text }, listed.length > 0 ? listed : possibleRecipients(mail, report)),
  ]
}

/** The notice that a recipient's filter rejected an email; other notices tell that an email was read or deleted. */
function readRejection(mail: ReturnedMail, { text, disposition = '' }: DeliveryReport): Bounce[] {
  const fields = fieldsOf(unfold(disposition))
  if (!isRejection(mail, fields.get('disposition') ?? '', text)) return []
  const named = ['original-recipient', 'final-recipient'].flatMap((name) => addressesIn(fields.get(name) ?? ''))
  return [{ kind: 'refused', notice: null, code: null, text: oneLine(text).slice(0, TEXT_MAX), recipients: named }]
}

/**
 * Returns every address that the report mentions, or to which the returned email was sent, for reports that name no
 * recipient for certain.
 */
function possibleRecipients({ subject }: ReturnedMail, { text, original }: DeliveryReport): string[] {
  const places = [text, fieldsOf(unfold(original)).get('to') ?? '', subject]
  return places.map(addressesIn).find((found) => found.length > 0) ?? []
}

function bounceOf(mail: ReturnedMail, said: Said, recipients: readonly string[]): Bounce {
  const { status = '' } = said
  const [diagnostic, section, text] = [
    withoutWrapper(said.diagnostic),
    withoutWrapper(said.section),
    withoutWrapper(said.text),
  ]
  const known = [
    codeIn(diagnostic),
    status.match(CODE)?.[0] ?? null,
    codeIn(section),
    diagnostic || section ? null : codeIn(text),
  ]
  const codes = known.filter((code) => code !== null)
  const code = codes.find((each) => !each.endsWith('.0.0')) ?? codes[0] ?? null
  const told = [diagnostic, section, diagnostic ? '' : text].filter(Boolean)
  const shown =
    [diagnostic, diagnosticLine(section || text), section, text, mail.subject].map(oneLine).find(Boolean) ?? ''
  const base = { code, text: shown.slice(0, TEXT_MAX), recipients }
  const notice = senderNoticeOf(failureWords([diagnostic, section, text].join(' . ')), codes)
  if (notice) return { kind: 'refused', notice, ...base }
  const kind = told.map((words) => reasonOf(failureWords(words), codes)).find((found) => found !== null)
  return { kind: kind ?? reasonOf('', codes) ?? 'refused', notice, ...base }
}

/**
 * Removes “Unknown address error”, which Cisco's gateways write before any quoted answer to RCPT: only the quoted
 * answer counts.
 */
const withoutWrapper = (told = ''): string => told.replaceAll(/\b5\.1\.0 - Unknown address error\s(?=5\d\d[- ]')/gi, '')

/** Returns whether a part of a report gives a reason. */
const isTelling = (section = '') => {
  const code = codeIn(section)
  return reasonOf(failureWords(section), code ? [code] : []) !== null
}

const CODE = /\b[245]\.\d{1,3}\.\d{1,3}\b/

/** The enhanced status code of a failure; for a three-digit reply code only its class. */
function codeIn(text: string): string | null {
  const code = text.match(/\b[45]\.\d{1,3}\.\d{1,3}\b/)?.[0]
  if (code) return code
  const reply = text.match(/(?:^|[\s'"(:;#[-])([45])\d\d(?=[\s\-'":])/)?.[1]
  return reply ? `${reply}.0.0` : null
}

/** Returns whether a bounce suppresses its address (hard bounces; product: suppression.reasons). */
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
