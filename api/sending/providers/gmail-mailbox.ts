import { composeMime, mimeBytes } from '../mime.ts'
import { DeliveryError } from '../provider.ts'
import type { InboxPage, Mailbox, OutgoingMessage, Receipt } from '../provider.ts'
import type { GmailCall } from './gmail.ts'
import type { GmailAnswer } from './gmail-errors.ts'
import { isRecord, stringOf } from './http.ts'

/** Gmail's limit for a message with everything in it. */
const MAX_MIME_BYTES = 35 * 1024 * 1024
/** From here on a message travels as it is by media upload, below as base64url in JSON. */
const UPLOAD_FROM_BYTES = 1024 * 1024

/** A mailbox spoken to by the Gmail API. */
export function gmailMailbox(options: {
  call: GmailCall
  canDraft: boolean
  /** null where the grant does not allow reading */
  readInbox: ((cursor: string | null, since: Date) => Promise<InboxPage>) | null
  settleDelaysMs: readonly number[]
  wait: (ms: number) => Promise<void>
}): Mailbox {
  const { call, canDraft, readInbox, settleDelaysMs, wait } = options

  async function lies(id: string): Promise<boolean> {
    const answer = await call('repeatable', [200, 404], (users, how) =>
      users.drafts.get({ userId: 'me', id, format: 'minimal' }, how),
    )
    return answer.status === 200
  }

  return {
    canDraft,
    canRead: readInbox !== null,
    readInbox: readInbox ?? refuseReading,

    /** Sending gives the message another id, so that this can only ever be a draft. */
    async discardDraft(id) {
      await call('repeatable', [200, 204, 404], (users, how) => users.drafts.delete({ userId: 'me', id }, how))
    },

    async createDraft(message) {
      const mime = await mimeOf(message)
      const { data } = await call('repeatable', [200], (users, how) =>
        users.drafts.create(
          mime.length < UPLOAD_FROM_BYTES
            ? { userId: 'me', requestBody: { message: { raw: mime.toString('base64url') } } }
            : { userId: 'me', media: { mimeType: 'message/rfc822', body: mime } },
          how,
        ),
      )
      const id = isRecord(data) ? stringOf(data.id) : ''
      if (!id) throw new DeliveryError('unavailable', 'Gmail made a draft without an id')
      return id
    },

    /** A draft that is not there was sent before or deleted by the person: `uncertain`, for settleDraft to tell. */
    async sendDraft(id) {
      const answer = await call('delivery', [200, 404], (users, how) =>
        users.drafts.send({ userId: 'me', requestBody: { id } }, how),
      )
      if (answer.status === 404)
        throw new DeliveryError('uncertain', 'UNCERTAIN: 404 notFound: the draft is no longer in the mailbox')
      return receipt(answer)
    },

    /** Sending takes a draft away. One that still lies there is looked at again, as a request that fell silent may still be at work. */
    async settleDraft(id) {
      if (!(await lies(id))) return 'sent'
      for (const delay of settleDelaysMs) {
        await wait(delay)
        if (!(await lies(id))) return 'sent'
      }
      return 'unsent'
    },

    async send(message) {
      const mime = await mimeOf(message)
      const answer = await call('delivery', [200], (users, how) =>
        users.messages.send(
          mime.length < UPLOAD_FROM_BYTES
            ? { userId: 'me', requestBody: { raw: mime.toString('base64url') } }
            : { userId: 'me', media: { mimeType: 'message/rfc822', body: mime } },
          how,
        ),
      )
      return receipt(answer)
    },
  }
}

async function mimeOf(message: OutgoingMessage): Promise<Buffer> {
  const mime = composeMime(message)
  if (mime.length > MAX_MIME_BYTES) {
    throw new DeliveryError(
      'too-large',
      '413 uploadTooLarge: with its attachments the message is over the 35 MB that Gmail takes',
    )
  }
  return mimeBytes(mime)
}

function receipt({ data }: GmailAnswer): Receipt {
  const { id, threadId } = isRecord(data) ? data : {}
  return { messageId: stringOf(id) || null, internetMessageId: null, threadId: stringOf(threadId) || null }
}

async function refuseReading(): Promise<never> {
  throw new DeliveryError('forbidden', '403: the mailbox was connected without leave to read (gmail.readonly)')
}
