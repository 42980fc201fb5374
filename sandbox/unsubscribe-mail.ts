import { randomBytes } from 'node:crypto'
import { Router } from 'express'
import { findResident } from './oauth-grants.ts'
import { deliverToInbox } from './inbox-delivery.ts'
import { findMessage, type MessageRow, recipientsOf } from './messages.ts'
import { html, type Html } from './html-pages.ts'
import type { Sandbox } from './sandbox.ts'
import { isVendor } from './provider-names.ts'
import { readView, type View } from './message-view.ts'

/** Imitates Outlook's Unsubscribe button: it sends the email that List-Unsubscribe asks for, and ignores URLs. */

/** Returns the mailbox and the subject for unsubscribing by email; null if the email names no such address. */
function mailtoOf({ headers }: View): { to: string; subject: string } | null {
  const value = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value ?? ''
  const [, mailto = ''] = /<(mailto:[^<>]+)>/i.exec(value) ?? []
  if (!URL.canParse(mailto)) return null
  const { pathname, searchParams } = new URL(mailto)
  return { to: decodeURIComponent(pathname), subject: searchParams.get('subject') ?? '' }
}

/**
 * Returns the email address that would be unsubscribed: the owner of the inbox, or the first recipient of a sent email.
 */
const readerOf = (row: MessageRow): string =>
  row.folder === 'inbox' ? row.email : (recipientsOf(row).to[0]?.address ?? '')

/** The button on the page of an email that can be unsubscribed from by email. */
export function unsubscribeButton(row: MessageRow, view: View, path: string): Html | false {
  if (row.folder === 'drafts' || !mailtoOf(view)) return false
  return html`<form class="actions" method="post" action="${path}/unsubscribe" style="margin:0 0 20px">
    <button>Unsubscribe</button>
    <span class="soft small">Sends the email that Outlook sends for ${readerOf(row)}.</span>
  </form>`
}

/** `POST /mailboxes/{vendor}/{email}/messages/{id}/unsubscribe` unsubscribes the reader as Outlook does. */
export function unsubscribeRoutes(sandbox: Sandbox): Router {
  const router = Router()
  router.post('/mailboxes/:vendor/:email/messages/:id/unsubscribe', async (req, res) => {
    const { vendor, email, id } = req.params
    const row = isVendor(vendor) ? findMessage(sandbox, vendor, email.toLowerCase(), id) : undefined
    const wanted = row && mailtoOf(await readView(sandbox, row))
    if (!wanted) return void res.status(404).type('text').send('This message names no address to unsubscribe by email.')
    const mailbox = findResident(sandbox, wanted.to, row.vendor)
    if (!mailbox) return void res.status(404).type('text').send(`There is no mailbox ${wanted.to}.`)
    deliverToInbox(sandbox, mailbox, unsubscribeMail(readerOf(row), wanted, sandbox.clock()))
    res.redirect(303, req.originalUrl.replace(/\/unsubscribe$/, ''))
  })
  return router
}

function unsubscribeMail(from: string, { to, subject }: { to: string; subject: string }, at: number): Buffer {
  const lines = [
    `Message-ID: <${randomBytes(16).toString('hex')}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${subject.replace(/[\r\n]+/g, ' ')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}
