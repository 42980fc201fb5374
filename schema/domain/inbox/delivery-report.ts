import { trimEndOf } from '../trim.ts'
import { isAutomatic } from './automatic-mail.ts'
import type { ReturnedMail } from './returned-mail.ts'

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

/** A report that could not be read. */
export const EMPTY_REPORT: DeliveryReport = { text: '', status: '', feedback: '', original: '' }

/** Maximum addresses read from a report. */
export const RECIPIENTS_MAX = 20
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

/** One recipient's block of a message/delivery-status. */
export interface StatusBlock {
  action: string
  status: string
  diagnostic: string
  recipients: string[]
}

export function statusBlocks(status: string): StatusBlock[] {
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

export function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase()
    if (/^[\w-]+$/.test(name) && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

export const unfold = (text: string) => text.replaceAll('\r\n', '\n').replace(/\n[ \t]+(?=\S)/g, ' ')

export function addressesIn(text: string): string[] {
  const words = text.split(/[\s<>;:,"'()[\]]+/).filter((word) => word.includes('@') && word.length <= 320)
  return words.map((word) => trimEndOf(word, '.').toLowerCase()).filter((word) => /^[^@]+@[^@.]+\.[^@]+$/.test(word))
}

/** The Message-IDs that a message refers to, the closest first. */
export function referencesOf({ headers }: ReturnedMail, report: DeliveryReport | null): string[] {
  const head = fieldsOf(unfold(report?.original ?? ''))
  const named = [
    ...['message-id', 'x-google-original-message-id'].map((name) => head.get(name) ?? ''),
    fieldsOf(unfold(report?.status ?? '')).get('x-original-message-id') ?? '',
    headers['in-reply-to'] ?? '',
    (headers['references'] ?? '').split(/\s+/).toReversed().join(' '),
  ]
  return [...new Set(named.flatMap((value) => value.match(/<[^<>\s]+>/g) ?? []))].slice(0, REFERENCES_MAX)
}
