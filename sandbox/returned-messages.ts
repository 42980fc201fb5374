import { randomBytes } from 'node:crypto'
import { answerOf } from './sample-answers.ts'
import { type MessageRow, senderOf } from './messages.ts'
import { withHeaders } from './mime.ts'
import type { Vendor } from './provider-names.ts'

/** A returned or received email: the MIME and the headers for lists. */
export interface ReturnMail {
  raw: Buffer
  from: { name: string; address: string }
  subject: string
  internetId: string
}

const word = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

const lines = (...all: string[]): string => all.join('\r\n')

/**
 * Returns the reason of a bounce: a full mailbox if the recipient's local part contains "soft" or "full", otherwise an
 * unknown user.
 */
function diagnosis(recipient: string): { status: string; code: string; text: string } {
  return /soft|full/i.test(recipient.slice(0, recipient.lastIndexOf('@')))
    ? { status: '5.2.2', code: '552', text: 'The mailbox is full and cannot take messages now.' }
    : { status: '5.1.1', code: '550', text: 'The email account that you tried to reach does not exist.' }
}

const REPORTER: Record<
  Vendor,
  (domain: string) => { name: string; address: string; subject: (original: string) => string }
> = {
  microsoft: (domain) => ({
    name: 'Microsoft Outlook',
    address: `MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@${domain}`,
    subject: (original) => `Undeliverable: ${original}`,
  }),
  google: () => ({
    name: 'Mail Delivery Subsystem',
    address: 'mailer-daemon@googlemail.com',
    subject: () => 'Delivery Status Notification (Failure)',
  }),
  smtp: (domain) => ({
    name: 'Mail Delivery System',
    address: `MAILER-DAEMON@${domain}`,
    subject: () => 'Undelivered Mail Returned to Sender',
  }),
}

const DELAY = {
  status: '4.4.1',
  code: '421',
  text: 'The other server does not answer. It will be tried again for a day.',
}

/**
 * A delivery report (RFC 3464): text for people, the delivery status for machines, and the header of the original.
 * `bounce`: failed for good; `delay`: still being retried.
 */
export function deliveryReport(
  row: MessageRow,
  originalMime: Buffer,
  recipient: string,
  at: number,
  kind: 'bounce' | 'delay',
): ReturnMail {
  const domain = row.email.slice(row.email.lastIndexOf('@') + 1)
  const reporter = REPORTER[row.vendor](domain)
  const { status, code, text } = kind === 'delay' ? DELAY : diagnosis(recipient)
  const subject = kind === 'delay' ? 'Delivery Status Notification (Delay)' : reporter.subject(row.subject)
  const internetId = `<${randomBytes(16).toString('hex')}@${row.vendor === 'google' ? 'mx.google.com' : domain}>`
  const boundary = `ndr_${randomBytes(12).toString('hex')}`
  const headerEnd = originalMime.indexOf('\r\n\r\n')
  const originalHeader = originalMime.subarray(0, headerEnd < 0 ? originalMime.length : headerEnd).toString('utf8')
  const date = new Date(at).toUTCString().replace('GMT', '+0000')
  const raw = lines(
    `Message-ID: ${internetId}`,
    `Date: ${date}`,
    `From: "${reporter.name}" <${reporter.address}>`,
    `To: <${row.email}>`,
    `Subject: ${word(subject)}`,
    `In-Reply-To: ${row.internet_id}`,
    `References: ${row.internet_id}`,
    `X-Failed-Recipients: ${recipient}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    kind === 'delay'
      ? `There is a temporary problem delivering your message to ${recipient}.`
      : `Your message to ${recipient} couldn't be delivered.`,
    text,
    '',
    `${code} ${status} <${recipient}>: ${text}`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.mergewell.test',
    `Arrival-Date: ${date}`,
    '',
    `Original-Recipient: rfc822; ${recipient}`,
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${kind === 'delay' ? 'delayed' : 'failed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${code} ${status} ${text}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    originalHeader,
    '',
    `--${boundary}--`,
    '',
  )
  return { raw: Buffer.from(raw), from: { name: reporter.name, address: reporter.address }, subject, internetId }
}

/** A complaint (RFC 5965) of the recipient's provider about an email that the recipient marked as spam. */
export function complaintMail(row: MessageRow, originalMime: Buffer, recipient: string, at: number): ReturnMail {
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1)
  const internetId = `<${randomBytes(16).toString('hex')}@${domain}>`
  const subject = `FW: ${row.subject}`
  const boundary = `arf_${randomBytes(12).toString('hex')}`
  const from = { name: 'Feedback loop', address: `feedback@${domain}` }
  const headerEnd = originalMime.indexOf('\r\n\r\n')
  const date = new Date(at).toUTCString().replace('GMT', '+0000')
  const raw = lines(
    `Message-ID: ${internetId}`,
    `Date: ${date}`,
    `From: "${from.name}" <${from.address}>`,
    `To: <${row.email}>`,
    `Subject: ${word(subject)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=feedback-report; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is an email abuse report for a message that you sent.',
    '',
    `--${boundary}`,
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Sandbox/1.0',
    'Version: 1',
    `Arrival-Date: ${date}`,
    `Original-Rcpt-To: <${recipient}>`,
    '',
    `--${boundary}`,
    'Content-Type: message/rfc822',
    '',
    `${originalMime.subarray(0, headerEnd < 0 ? originalMime.length : headerEnd).toString('utf8')}\r\n`,
    '',
    `--${boundary}--`,
    '',
  )
  return { raw: Buffer.from(raw), from, subject, internetId }
}

/**
 * A short reply from the recipient, in the same conversation: from a person, automatic while they are `away`, or from a
 * help desk (`ticket`).
 */
export function replyMail(
  row: MessageRow,
  recipient: { name: string; address: string },
  at: number,
  kind: 'reply' | 'away' | 'ticket' = 'reply',
): ReturnMail {
  const domain = recipient.address.slice(recipient.address.lastIndexOf('@') + 1)
  const internetId = `<${randomBytes(16).toString('hex')}@${domain}>`
  const { subjectPrefix, text } = answerOf(recipient.address, kind, at)
  const subject = `${subjectPrefix}${row.subject}`
  const sender = senderOf(row)
  const raw = lines(
    `Message-ID: ${internetId}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${recipient.name ? `${word(recipient.name).replace(/[",<>]/g, '')} ` : ''}<${recipient.address}>`,
    ...(kind === 'reply' && asksElsewhere(recipient.address) ? [`Reply-To: The office <office@${domain}>`] : []),
    `To: <${row.email}>`,
    `Subject: ${word(subject)}`,
    `In-Reply-To: ${row.internet_id}`,
    `References: ${row.internet_id}`,
    ...(kind !== 'reply' ? ['Auto-Submitted: auto-replied', 'X-Auto-Response-Suppress: All'] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    `Hello ${sender.name || sender.address},`,
    '',
    text,
    '',
    ...(kind === 'reply' ? quoteOf(row, sender, at) : []),
  )
  return { raw: Buffer.from(raw), from: recipient, subject, internetId }
}

/**
 * Returns whether a simulated person, such as `reply-elsewhere@…`, wants answers at another address, their office's.
 */
const asksElsewhere = (address: string) =>
  address.slice(0, address.lastIndexOf('@')).toLowerCase().includes('elsewhere')

/** Returns the quoted email that mail programs put below an answer. */
function quoteOf(row: MessageRow, sender: { name: string; address: string }, at: number): string[] {
  const date = new Date(row.sent_at ?? at).toUTCString().replace(' GMT', '')
  return [`On ${date}, ${sender.name || sender.address} <${sender.address}> wrote:`, `> ${row.subject}`, '> …', '']
}

/**
 * Builds an emoji reaction from the recipient, in the same conversation. From an address with “outlook” as Outlook
 * sends it to other systems; otherwise as Gmail does, with a part of its own.
 */
export function reactionMail(row: MessageRow, recipient: { name: string; address: string }, at: number): ReturnMail {
  const domain = recipient.address.slice(recipient.address.lastIndexOf('@') + 1)
  const internetId = `<${randomBytes(16).toString('hex')}@${domain}>`
  const subject = `Re: ${row.subject}`
  const name = recipient.name || recipient.address
  const outlook = /outlook/i.test(recipient.address)
  const boundary = `reaction_${randomBytes(12).toString('hex')}`
  const part = (type: string, text: string) =>
    lines(`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit', '', text, '')
  const sentence = outlook ? `${name} reacted to your message:` : `👍 ${name} reacted via Gmail`
  const raw = lines(
    `Message-ID: ${internetId}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `From: <${recipient.address}>`,
    `To: <${row.email}>`,
    `Subject: ${word(subject)}`,
    `In-Reply-To: ${row.internet_id}`,
    `References: ${row.internet_id}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    part('text/plain', sentence) +
      (outlook ? '' : part('text/vnd.google.email-reaction+json', '{"emoji":"👍","version":1}')) +
      part('text/html', `<p>${sentence}</p>`) +
      `--${boundary}--`,
    '',
  )
  return { raw: Buffer.from(raw), from: recipient, subject, internetId }
}

/**
 * Returns the authentication results that a receiver would note about an email from a domain of the sandbox (see
 * sandbox/dns.ts); undefined for domains with `noresults`.
 */
function resultsFor(domain: string, vendor: Vendor): string | undefined {
  const labels = new Set(domain.split('.'))
  if (labels.has('noresults')) return undefined
  const [spf, dkim] = [labels.has('nospf') ? 'fail' : 'pass', labels.has('nodkim') ? 'none' : 'pass']
  const dmarc = labels.has('nodmarc') ? 'none' : spf === 'pass' || dkim === 'pass' ? 'pass' : 'fail'
  const signed = dkim === 'pass' ? ` header.d=${domain}` : ''
  const server = vendor === 'google' ? 'mx.google.com; ' : ''
  return `${server}spf=${spf} smtp.mailfrom=${domain}; dkim=${dkim}${signed}; dmarc=${dmarc} header.from=${domain}`
}

/** The message as received by another resident of the sandbox, without Bcc. */
export function deliveredCopy(row: MessageRow, originalMime: Buffer): ReturnMail {
  const domain = row.email.slice(row.email.lastIndexOf('@') + 1).toLowerCase()
  const raw = withHeaders(originalMime, { Bcc: undefined, 'Authentication-Results': resultsFor(domain, row.vendor) })
  return { raw, from: senderOf(row), subject: row.subject, internetId: row.internet_id }
}
