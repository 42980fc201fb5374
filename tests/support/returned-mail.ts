import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import type { InboxMail } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { uuidOf } from '#schema/object-ids.ts'
import type { TestPerson, World } from './world.ts'

/** The newest mailbox of a person's workspace. */
export async function mailboxOf(world: World, { tenantId }: TestPerson): Promise<MailboxKey> {
  const [row] = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string }[]>('select id from mailboxes where tenant_id = ? order by id desc limit 1', [tenantId]),
  )
  if (!row) throw new Error('No mailbox is connected')
  return { tenantId, mailboxId: row.id }
}

let number = 0

/**
 * A delivery report of the recipient's domain as it appears in the inbox. `results`: what the mailbox's provider notes about its
 * sender, by default that it is genuine.
 */
export function report(
  recipient: string,
  {
    status = '5.1.1',
    action = 'failed',
    at = new Date(),
    threadId = null,
    original = '',
    subject = 'Undeliverable: Hello',
    from = `postmaster@${domainOf(recipient)}`,
    results = `spf=pass smtp.mailfrom=${domainOf(from)};dmarc=pass header.from=${domainOf(from)}`,
  }: {
    subject?: string
    from?: string
    results?: string
    status?: string
    action?: string
    at?: Date
    threadId?: string | null
    original?: string
  } = {},
): InboxMail {
  return {
    id: `report-${(number += 1)}`,
    threadId,
    from,
    subject,
    receivedAt: at,
    headers: {
      'content-type': 'multipart/report; report-type=delivery-status; boundary=x',
      'auto-submitted': 'auto-replied',
      ...(results && { 'authentication-results': results }),
    },
    reaction: false,
    report: {
      text: `Your message to ${recipient} couldn't be delivered.`,
      status: `Reporting-MTA: dns;x\n\nFinal-Recipient: rfc822;${recipient}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp;550 ${status} said the other side`,
      feedback: '',
      original: original && `Message-ID: ${original}`,
    },
  }
}

/** A complaint (RFC 5965) as it appears in the inbox: about the email with that Message-ID, by default of abuse. */
export function complaint(
  original: string,
  { type = 'abuse', recipient = '', at = new Date() }: { type?: string; recipient?: string; at?: Date } = {},
): InboxMail {
  return {
    id: `complaint-${(number += 1)}`,
    threadId: null,
    from: 'feedback@mail.test',
    subject: 'Complaint about an email',
    receivedAt: at,
    headers: { 'content-type': 'multipart/report; report-type=feedback-report; boundary=x' },
    reaction: false,
    report: {
      text: 'This is an email abuse report.',
      status: '',
      feedback: `Feedback-Type: ${type}\nUser-Agent: Feedback/1.0\nVersion: 1${recipient && `\nOriginal-Rcpt-To: <${recipient}>`}`,
      original: `Message-ID: ${original}`,
    },
  }
}

/** A reply as it appears in the inbox. */
export function answer(
  from: string,
  { to = '<unknown@x>', at = new Date(), threadId = null as string | null, id = `answer-${(number += 1)}` } = {},
): InboxMail {
  return {
    id,
    threadId,
    from,
    subject: 'Re: Hello',
    receivedAt: at,
    headers: { 'in-reply-to': to, references: to },
    reaction: false,
    report: null,
  }
}

/** An automatic answer (such as out of office) as it appears in the inbox, opened. */
export function automatic(
  from: string,
  text: string,
  {
    subject = 'Automatic reply: Hello',
    ...rest
  }: { subject?: string; at?: Date; threadId?: string | null; to?: string } = {},
): InboxMail {
  const mail = answer(from, rest)
  return { ...mail, subject, headers: { ...mail.headers, 'auto-submitted': 'auto-replied' }, text }
}

/** Lets the recipient of a sent email answer it. `id` is the email's, as in the API. */
export async function arriveReply(
  world: World,
  { id, contactEmail }: { id: string; contactEmail: string },
): Promise<void> {
  const logId = uuidOf('EmailLog', id)
  const [key] = await world.app.database.asSystem((em) =>
    em.execute<MailboxKey[]>('select tenant_id as "tenantId", mailbox_id as "mailboxId" from email_logs where id = ?', [
      logId,
    ]),
  )
  if (!key) throw new Error('There is no such email')
  const mail = answer(contactEmail, { to: ownMessageId(logId, 1, 'me@here.test') })
  await takeReturns(world.app, key, 'me@here.test', [mail])
}
