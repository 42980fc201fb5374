import { Router } from 'express'
import { ensureAccount, findResident } from './oauth-grants.ts'
import { deliverToInbox } from './inbox-delivery.ts'
import { insertMessage } from './messages.ts'
import { readEnvelope } from './mime.ts'
import { sendReply } from './http-responses.ts'
import { readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { newId } from './provider-names.ts'

/** The mailbox in which the sandbox shows emails of the product itself. */
const SYSTEM = { email: 'system@mergewell.test', name: 'Mergewell system emails' }
const MOST = 1024 * 1024

/**
 * Accepts system emails (those of the product itself, such as invitations): they are stored as sent by a mailbox of
 * their own, and delivered to recipients who live in the sandbox. They do not count as accepted emails of a campaign.
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
    const { from: sender, messageId: internetId, subject, recipients } = envelope
    sandbox.store.atomically(() => {
      insertMessage(sandbox, {
        id,
        altId: newId.graphRest(),
        draftId: null,
        vendor,
        email,
        folder: 'sent',
        threadId: id,
        internetId,
        subject,
        sender,
        recipients,
        attachments: 0,
        format: 'mime',
        content: raw,
        saved: true,
      })
      for (const { address } of recipients.to) {
        const resident = findResident(sandbox, address, 'microsoft')
        if (resident) deliverToInbox(sandbox, resident, raw)
      }
    })
    sendReply(res, { status: 201, json: { id } })
  })
  return router
}
