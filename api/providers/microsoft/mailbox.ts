import { DeliveryError, SEND_AS_REFUSED } from '#api/sending/provider.ts'
import { draftMissing, notAboutDraft } from '../failures.ts'
import type { OpenMailbox, MessageAttachment, OutgoingMessage, Receipt } from '#api/sending/provider.ts'
import type { Graph, GraphCall } from './graph.ts'
import { graphError } from './errors.ts'
import { graphAliases } from './aliases.ts'
import {
  attachmentJson,
  bytesOf,
  isOtherAddress,
  markProperty,
  recipientJson,
  toDraftParts,
  toSendMail,
  uploadItem,
} from './message.ts'
import type { DraftParts } from './message.ts'
import type { GraphInbox } from './inbox.ts'
import { isRecord, jsonOf, retryAfterMs, stringOf } from '../http.ts'
import type { HttpAnswer } from '../http.ts'
import { graphSentCount } from '../sent-count.ts'

/** Limit of a sendMail request, which has no upload sessions. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024

/** Drafts whose details are cached. */
const REMEMBERED = 1_000

/** A mailbox backed by Graph; `ownAddress` is its default sender address. */
export function graphMailbox(options: {
  graph: Graph
  ownAddress: string
  canDraft: boolean
  findMarked: OpenMailbox['findMarked']
  /** null if the grant does not allow reading */
  inbox: GraphInbox | null
  settleDelaysMs: readonly number[]
  now: () => number
}): Omit<OpenMailbox, 'renewSignIn'> {
  const { graph, ownAddress, canDraft, findMarked, inbox, settleDelaysMs, now } = options

  /** Details returned when drafts were created: sending returns none. */
  const made = new Map<string, Pick<Receipt, 'internetMessageId' | 'threadId'>>()

  function receipt(answer: HttpAnswer, messageId: string | null): Receipt {
    const pauseMs = retryAfterMs(answer.headers, now())
    return { messageId, ...namesOf(messageId), ...(pauseMs !== undefined && { retryAfterMs: pauseMs }) }
  }

  function namesOf(draftId: string | null): Pick<Receipt, 'internetMessageId' | 'threadId'> {
    const names = draftId === null ? undefined : made.get(draftId)
    if (draftId !== null) made.delete(draftId)
    return names ?? { internetMessageId: null, threadId: null }
  }

  /**
   * Returns whether it is still a draft; null if the mailbox does not have the message. Throws DeliveryError if the
   * answer is unclear.
   */
  async function isDraft(draftId: string): Promise<boolean | null> {
    const path = `/me/messages/${encodeURIComponent(draftId)}?$select=isDraft`
    const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
    const said = jsonOf(answer.body)
    if (answer.status === 200 && typeof said.isDraft === 'boolean') return said.isDraft
    if (answer.status === 404 && isRecord(said.error)) return null
    throw notAboutDraft(answer.status)
  }

  /** A call about a draft just created. The copy that answers may not know it yet: the email is then tried again later. */
  async function aboutNew(call: Omit<GraphCall, 'step'>): Promise<HttpAnswer> {
    const answer = await graph.call({ ...call, accept: [...call.accept, 404], step: 'repeatable' })
    if (answer.status !== 404) return answer
    throw new DeliveryError('unavailable', '404: the new draft is not in the mailbox yet')
  }

  /**
   * Sets what MIME alone does not: the mark as a custom property, which stays searchable even if Exchange changes the
   * header, and another From address, which Graph documents for this property only. Throws `from-refused` if Exchange
   * kept a different address, as it does with aliases that the organization does not let people send from.
   */
  async function complete(draftId: string, { mark, from }: OutgoingMessage): Promise<void> {
    const other = isOtherAddress(from, ownAddress)
    if (!mark && !other) return
    const path = `/me/messages/${encodeURIComponent(draftId)}`
    const body = JSON.stringify({
      ...(mark && { singleValueExtendedProperties: [markProperty(mark)] }),
      ...(other && { from: recipientJson(from) }),
    })
    const answer = await aboutNew({ method: 'PATCH', path, body, accept: [200] })
    const kept = other ? addressIn(jsonOf(answer.body).from) : null
    if (kept !== null && kept.toLowerCase() !== from.address.toLowerCase()) {
      throw new DeliveryError('from-refused', `${SEND_AS_REFUSED}: Microsoft 365 replaced the From address`)
    }
  }

  async function post(path: string, attachment: MessageAttachment): Promise<void> {
    await aboutNew({ method: 'POST', path, body: attachmentJson(attachment), accept: [201] })
  }

  async function upload(path: string, attachment: MessageAttachment): Promise<void> {
    const body = JSON.stringify({ AttachmentItem: uploadItem(attachment) })
    const call = { method: 'POST', path: `${path}/createUploadSession`, body, accept: [200, 201] } as const
    const url = stringOf(jsonOf((await aboutNew(call)).body).uploadUrl)
    if (!url) throw new DeliveryError('unavailable', 'Microsoft opened an upload session without a URL')
    await graph.upload(url, attachment.content)
  }

  async function attach(draftId: string, { posted, uploaded }: DraftParts): Promise<void> {
    const path = `/me/messages/${encodeURIComponent(draftId)}/attachments`
    for (const attachment of posted) {
      // A file just under 3 MB fills the 4 MB of a request as base64, so its name alone can exceed the limit.
      await post(path, attachment).catch((error: unknown) => {
        if (!(error instanceof DeliveryError) || error.kind !== 'too-large') throw error
        return upload(path, attachment)
      })
    }
    for (const attachment of uploaded) await upload(path, attachment)
  }

  return {
    canDraft,
    findMarked,
    canRead: inbox !== null,
    listInbox: inbox?.listInbox ?? refuseReading,
    listInboxBetween: inbox?.listInboxBetween ?? refuseReading,
    readInboxMail: inbox?.readInboxMail ?? refuseReading,
    readMail: inbox?.readMail ?? refuseReading,
    countSent: inbox ? graphSentCount(graph) : undefined,

    readAliases: () => graphAliases(graph),
    replacesFrom: false,

    async discardDraft(draftId) {
      if ((await isDraft(draftId)) !== true) return
      const path = `/me/messages/${encodeURIComponent(draftId)}`
      await graph.call({ method: 'DELETE', path, accept: [204, 404], step: 'repeatable' })
    },

    async createDraft(message: OutgoingMessage) {
      const parts = toDraftParts(message)
      const call = { method: 'POST', path: '/me/messages', body: parts.mime, contentType: 'text/plain' } as const
      const draft = jsonOf((await graph.call({ ...call, accept: [201], step: 'repeatable' })).body)
      const id = stringOf(draft.id)
      if (!id) throw new DeliveryError('unavailable', 'Microsoft created a draft without an id')
      if (made.size >= REMEMBERED) made.delete(made.keys().next().value ?? '')
      made.set(id, {
        internetMessageId: stringOf(draft.internetMessageId) || null,
        threadId: stringOf(draft.conversationId) || null,
      })
      try {
        await complete(id, message)
        await attach(id, parts)
      } catch (error) {
        // Otherwise half a draft would stay in the person's folder. A failed deletion changes nothing here.
        const path = `/me/messages/${encodeURIComponent(id)}`
        void graph.call({ method: 'DELETE', path, accept: [204], step: 'repeatable' }).catch(() => undefined)
        throw error
      }
      return id
    },

    /** An immutable id survives sending. Exchange may give an email another Message-ID when it is sent. */
    readSent:
      canDraft || inbox
        ? async (messageId) => {
            const path = `/me/messages/${encodeURIComponent(messageId)}?$select=internetMessageId,conversationId,isDraft`
            const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
            const said = jsonOf(answer.body)
            if (answer.status === 404 || said.isDraft !== false) return null
            const [internetMessageId, threadId] = [said.internetMessageId, said.conversationId].map(stringOf)
            return { internetMessageId: internetMessageId || null, threadId: threadId || null }
          }
        : undefined,

    /** Only 202 means success. */
    async sendDraft(draftId) {
      const path = `/me/messages/${encodeURIComponent(draftId)}/send`
      const answer = await graph.call({ method: 'POST', path, accept: [202, 404], step: 'delivery' })
      if (answer.status === 202) return receipt(answer, draftId)
      const refusal = graphError(answer, 'delivery', now())
      const aboutDraft = isRecord(jsonOf(answer.body).error) && refusal.kind === 'uncertain'
      throw aboutDraft ? draftMissing('404 ErrorItemNotFound') : refusal
    },

    /** An immutable id survives sending, so the message itself tells. */
    async lookAtDraft(draftId) {
      const draft = await isDraft(draftId)
      if (draft === null) return 'gone'
      return draft ? 'draft' : 'sent'
    },
    draftLooks: { afterMs: settleDelaysMs, goneMeansSent: false },

    /** Another service than Exchange answers the first request. Exchange refuses a message without recipients. */
    async probe() {
      await graph.call({ method: 'GET', path: '/me?$select=id', accept: [200, 403], step: 'repeatable' })
      const call = { method: 'POST', path: '/me/sendMail', body: '{"message":{}}' } as const
      await graph.call({ ...call, accept: [202, 400], step: 'repeatable' })
    },

    async send(message) {
      const { body, contentType } = toSendMail(message, ownAddress)
      if (bytesOf(body) > MAX_REQUEST_BYTES) {
        throw new DeliveryError(
          'too-large',
          '413 RequestEntityTooLarge: attachments of this size need the mailbox to be connected with permission to create drafts (Mail.ReadWrite)',
        )
      }
      const call = { method: 'POST', path: '/me/sendMail', body, contentType, accept: [202], step: 'delivery' } as const
      const answer = await graph.call(call)
      return receipt(answer, null)
    },
  }
}

/** The address of Graph's `from`; null if the answer does not say. */
function addressIn(from: unknown): string | null {
  const said = isRecord(from) && isRecord(from.emailAddress) ? from.emailAddress.address : null
  return typeof said === 'string' && said !== '' ? said : null
}

async function refuseReading(): Promise<never> {
  throw new DeliveryError(
    'forbidden',
    '403: the mailbox was connected without permission to read (Mail.Read or Mail.ReadWrite)',
  )
}
