import { DeliveryError, SEND_AS_REFUSED } from '#api/sending/provider.ts'
import type { MessageAttachment, OutgoingMessage, SentIds } from '#api/sending/provider.ts'
import { notAboutDraft } from '../provider-failures.ts'
import { isRecord, jsonOf, stringOf } from '../http-transport.ts'
import type { HttpAnswer } from '../http-transport.ts'
import type { Graph, GraphCall } from './graph-client.ts'
import {
  attachmentJson,
  isOtherAddress,
  markProperty,
  recipientJson,
  toDraftParts,
  uploadItem,
} from './graph-message.ts'
import type { DraftParts } from './graph-message.ts'

/** A draft that Graph created, and the ids that its email keeps. */
export type CreatedDraft = { id: string } & SentIds

/** Path of a message of the signed-in mailbox. */
export const messagePath = (id: string): string => `/me/messages/${encodeURIComponent(id)}`

/**
 * Returns whether a message is still a draft; null if the mailbox does not have the message. Throws DeliveryError if the
 * answer is unclear.
 */
export async function isDraft(graph: Graph, id: string): Promise<boolean | null> {
  const path = `${messagePath(id)}?$select=isDraft`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  const said = jsonOf(answer.body)
  if (answer.status === 200 && typeof said.isDraft === 'boolean') return said.isDraft
  if (answer.status === 404 && isRecord(said.error)) return null
  throw notAboutDraft(answer.status)
}

/** Creates a draft with its mark, sender and attachments. If a part fails, the half-made draft is deleted again. */
export async function createGraphDraft(
  graph: Graph,
  ownAddress: string,
  message: OutgoingMessage,
): Promise<CreatedDraft> {
  const parts = toDraftParts(message)
  const call = { method: 'POST', path: '/me/messages', body: parts.mime, contentType: 'text/plain' } as const
  const draft = jsonOf((await graph.call({ ...call, accept: [201], step: 'repeatable' })).body)
  const id = stringOf(draft.id)
  if (!id) throw new DeliveryError('unavailable', 'Microsoft created a draft without an id')
  try {
    await complete(graph, id, ownAddress, message)
    await attach(graph, id, parts)
  } catch (error) {
    // Otherwise half a draft would stay in the person's folder. A failed deletion changes nothing here.
    const remove = { method: 'DELETE', path: messagePath(id), accept: [204], step: 'repeatable' } as const
    void graph.call(remove).catch(() => undefined)
    throw error
  }
  return {
    id,
    internetMessageId: stringOf(draft.internetMessageId) || null,
    threadId: stringOf(draft.conversationId) || null,
  }
}

/**
 * Calls Graph about a draft that was just created. The server that answers may not know it yet: the email is then tried
 * again later.
 */
async function callAboutNew(graph: Graph, call: Omit<GraphCall, 'step'>): Promise<HttpAnswer> {
  const answer = await graph.call({ ...call, accept: [...call.accept, 404], step: 'repeatable' })
  if (answer.status !== 404) return answer
  throw new DeliveryError('unavailable', '404: the new draft is not in the mailbox yet')
}

/**
 * Sets what MIME alone does not: the mark as a custom property, which stays searchable even if Exchange changes the
 * header, and another From address, which Graph documents for this property only. Throws `from-refused` if Exchange
 * kept a different address, as it does with aliases that the organization does not let people send from.
 */
async function complete(graph: Graph, id: string, ownAddress: string, { mark, from }: OutgoingMessage): Promise<void> {
  const other = isOtherAddress(from, ownAddress)
  if (!mark && !other) return
  const body = JSON.stringify({
    ...(mark && { singleValueExtendedProperties: [markProperty(mark)] }),
    ...(other && { from: recipientJson(from) }),
  })
  const answer = await callAboutNew(graph, { method: 'PATCH', path: messagePath(id), body, accept: [200] })
  const kept = other ? addressIn(jsonOf(answer.body).from) : null
  if (kept !== null && kept.toLowerCase() !== from.address.toLowerCase()) {
    throw new DeliveryError('from-refused', `${SEND_AS_REFUSED}: Microsoft 365 replaced the From address`)
  }
}

/** The address of Graph's `from`; null if the answer does not say. */
function addressIn(from: unknown): string | null {
  const said = isRecord(from) && isRecord(from.emailAddress) ? from.emailAddress.address : null
  return typeof said === 'string' && said !== '' ? said : null
}

async function attach(graph: Graph, id: string, { posted, uploaded }: DraftParts): Promise<void> {
  const path = `${messagePath(id)}/attachments`
  for (const attachment of posted) {
    const call = { method: 'POST', path, body: attachmentJson(attachment), accept: [201] } as const
    // A file just under 3 MB fills the 4 MB of a request as base64, so its name alone can exceed the limit.
    await callAboutNew(graph, call).catch((error: unknown) => {
      if (!(error instanceof DeliveryError) || error.kind !== 'too-large') throw error
      return upload(graph, path, attachment)
    })
  }
  for (const attachment of uploaded) await upload(graph, path, attachment)
}

async function upload(graph: Graph, path: string, attachment: MessageAttachment): Promise<void> {
  const body = JSON.stringify({ AttachmentItem: uploadItem(attachment) })
  const call = { method: 'POST', path: `${path}/createUploadSession`, body, accept: [200, 201] } as const
  const url = stringOf(jsonOf((await callAboutNew(graph, call)).body).uploadUrl)
  if (!url) throw new DeliveryError('unavailable', 'Microsoft opened an upload session without a URL')
  await graph.upload(url, attachment.content)
}
