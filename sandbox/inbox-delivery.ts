import { randomBytes } from 'node:crypto'
import { Router } from 'express'
import type { Account } from './oauth-grants.ts'
import { listAccounts } from './oauth-grants.ts'
import { insertMessage, type MessageRow } from './messages.ts'
import { headerFields, readEnvelope } from './mime.ts'
import { sendReply } from './http-responses.ts'
import { readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { newId, type Vendor } from './provider-names.ts'

/** Maximum bytes of a posted message: what both providers accept, with room for the transfer encoding. */
const MAX_MESSAGE_BYTES = 40 * 1024 * 1024

const NEW_ID: Record<Vendor, () => string> = {
  microsoft: newId.graphImmutable,
  google: newId.gmail,
  smtp: newId.queue,
}

/** A mailbox into which a message is delivered. */
export type Residence = Pick<Account, 'vendor' | 'email'>

/**
 * Puts a message into an inbox, byte for byte, as the mailbox's provider would: with ids of its kind, and in the
 * conversation of `threadId`. Without `threadId` the message joins the conversation of an email in the same mailbox that its
 * In-Reply-To or References names; otherwise it begins one.
 *
 * @returns the new message's id at the provider, and its conversation
 */
export function deliverToInbox(
  sandbox: Sandbox,
  { vendor, email }: Residence,
  raw: Buffer,
  threadId?: string,
): { vendor: Account['vendor']; id: string; threadId: string } {
  const { from, recipients, subject, messageId, references, hasAttachments } = readEnvelope(raw)
  const id = NEW_ID[vendor]()
  const thread = threadId ?? conversationOf(sandbox, { vendor, email }, references) ?? id
  insertMessage(sandbox, {
    id,
    altId: vendor === 'microsoft' ? newId.graphRest() : null,
    draftId: null,
    vendor,
    email,
    folder: 'inbox',
    threadId: thread,
    internetId: messageId ?? `<${randomBytes(16).toString('hex')}@sandbox.mergewell.test>`,
    subject,
    sender: from ?? { name: '', address: '' },
    recipients,
    attachments: hasAttachments ? 1 : 0,
    format: 'mime',
    content: raw,
    saved: true,
  })
  return { vendor, id, threadId: thread }
}

function conversationOf(sandbox: Sandbox, { vendor, email }: Residence, references: readonly string[]): string | null {
  for (const reference of references) {
    const known = sandbox.store.get<Pick<MessageRow, 'thread_id'>>(
      'SELECT thread_id FROM messages WHERE vendor = ? AND email = ? AND internet_id = ? ORDER BY seq DESC LIMIT 1',
      vendor,
      email,
      reference,
    )
    if (known) return known.thread_id
  }
  return null
}

/**
 * `POST /mailboxes/{address}/inbox` with `Content-Type: message/rfc822` delivers any message to the mailboxes with that
 * address, at Microsoft and Google alike. Answers 201 with `messages`, one `{vendor, id, threadId}` a mailbox.
 */
export function inboxRoutes(sandbox: Sandbox): Router {
  const router = Router()
  router.post('/mailboxes/:address/inbox', async (req, res) => {
    const refuse = (status: number, error: string) => sendReply(res, { status, json: { error } })
    const raw = await readBody(req, MAX_MESSAGE_BYTES)
    if (raw === 'too-large') return refuse(413, `A message has at most ${MAX_MESSAGE_BYTES} bytes.`)
    if (!req.is('message/rfc822')) return refuse(415, 'Send the message with Content-Type: message/rfc822.')
    if (headerFields(raw).length === 0) return refuse(400, 'This is no email: it begins with no header.')
    const address = req.params.address.toLowerCase()
    const residences = listAccounts(sandbox).filter(({ email }) => email === address)
    if (residences.length === 0)
      return refuse(404, `There is no mailbox ${address}. Sign in to the sandbox with this address first.`)
    const messages = sandbox.store.atomically(() => residences.map((each) => deliverToInbox(sandbox, each, raw)))
    sendReply(res, { status: 201, json: { messages } })
  })
  return router
}
