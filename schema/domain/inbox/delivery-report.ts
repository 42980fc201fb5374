import { trimEndOf } from '../trim-text.ts'
import type { ReturnedMail } from './returned-mail.ts'

/** The parts of a delivery report (RFC 3462) or a complaint (RFC 5965), as text. */
export interface DeliveryReport {
  /** text for people, without the returned email */
  text: string
  /** message/delivery-status (RFC 3464); empty if missing */
  status: string
  /** message/feedback-report (RFC 5965); empty if missing */
  feedback: string
  /** message/disposition-notification (RFC 8098); absent if missing */
  disposition?: string
  /** the header of the original message; empty if not included */
  original: string
}

/** A report that could not be read. */
export const EMPTY_REPORT: DeliveryReport = { text: '', status: '', feedback: '', original: '' }

/** Maximum addresses read from a report. */
export const RECIPIENTS_MAX = 20
const REFERENCES_MAX = 50

/** Block of a message/delivery-status about one recipient. */
export interface StatusBlock {
  action: string
  status: string
  diagnostic: string
  /** time until which the server tries again; empty if it does not say */
  retriesUntil: string
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
      retriesUntil: fields.get('will-retry-until') ?? '',
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
  const words = text
    .split(/[\s<>;:,"'()[\]（）【】「」，。；：、]+/)
    .filter((word) => word.includes('@') && word.length <= 320)
  return words.map((word) => trimEndOf(word, '.').toLowerCase()).filter((word) => /^[^@]+@[^@.]+\.[^@]+$/.test(word))
}

/** Begins a line of a transcript of SMTP: "550 5.1.1 ". */
const REPLY_CODE = /^[245]\d\d[ -](?:[245]\.\d{1,3}\.\d{1,3} )?/

/**
 * Returns what a report for people says of each address: from a line that begins with the address to the next blank
 * line or address; of a transcript of SMTP only that line, unless it stands in what is said of an address. `text`:
 * without the returned email.
 */
export function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>()
  let address: string | undefined
  for (const whole of text.split('\n').slice(0, LINES_MAX)) {
    const line = whole.trim()
    const [first = '', ...rest] = line
      .replace(REPLY_CODE, '')
      .replace(/^[-*>|•]+\s*/, '')
      .split(/\s+/)
    const [begun] = /^[<"(]?[^\s@]{1,200}@[^\s@]{1,250}$/.test(first) ? addressesIn(first) : []
    const isWithin =
      REPLY_CODE.test(line) && address !== undefined && (sections.get(address) !== '' || begun === address)
    const named = isWithin ? undefined : begun
    const section: string = sections.get(named ?? address ?? '') ?? ''
    if (named) {
      if (section === '') sections.set(named, rest.length > 0 ? line : '')
      address = section === '' && !REPLY_CODE.test(line) ? named : undefined
    } else if (address) {
      if (line === '' && section !== '') address = undefined
      else sections.set(address, `${section}\n${line}`.trim())
    }
    if (sections.size > RECIPIENTS_MAX) break
  }
  return sections
}

/** The Message-IDs that a report mentions outside the header of the returned email, and the mark that our emails carry. */
function markedIn(text: string): string[] {
  const named = [...text.matchAll(/^[ \t]{0,20}message-id:[ \t]{0,20}(<[^<>\s]{1,900}>)/gim)].map(([, id = '']) => id)
  const marks = [...text.matchAll(/^x-mergewell-email:[ \t]{0,20}mw1\.([0-9a-f]{32}\.\d{1,9})\b/gim)]
  return [...named, ...marks.map(([, mark]) => `<mw.${mark}@marked.invalid>`)]
}

/** Message-IDs by which a report names the email that it is about. */
function namedIn({ original, status, text, disposition = '' }: DeliveryReport): string[] {
  const head = fieldsOf(unfold(original))
  return [
    ...['message-id', 'x-google-original-message-id'].map((name) => head.get(name) ?? ''),
    fieldsOf(unfold(status)).get('x-original-message-id') ?? '',
    ...markedIn(`${original}\n${text}`),
    fieldsOf(unfold(disposition)).get('original-message-id') ?? '',
  ]
}

/** The Message-IDs that a message refers to, the closest first. */
export function referencesOf({ headers }: ReturnedMail, report: DeliveryReport | null): string[] {
  const named = [
    ...(report === null ? [] : namedIn(report)),
    headers['in-reply-to'] ?? '',
    (headers['references'] ?? '').split(/\s+/).toReversed().join(' '),
  ]
  return [...new Set(named.flatMap((value) => value.match(/<[^<>\s]+>/g) ?? []))].slice(0, REFERENCES_MAX)
}

/** A line after which a report in plain text returns the email. */
const COPY_FOLLOWS =
  /^\W*(?:(?:below (?:this line )?is|this is|here is|following is) a copy of (?:the|your) (?:original )?message|(?:the )?(?:original|unsent|returned|undelivered|received) (?:message|mail)(?: headers?| text)?(?: follows?| below| is below)?|message (?:headers?|text) follows?|(?:the )?headers? of (?:the|your) (?:original )?message(?: follows?| below)?|copy of (?:the|your) message)(?:, including[^\n]{0,60})?[\s:.-]*$/i
const HEADER_LINE =
  /^(?:return-path|received|from|to|cc|subject|date|message-id|mime-version|content-[a-z-]+|reply-to|sender|delivered-to|dkim-signature|references|in-reply-to|user-agent|list-[a-z-]+|x-[a-z0-9-]+):/i
/** Lines searched for the returned email. */
const LINES_MAX = 2_000

/** Splits a report in plain text into what it says and the email that it returns, from that email's first header on. */
export function splitCopy(text: string): { said: string; copy: string } {
  const lines = text.split(/\r?\n/).slice(0, LINES_MAX)
  const marked = lines.findIndex(
    (line) =>
      (/^\s*-{2,}/.test(line) &&
        /\bcopy of (?:the|your) message|original message|returned message|unsent message|message header/i.test(line)) ||
      COPY_FOLLOWS.test(line),
  )
  const bare = lines.findIndex(
    (line, at) => HEADER_LINE.test(line) && !HEADER_LINE.test(lines[at - 1] ?? '') && beginsHeader(lines, at),
  )
  const ends = [marked, bare].filter((at) => at >= 0)
  if (ends.length === 0) return { said: text, copy: '' }
  const end = Math.min(...ends)
  const begins = end === marked ? end + 1 : end
  return { said: lines.slice(0, end).join('\n'), copy: lines.slice(begins).join('\n').trimStart() }
}

/** Returns whether a header of an email begins at a line: at least three fields, of which one is its id or its way. */
function beginsHeader(lines: readonly string[], at: number): boolean {
  let [fields, hasId] = [0, false]
  for (const line of lines.slice(at, at + 60)) {
    if (/^\s+\S/.test(line)) continue
    if (!HEADER_LINE.test(line)) break
    fields += 1
    hasId ||= /^(?:message-id|received):/i.test(line)
  }
  return hasId && fields >= 3
}
