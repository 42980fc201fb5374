import type { ReturnedMail } from './returned-mail.ts'
import { automaticAnswer, hasAutomaticSubject } from './away/automatic.ts'
import { trimEndOf } from './trim.ts'

/** Rules for messages in an inbox: bounces, complaints, replies, and everything else. */

/** The headers that distinguish them, by lower-case name. Nothing else of a message is requested. */
export const INBOX_HEADERS = [
  'content-type',
  'content-disposition',
  'in-reply-to',
  'references',
  'return-path',
  'auto-submitted',
  'precedence',
  'list-id',
  'x-autoreply',
  'x-autorespond',
  'x-autoreply-from',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-auto-response-suppress',
  'x-precedence',
  'preference',
  'x-fc-machinegenerated',
  'x-zendesk-from-account-id',
  'x-rt-ticket',
  'x-otrs-loop',
  'x-freshdesk-ticket-id',
  'x-failed-recipients',
  'x-ms-exchange-message-is-ndr',
  'x-ms-exchange-generated-message-source',
  'authentication-results',
  'x-mergewell-email',
] as const

/** The parts of a delivery report (RFC 3462) or a complaint (RFC 5965), as text. */
export interface DeliveryReport {
  /** for people */
  text: string
  /** message/delivery-status (RFC 3464); empty if missing */
  status: string
  /** message/feedback-report (RFC 5965); empty if missing */
  feedback: string
  /** the header of the original message; empty if not included */
  original: string
}

/**
 * Why an email bounced. `address`: the address does not work, so it is not retried. `passing`: this email failed, later
 * ones may arrive (mailbox full, out of order). `refused`: the email or its sender was rejected (spam rules, size,
 * policy).
 */
export type BounceKind = 'address' | 'passing' | 'refused'

export interface Bounce {
  kind: BounceKind
  /** enhanced status code, "5.1.1"; null if unknown */
  code: string | null
  /** the other server's reason, to be stored */
  text: string
  /** failed addresses, in lower case; the possible ones if the report names none for certain */
  recipients: readonly string[]
}

/** A report that could not be read. */
export const EMPTY_REPORT: DeliveryReport = { text: '', status: '', feedback: '', original: '' }

export type Returned =
  | ({ what: 'bounce' } & Bounce & { references: readonly string[] })
  | { what: 'complaint'; recipients: readonly string[]; references: readonly string[] }
  | { what: 'reply'; from: string; references: readonly string[] }
  /** The recipient is away and back on the day `until`, at 00:00 UTC; without `dated` the note did not say until when. */
  | { what: 'away'; from: string; references: readonly string[]; until: Date; dated: boolean }
  /** an automatic answer of another kind, such as a help desk's */
  | { what: 'automatic'; from: string; references: readonly string[] }
  | { what: 'other' }

/** Prefix of the stored text of a bounce. */
export const NON_DELIVERY = 'NON_DELIVERY'

/** Maximum characters stored of a report. */
const TEXT_MAX = 1_000
/** Maximum characters searched for the reason of a failure. */
const WORDS_MAX = 4_000
/** Maximum addresses read from a report. */
const RECIPIENTS_MAX = 20
const REFERENCES_MAX = 50

const DAEMON = /^(mailer-daemon|mail-daemon|maildaemon|microsoftexchange[0-9a-f]{32})@/
const POSTMASTER = /^(postmaster|mailer|mail\.delivery|mdaemon|noreply|no-reply)@/
const FAILURE_SUBJECT =
  /^(undeliver(able|ed)|delivery (status notification|failure|has failed)|mail delivery (failed|failure|system)|(returned mail|failure notice|delivery failed|message not delivered)|warning: (message|could not send)|unzustellbar|nicht zustellbar|non remis|impossible de remettre|no se puede entregar|não é possível entregar|não_entregue|onbestelbaar|non recapitabile|niet bezorgd|olevererbart|kan ikke leveres|nie można dostarczyć|доставка|недоставлено|配信不能|无法传递|未传递)/i

/** Whether a message looks like a delivery report or a complaint, so that its body is needed. Checks only its headers. */
export function looksLikeReport({ from, subject, headers }: ReturnedMail): boolean {
  const type = headers['content-type'] ?? ''
  if (/^multipart\/report\b/i.test(type))
    return !/report-type\s*=\s*"?(?!delivery-status|feedback-report)[\w-]+/i.test(type)
  if (headers['x-failed-recipients'] !== undefined || headers['x-ms-exchange-message-is-ndr'] !== undefined) return true
  if (DAEMON.test(from)) return true
  if (headers['list-id'] !== undefined) return false
  return FAILURE_SUBJECT.test(subject.trim()) && (POSTMASTER.test(from) || isAutomatic({ from, subject, headers }))
}

const isFeedback = ({ headers }: ReturnedMail) =>
  /^multipart\/report\b.*report-type\s*=\s*"?feedback-report\b/is.test(headers['content-type'] ?? '')

/** Types of feedback that mean “this is spam”; others are receipts of authentication, viruses, or “not spam”. */
const COMPLAINT = /^(abuse|fraud)\b/i

/** A complaint names its type, and the recipient only if the provider says who it was. */
function readComplaint(mail: ReturnedMail, report: DeliveryReport | null, own: ReadonlySet<string>): Returned {
  const fields = fieldsOf(unfold(report?.feedback ?? ''))
  if (!COMPLAINT.test(fields.get('feedback-type') ?? '')) return { what: 'other' }
  const sentTo = fieldsOf(unfold(report?.original ?? '')).get('to') ?? ''
  const recipients = addressesIn(`${fields.get('original-rcpt-to') ?? ''} ${sentTo}`)
  return {
    what: 'complaint',
    recipients: [...new Set(recipients)].filter((address) => !own.has(address)).slice(0, RECIPIENTS_MAX),
    references: referencesOf(mail, report),
  }
}

const OTHER_AUTOMATIC_SUBJECT = /^(automaattinen|автоответ|自动答复|自动回复)/i

/** Headers that only automatic answers and mass email have. */
const AUTOMATIC_MARKS = [
  'x-autoreply',
  'x-autorespond',
  'x-autoreply-from',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-fc-machinegenerated',
  'list-id',
] as const
/** How the subject begins when a person answers; some systems suppress automatic answers to what people write in them. */
const ANSWER_SUBJECT = /^(re|aw|sv|vs|rif|odp|antw|res|rv|回复|答复)\s?:/i
const AUTOMATIC_PRECEDENCE = /\b(bulk|junk|list|auto[_-]?reply)\b/i

/** Whether a message is automatic: out-of-office notes, tickets, newsletters. */
export function isAutomatic({ subject, headers }: ReturnedMail): boolean {
  const submitted = headers['auto-submitted']
  if (submitted !== undefined && !/^\s*no\b/i.test(submitted)) return true
  if (['precedence', 'x-precedence', 'preference'].some((name) => AUTOMATIC_PRECEDENCE.test(headers[name] ?? '')))
    return true
  if (headers['return-path']?.trim() === '<>') return true
  if (/mailbox rules agent/i.test(headers['x-ms-exchange-generated-message-source'] ?? '')) return true
  if (/\ball\b/i.test(headers['x-auto-response-suppress'] ?? '') && !ANSWER_SUBJECT.test(subject.trim())) return true
  if (AUTOMATIC_MARKS.some((mark) => headers[mark] !== undefined)) return true
  return hasAutomaticSubject(subject) || OTHER_AUTOMATIC_SUBJECT.test(subject.trim())
}

/** Whether a message is an automatic answer to an email, so that its text is needed. Checks only its headers. */
export function isAutomaticAnswer(mail: ReturnedMail): boolean {
  if (!isAutomatic(mail) || looksLikeReport(mail) || mail.headers['list-id'] !== undefined) return false
  if (/^multipart\/report\b/i.test(mail.headers['content-type'] ?? '')) return false
  const answers = /\bauto-replied\b/i.test(mail.headers['auto-submitted'] ?? '') || hasAutomaticSubject(mail.subject)
  return answers || refersToAnother(mail)
}

const GMAIL_REACTION = /^\s*text\/vnd\.google\.email-reaction\+json\b/i
/** How the text of a reaction begins where its parts are not shown: Outlook's sentence, or an emoji and Gmail's. */
const REACTION_TEXT = [
  /^.{1,120}?\b(reacted to your (message|email)|hat auf (Ihre|deine) (Nachricht|E-Mail) reagiert|a réagi à (votre|ton) (message|e-mail)|ha reaccionado a (su|tu) (mensaje|correo)|ha reagito al (suo|tuo) messaggio|reagiu à sua mensagem|heeft gereageerd op (uw|je) bericht)\s*([:.!]|$)/iu,
  /^\P{L}{0,8}\p{Extended_Pictographic}.{1,120}?\b(reacted via Gmail|hat über Gmail reagiert|a réagi via Gmail|(ha )?reaccion(ó|ado) (a través|por medio) de Gmail|ha reagito tramite Gmail|reagiu (pelo|via) Gmail|heeft gereageerd via Gmail)\b/iu,
] as const

/**
 * Whether a message is an emoji reaction: as RFC 9078 marks it, by Gmail's part, or by the sentence that Outlook and
 * Gmail write for everybody else. `partTypes`: types of its parts, if known. `preview`: how its text begins.
 */
export function isReaction(mail: {
  headers: ReturnedMail['headers']
  partTypes?: readonly string[]
  preview?: string
}): boolean {
  const types = [mail.headers['content-type'] ?? '', ...(mail.partTypes ?? [])]
  return (
    /^\s*reaction\b/i.test(mail.headers['content-disposition'] ?? '') ||
    types.some((type) => GMAIL_REACTION.test(type)) ||
    REACTION_TEXT.some((pattern) => pattern.test(mail.preview ?? ''))
  )
}

/** Whether a message can be a reply or a reaction: it refers to another email. */
export function refersToAnother({ headers }: Pick<ReturnedMail, 'headers'>): boolean {
  return headers['in-reply-to'] !== undefined || headers['references'] !== undefined
}

/**
 * Classifies a message. A bounce needs a report that says "failed", not a delay or a receipt. A complaint needs a
 * feedback report of abuse. A reply is written by a
 * person and refers to another email; an emoji reaction is none. Automatic answers are those of people who are away,
 * and all others; neither is a reply. `ownAddresses`: the mailbox's address, or all of them: messages from these are never replies.
 */
export function recognise(
  mail: ReturnedMail,
  report: DeliveryReport | null,
  ownAddresses: string | readonly string[],
): Returned {
  const own = new Set([ownAddresses].flat().map((address) => address.toLowerCase()))
  if (isFeedback(mail)) return readComplaint(mail, report, own)
  if (looksLikeReport(mail)) {
    const bounce = readBounce(mail, report ?? EMPTY_REPORT, own)
    return bounce ? { what: 'bounce', ...bounce, references: referencesOf(mail, report) } : { what: 'other' }
  }
  const references = referencesOf(mail, null)
  if (isOwn(mail) || mail.reaction || isReaction(mail) || own.has(mail.from)) return { what: 'other' }
  if (isAutomaticAnswer(mail)) return { ...automaticAnswer(mail), from: mail.from, references }
  if (references.length === 0 || isAutomatic(mail)) return { what: 'other' }
  if (/^multipart\/report\b/i.test(mail.headers['content-type'] ?? '')) return { what: 'other' }
  return { what: 'reply', from: mail.from, references }
}

/** Whether a message is one of our own, whichever address it names: a follow-up answers an earlier email too. */
const isOwn = ({ headers }: ReturnedMail) => headers['x-mergewell-email'] !== undefined

/**
 * The Message-ID that we give an email: it contains its log and the attempt, so that references need no look-up. The
 * provider may replace it.
 */
export function ownMessageId(logId: string, attempt: number, from: string): string {
  return `<mw.${logId.replaceAll('-', '')}.${attempt}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** The log and the attempt in a Message-ID of ours; null for any other. */
export function ownMailIn(messageId: string): { logId: string; attempt: number } | null {
  const [, hex, attempt] = /^<mw\.([0-9a-f]{32})\.(\d{1,9})@[^>]+>$/.exec(messageId) ?? []
  if (hex === undefined) return null
  return { logId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), attempt: Number(attempt) }
}

/** One recipient's block of a message/delivery-status. */
interface StatusBlock {
  action: string
  status: string
  diagnostic: string
  recipients: string[]
}

function readBounce(mail: ReturnedMail, report: DeliveryReport, own: ReadonlySet<string>): Bounce | null {
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

const NO_DOMAIN = /\bNXDOMAIN\b|(domain|host)( name)? (does not exist|not found|has no)/i
const NOBODY_THERE =
  /(user|recipient|mailbox|address|account|alias)\W+(\w+\W+){0,3}?(unknown|not found|not exist|n't exist|no longer (exists|valid|available)|disabled|inactive|deactivated|invalid)|(unknown|no such|invalid|non-?existent) (\w+ )?(user|recipient|mailbox|address|account|person)|does ?n(o|')t exist|nosuchuser|recipientnotfound|recipient address rejected: (access denied|user|undeliverable)|not our customer|no mailbox here/i
const ABOUT_THE_SENDER = /\bsender('s)? (domain|address|e-?mail|verif)|\bmail from\b|\breturn[- ]path\b/i
const NOT_WANTED =
  /spam|blocked|block ?list|black ?list|blacklisted|reputation|policy|dmarc|\bspf\b|dkim|unsolicited|content rejected|virus|banned|too (large|big)|size limit|exceeds|rate limit|access denied|not authori[sz]ed|permission/i

/**
 * Status codes → kind; the first match applies. Text about unknown users is checked before, text about policy after.
 */
const KINDS: readonly { code: RegExp; kind: BounceKind }[] = [
  { code: /^4\./, kind: 'passing' },
  { code: /^5\.1\.(7|8|90)$/, kind: 'refused' },
  { code: /^5\.1\./, kind: 'address' },
  { code: /^5\.2\.(2|12\d)$/, kind: 'passing' },
  { code: /^5\.2\.1$/, kind: 'address' },
  { code: /^5\.(2\.3|3\.4|5\.|6\.|7\.)/, kind: 'refused' },
  { code: /^5\.3\./, kind: 'passing' },
  { code: /^5\.4\.310$/, kind: 'address' },
  { code: /^5\.4\.(6|14|3\d\d)$/, kind: 'passing' },
]

function kindOf(status: string, code: string | null, words: string): BounceKind {
  if (NO_DOMAIN.test(words) && !ABOUT_THE_SENDER.test(words)) return 'address'
  if ((status || code)?.startsWith('4.')) return 'passing'
  if (/(mailbox|quota|inbox)\W+(\w+\W+){0,4}?(full|exceeded)|over ?quota/i.test(words)) return 'passing'
  if (NOBODY_THERE.test(words) && !ABOUT_THE_SENDER.test(words)) return 'address'
  const known = [code, status].flatMap((each) => KINDS.find((row) => each && row.code.test(each)) ?? [])[0]
  if (known) return known.kind
  return NOT_WANTED.test(words) ? 'refused' : 'address'
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

function statusBlocks(status: string): StatusBlock[] {
  return unfold(status)
    .split(/\n[^\S\n]*\n/)
    .map((block) => fieldsOf(block))
    .filter((fields) => fields.has('action') || fields.has('final-recipient'))
    .map((fields) => ({
      action: (fields.get('action') ?? 'failed').split(/[\s(]/)[0]?.toLowerCase() ?? '',
      status: fields.get('status') ?? '',
      diagnostic: (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, ''),
      recipients: ['original-recipient', 'final-recipient'].flatMap((name) => addressesIn(fields.get(name) ?? '')),
    }))
}

function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase()
    if (/^[\w-]+$/.test(name) && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

const unfold = (text: string) => text.replaceAll('\r\n', '\n').replace(/\n[ \t]+(?=\S)/g, ' ')

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

function addressesIn(text: string): string[] {
  const words = text.split(/[\s<>;:,"'()[\]]+/).filter((word) => word.includes('@') && word.length <= 320)
  return words.map((word) => trimEndOf(word, '.').toLowerCase()).filter((word) => /^[^@]+@[^@.]+\.[^@]+$/.test(word))
}

/** The Message-IDs that a message refers to, the closest first. */
function referencesOf({ headers }: ReturnedMail, report: DeliveryReport | null): string[] {
  const head = fieldsOf(unfold(report?.original ?? ''))
  const named = [
    ...['message-id', 'x-google-original-message-id'].map((name) => head.get(name) ?? ''),
    fieldsOf(unfold(report?.status ?? '')).get('x-original-message-id') ?? '',
    headers['in-reply-to'] ?? '',
    (headers['references'] ?? '').split(/\s+/).toReversed().join(' '),
  ]
  return [...new Set(named.flatMap((value) => value.match(/<[^<>\s]+>/g) ?? []))].slice(0, REFERENCES_MAX)
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  return text.replace(/[\u0000-\u0020\u007f]+/g, ' ').trim()
}
