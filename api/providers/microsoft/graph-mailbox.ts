import { DeliveryError } from '#api/sending/provider.ts'
import { draftMissing } from '../provider-failures.ts'
import type { OpenMailbox, OutgoingMessage, Receipt, SentIds } from '#api/sending/provider.ts'
import type { Graph } from './graph-client.ts'
import { graphError } from './graph-errors.ts'
import { graphAliases } from './aliases.ts'
import { createGraphDraft, isDraft, messagePath } from './graph-drafts.ts'
import { bytesOf, toSendMail } from './graph-message.ts'
import type { GraphInbox } from './graph-inbox.ts'
import { isRecord, jsonOf, retryAfterMs, stringOf } from '../http-transport.ts'
import type { HttpAnswer } from '../http-transport.ts'
import { graphSentCount } from '../daily-sent-count.ts'

/** Maximum bytes of a sendMail request, which has no upload sessions. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024

/** Maximum number of drafts whose ids are cached. */
const REMEMBERED = 1_000

/** A mailbox backed by Graph; `ownAddress` is its default sender address. */
export function graphMailbox(options: {
  graph: Graph
  ownAddress: string
  canDraft: boolean
  findMarked: OpenMailbox['findMarked']
  /** inbox; null if the grant does not allow reading */
  inbox: GraphInbox | null
  settleDelaysMs: readonly number[]
  now: () => number
}): Omit<OpenMailbox, 'renewSignIn'> {
  const { graph, ownAddress, canDraft, findMarked, inbox, settleDelaysMs, now } = options

  /** ids that Graph returned when drafts were created, by draft, because sending returns none */
  const made = new Map<string, SentIds>()

  function receipt(answer: HttpAnswer, messageId: string | null): Receipt {
    const pauseMs = retryAfterMs(answer.headers, now())
    return { messageId, ...namesOf(messageId), ...(pauseMs !== undefined && { retryAfterMs: pauseMs }) }
  }

  function namesOf(draftId: string | null): SentIds {
    const names = draftId === null ? undefined : made.get(draftId)
    if (draftId !== null) made.delete(draftId)
    return names ?? { internetMessageId: null, threadId: null }
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

    archive: canDraft && inbox ? (id) => archive(graph, id) : undefined,

    readAliases: () => graphAliases(graph),
    replacesFrom: false,

    async discardDraft(draftId) {
      if ((await isDraft(graph, draftId)) !== true) return
      await graph.call({ method: 'DELETE', path: messagePath(draftId), accept: [204, 404], step: 'repeatable' })
    },

    async createDraft(message: OutgoingMessage) {
      const { id, ...names } = await createGraphDraft(graph, ownAddress, message)
      if (made.size >= REMEMBERED) made.delete(made.keys().next().value ?? '')
      made.set(id, names)
      return id
    },

    readSent: canDraft || inbox ? (messageId) => readSent(graph, messageId) : undefined,

    /** Sends a draft. Only the status 202 means success. */
    async sendDraft(draftId) {
      const path = `${messagePath(draftId)}/send`
      const answer = await graph.call({ method: 'POST', path, accept: [202, 404], step: 'delivery' })
      if (answer.status === 202) return receipt(answer, draftId)
      const refusal = graphError(answer, 'delivery', now())
      const aboutDraft = isRecord(jsonOf(answer.body).error) && refusal.kind === 'uncertain'
      throw aboutDraft ? draftMissing('404 ErrorItemNotFound') : refusal
    },

    /** Checks whether a draft was sent: its id stays the same when it is sent, so the message itself shows that. */
    async lookAtDraft(draftId) {
      const draft = await isDraft(graph, draftId)
      if (draft === null) return 'gone'
      return draft ? 'draft' : 'sent'
    },
    draftLooks: { afterMs: settleDelaysMs, goneMeansSent: false },

    /**
     * Checks that the mailbox can be used and that Exchange answers: the first request is answered by another service,
     * so a message without recipients is sent, which Exchange refuses.
     */
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

/** Reads the ids of a sent email. An immutable id survives sending; Exchange may give an email another Message-ID then. */
async function readSent(graph: Graph, id: string): Promise<SentIds | null> {
  const path = `${messagePath(id)}?$select=internetMessageId,conversationId,isDraft`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  const said = jsonOf(answer.body)
  if (answer.status === 404 || said.isDraft !== false) return null
  const [internetMessageId, threadId] = [said.internetMessageId, said.conversationId].map(stringOf)
  return { internetMessageId: internetMessageId || null, threadId: threadId || null }
}

async function archive(graph: Graph, id: string): Promise<void> {
  const path = messagePath(id)
  await graph.call({ method: 'PATCH', path, body: '{"isRead":true}', accept: [200, 404], step: 'repeatable' })
  const body = '{"destinationId":"archive"}'
  await graph.call({ method: 'POST', path: `${path}/move`, body, accept: [201, 404], step: 'repeatable' })
}

async function refuseReading(): Promise<never> {
  throw new DeliveryError(
    'forbidden',
    '403: the mailbox was connected without permission to read (Mail.Read or Mail.ReadWrite)',
  )
}
