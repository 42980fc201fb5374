import { composeMime, mimeBytes, type Mime } from '#api/sending/message/mime.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { draftMissing, notAboutDraft } from '../provider-failures.ts'
import type { OpenMailbox, OutgoingMessage, Receipt, SentIds } from '#api/sending/provider.ts'
import { gmailAliases } from './aliases.ts'
import type { GmailDirect } from './gmail-requests.ts'
import type { GmailAnswer } from './gmail-errors.ts'
import type { GmailInbox } from './gmail-inbox.ts'
import { headerIn } from './marked-emails.ts'
import { isRecord, stringOf } from '../http-transport.ts'
import { gmailSentCount } from '../daily-sent-count.ts'

/** Gmail's limit for a complete message. */
const MAX_MIME_BYTES = 35 * 1024 * 1024
/** Size from which messages use media upload; smaller ones are sent as base64url in JSON. */
const UPLOAD_FROM_BYTES = 1024 * 1024

const ME = '/gmail/v1/users/me'

/** A mailbox backed by the Gmail API. */
export function gmailMailbox(options: {
  call: GmailDirect
  canDraft: boolean
  findMarked: OpenMailbox['findMarked']
  /** inbox; null if the grant does not allow reading */
  inbox: GmailInbox | null
  settleDelaysMs: readonly number[]
  /** True if the grant allows changing labels */
  canModify: boolean
}): Omit<OpenMailbox, 'renewSignIn'> {
  const { call, canDraft, findMarked, inbox, settleDelaysMs, canModify } = options

  return {
    canDraft,
    findMarked,
    canRead: inbox !== null,
    listInbox: inbox?.listInbox ?? refuseReading,
    listInboxBetween: inbox?.listInboxBetween ?? refuseReading,
    readInboxMail: inbox?.readInboxMail ?? refuseReading,
    readMail: inbox?.readMail ?? refuseReading,
    countSent: inbox ? gmailSentCount(call) : undefined,

    /** Reads the sent email, because Gmail gives emails a new Message-ID when they are sent. */
    readSent: inbox ? (messageId) => readSent(call, messageId) : undefined,

    /** Deletes a draft. Sending changes the id of a message, so this id can only be that of a draft. */
    async discardDraft(draftId) {
      const path = `${ME}/drafts/${encodeURIComponent(draftId)}`
      await call({ method: 'DELETE', path, accept: [200, 204, 404], step: 'repeatable' })
    },

    archive: canModify && inbox ? (id) => archive(call, id) : undefined,

    replacesFrom: true,
    readAliases: inbox && (() => gmailAliases(call)),

    createDraft: (message) => createDraft(call, message),

    async sendDraft(id) {
      const path = `${ME}/drafts/send`
      const body = JSON.stringify({ id })
      const answer = await call({ method: 'POST', path, body, accept: [200, 404], step: 'delivery' })
      if (answer.status === 404) {
        if (isRecord(answer.data) && isRecord(answer.data.error)) throw draftMissing('404 notFound')
        throw new DeliveryError('uncertain', 'UNCERTAIN: 404: the response does not mention the draft')
      }
      return receipt(answer)
    },

    /** Checks a draft. Sending removes the draft, because the sent message has another id. */
    async lookAtDraft(id) {
      const path = `${ME}/drafts/${encodeURIComponent(id)}?format=minimal`
      const answer = await call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
      const said = isRecord(answer.data) ? answer.data : {}
      if (answer.status === 200 && said.id === id) return 'draft'
      if (answer.status === 404 && isRecord(said.error)) return 'gone'
      throw notAboutDraft(answer.status)
    },
    draftLooks: { afterMs: settleDelaysMs, goneMeansSent: true },

    /**
     * Checks that the mailbox can be used. With permission only to send, nothing else may be requested, and Gmail
     * refuses to send without a message.
     */
    async probe() {
      await call({ method: 'POST', path: `${ME}/messages/send`, body: '{}', accept: [400], step: 'repeatable' })
    },

    async send(message) {
      const mime = mimeOf(message)
      const answer = await inThread(message, (thread) =>
        call({
          method: 'POST',
          ...travelOf(`${ME}/messages/send`, mime, (raw) => `{${thread}"raw":"${raw}"}`),
          accept: thread ? [200, 404] : [200],
          step: 'delivery',
        }),
      )
      return receipt(answer)
    },
  }
}

async function readSent(call: GmailDirect, messageId: string): Promise<SentIds | null> {
  const path = `${ME}/messages/${encodeURIComponent(messageId)}?format=metadata&metadataHeaders=Message-ID`
  const answer = await call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  if (answer.status === 404 || !isRecord(answer.data)) return null
  const threadId = stringOf(answer.data.threadId) || null
  return { internetMessageId: headerIn(answer.data, 'message-id') || null, threadId }
}

async function createDraft(call: GmailDirect, message: OutgoingMessage): Promise<string> {
  const mime = mimeOf(message)
  const { data } = await inThread(message, (thread) =>
    call({
      method: 'POST',
      ...travelOf(`${ME}/drafts`, mime, (raw) => `{"message":{${thread}"raw":"${raw}"}}`),
      accept: thread ? [200, 404] : [200],
      step: 'repeatable',
    }),
  )
  const id = isRecord(data) ? stringOf(data.id) : ''
  if (!id) throw new DeliveryError('unavailable', 'Gmail created a draft without an id')
  return id
}

/**
 * Sends a message within its Gmail conversation. In a raw upload there is no field for the conversation, so the headers
 * tell it. If the mailbox no longer has the conversation, Gmail refuses it, and the message begins a new one.
 */
async function inThread({ conversation }: OutgoingMessage, handOver: (thread: string) => Promise<GmailAnswer>) {
  const answer = await handOver(conversation?.threadId ? `"threadId":${JSON.stringify(conversation.threadId)},` : '')
  return isThreadMissing(answer) ? handOver('') : answer
}

const isThreadMissing = ({ status, data }: GmailAnswer) => status === 404 && isRecord(data) && isRecord(data.error)

/** Returns how a message is transferred: in JSON, or raw in chunks. */
function travelOf(path: string, mime: Mime, json: (raw: string) => string) {
  if (mime.length < UPLOAD_FROM_BYTES) {
    return { path, body: Buffer.from(json(mimeBytes(mime).toString('base64url')), 'latin1') }
  }
  return { path: `/upload${path}?uploadType=media`, body: mime.chunks, contentType: 'message/rfc822' }
}

function mimeOf(message: OutgoingMessage): Mime {
  const mime = composeMime(message)
  if (mime.length > MAX_MIME_BYTES) {
    throw new DeliveryError(
      'too-large',
      '413 uploadTooLarge: with its attachments, the message exceeds Gmail’s limit of 35 MB',
    )
  }
  return mime
}

/**
 * Gmail returns an id for an accepted message. A response without one may come from a captive portal that answers 200
 * to everything.
 */
function receipt({ data }: GmailAnswer): Receipt {
  const { id, threadId } = isRecord(data) ? data : {}
  const messageId = stringOf(id)
  if (!messageId) throw new DeliveryError('uncertain', 'UNCERTAIN: 200: the response does not name an accepted message')
  return { messageId, internetMessageId: null, threadId: stringOf(threadId) || null }
}

/** Archives an email, which in Gmail means removing the label INBOX. */
async function archive(call: GmailDirect, id: string): Promise<void> {
  const path = `${ME}/messages/${encodeURIComponent(id)}/modify`
  const body = '{"removeLabelIds":["INBOX","UNREAD"]}'
  await call({ method: 'POST', path, body, accept: [200, 404], step: 'repeatable' })
}

async function refuseReading(): Promise<never> {
  throw new DeliveryError('forbidden', '403: the mailbox was connected without permission to read (gmail.readonly)')
}
