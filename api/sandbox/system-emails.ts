import { Router } from 'express'
import { ensureAccount, findResident } from './grants.ts'
import { insertMessage, type NewMessage } from './messages.ts'
import { readEnvelope } from './mime.ts'
import { sendReply } from './replies.ts'
import { readBody } from './request.ts'
import type { Sandbox } from './sandbox.ts'
import { newId } from './vendors.ts'

/** The mailbox in which the sandbox shows emails of the product itself. */
const SYSTEM = { email: 'system@mergewell.test', name: 'Mergewell system emails' }
const MOST = 1024 * 1024

/**
 * Takes emails of the product itself, such as invitations: kept as sent by a mailbox of their own, and delivered to
 * recipients who live in the sandbox. They do not count as accepted emails of a campaign.
 */
export function systemEmailRoutes(sandbox: Sandbox): Router {
  const router = Router()
  router.post('/sandbox/system-emails', async (req, res) => {
    const raw = await readBody(req, MOST)
    if (raw === 'too-large') return sendReply(res, { status: 413, json: { error: 'The email is too large.' } })
    const envelope = readEnvelope(raw)
    if (!envelope.from || !envelope.messageId) {
      return sendReply(res, { status: 400, json: { error: 'The email needs From and Message-ID.' } })
    }
    const { email, vendor } = ensureAccount(sandbox, 'microsoft', SYSTEM.email, SYSTEM.name)
    const id = newId.graphImmutable()
    const message: NewMessage = {
      id,
      altId: newId.graphRest(),
      draftId: null,
      vendor,
      email,
      folder: 'sent',
      threadId: id,
      internetId: envelope.messageId,
      subject: envelope.subject,
      sender: envelope.from,
      recipients: envelope.recipients,
      attachments: 0,
      format: 'mime',
      content: raw,
      saved: true,
    }
    sandbox.store.atomically(() => {
      insertMessage(sandbox, message)
      for (const { address } of envelope.recipients.to) {
        const resident = findResident(sandbox, address, 'microsoft')
        if (!resident) continue
        const ids =
          resident.vendor === 'microsoft'
            ? { id: newId.graphImmutable(), altId: newId.graphRest() }
            : { id: newId.gmail(), altId: null }
        insertMessage(sandbox, {
          ...message,
          ...ids,
          vendor: resident.vendor,
          email: resident.email,
          folder: 'inbox',
          threadId: ids.id,
        })
      }
    })
    sendReply(res, { status: 201, json: { id } })
  })
  return router
}
