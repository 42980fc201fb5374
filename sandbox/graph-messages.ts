import { addFile, filesSize, type NewFile } from './attachments.ts'
import { addressOf } from './mailbox-addresses.ts'
import type { Call } from './api-calls.ts'
import { asMime } from './message-mime.ts'
import { graphError, itemNotFound } from './graph-errors.ts'
import {
  checkBeforeSend,
  type GraphMessage,
  parseFile,
  parseJson,
  parseMessage,
  peopleIn,
  recipientsIn,
} from './graph-input.ts'
import { parseExpand, parseFilter, parsePage, parseSelect } from './graph-query.ts'
import { folderNamed, graphMessage, prefersImmutableIds } from './graph-responses.ts'
import {
  deleteMessage,
  type DraftChange,
  findMessage,
  hide,
  insertMessage,
  isHidden,
  LISTED,
  listMessages,
  markRead,
  type MessageRow,
  moveMessage,
  type NewMessage,
  type Property,
  readContent,
  recipientsOf,
  rewriteDraft,
  senderOf,
  writeProperties,
} from './messages.ts'
import { headerFields, type Person, readEnvelope, withHeaders } from './mime.ts'
import { acceptDraft, acceptMessage } from './accepted-message-store.ts'
import { Refusal, type Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { newId, newInternetId } from './provider-names.ts'
import { readView } from './message-view.ts'

/** A mailbox's default size limit for a whole message, files included. */
const MESSAGE_LIMIT = 35 * 1024 * 1024

interface Posted {
  message: DraftChange
  files: NewFile[]
}

const isMime = (call: Call): boolean => /^text\/plain\b/i.test(call.headers['content-type'] ?? '')

/** A posted message in either form: JSON, or MIME in base64 as text/plain. */
function readPosted(sandbox: Sandbox, call: Call, json: (body: unknown) => unknown): Posted {
  if (isMime(call)) return readPostedMime(sandbox, call)
  if (!/^application\/json\b/i.test(call.headers['content-type'] ?? '')) {
    throw new Refusal(graphError(415, 'BadRequest', 'Use application/json, or text/plain for MIME in base64.'))
  }
  return fromJson(sandbox, call, parseMessage(json(parseJson(call.body))))
}

function readPostedMime(sandbox: Sandbox, call: Call): Posted {
  const base64 = call.body.toString('latin1').replace(/\s+/g, '')
  const raw = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined
  if (!raw)
    throw new Refusal(graphError(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string for MIME content.'))
  const { from, recipients, subject, messageId, hasAttachments } = readEnvelope(raw)
  const message = {
    internetId: messageId ?? newInternetId('microsoft'),
    subject,
    sender: senderKept(sandbox, call, from),
    recipients,
    attachments: hasAttachments ? 1 : 0,
    format: 'mime' as const,
    content: raw,
    properties: keptHeaders(raw),
  }
  return { message, files: [] }
}

/**
 * Returns the sender that the provider keeps: an alias is replaced by the mailbox's own address unless the organization
 * allows aliases.
 */
function senderKept(sandbox: Sandbox, { account }: Call, from: Person | undefined): Person {
  const own = { name: account.name, address: account.email }
  if (!from) return own
  const known = addressOf(sandbox, account, from.address)
  return known !== 'own' && known?.state === 'replaced' ? { ...from, address: own.address } : from
}

/** Exchange stores unknown headers as named properties (PS_INTERNET_HEADERS). */
const keptHeaders = (raw: Buffer): Property[] =>
  headerFields(raw)
    .filter(({ name }) => /^x-/i.test(name))
    .map(({ name, value }) => ({ id: `String {00020386-0000-0000-c000-000000000046} Name ${name}`, value }))

function fromJson(sandbox: Sandbox, call: Call, input: GraphMessage): Posted {
  const { attachments = [], ...rest } = input
  const files = attachments.map(parseFile)
  const message = {
    internetId: input.internetMessageId ?? newInternetId('microsoft'),
    subject: input.subject ?? '',
    sender: senderKept(sandbox, call, peopleIn(input.from ? [input.from] : [])[0]),
    recipients: recipientsIn(input),
    attachments: files.length,
    format: 'json' as const,
    content: Buffer.from(JSON.stringify(rest)),
    properties: input.singleValueExtendedProperties ?? [],
  }
  return { message, files }
}

const newMessage = ({ account }: Call, message: DraftChange, folder: 'drafts' | 'sent', saved = true): NewMessage => ({
  ...message,
  id: newId.graphImmutable(),
  altId: newId.graphRest(),
  draftId: null,
  vendor: account.vendor,
  email: account.email,
  folder,
  threadId: newId.graphRest(),
  saved,
})

/** The message in the path, or 404. */
export function messageOf(sandbox: Sandbox, { account, params }: Call): MessageRow {
  const row = findMessage(sandbox, account.vendor, account.email, params.id ?? '')
  if (!row || isHidden(sandbox, row.pk)) throw new Refusal(itemNotFound())
  return row
}

/** The draft in the path; sent and received messages are not drafts. */
export function draftOf(sandbox: Sandbox, call: Call): MessageRow {
  const row = messageOf(sandbox, call)
  if (row.folder !== 'drafts') {
    const text = "This operation isn't valid for this item: it is not a draft, or has been sent already."
    throw new Refusal(graphError(409, 'ErrorInvalidItemForOperationSendItem', text))
  }
  return row
}

async function shown(sandbox: Sandbox, call: Call, row: MessageRow): Promise<Record<string, unknown>> {
  return graphMessage(sandbox, row, {
    immutable: prefersImmutableIds(call.headers.prefer),
    select: parseSelect(call.query),
    properties: parseExpand(call.query.get('$expand')),
  })
}

/** POST /me/sendMail: `{message, saveToSentItems}` or MIME; 202 without a body. */
export function sendMail(sandbox: Sandbox, call: Call): Reply {
  let saved = true
  const { message, files } = readPosted(sandbox, call, (body) => {
    const envelope = body as { message?: unknown; saveToSentItems?: unknown } | null
    saved = envelope?.saveToSentItems !== false && envelope?.saveToSentItems !== 'false'
    return envelope?.message
  })
  checkBeforeSend(sandbox, call, message.sender, message.recipients)
  acceptMessage(sandbox, newMessage(call, restamped(message), 'sent', saved), files)
  return { status: 202 }
}

/** POST /me/messages: creates a draft; 201 with the message. Its Message-ID is already the provider's. */
export async function createDraft(sandbox: Sandbox, call: Call): Promise<Reply> {
  const { message, files } = readPosted(sandbox, call, (body) => body)
  const draft = newMessage(call, restamped(message), 'drafts')
  sandbox.store.atomically(() => {
    const pk = insertMessage(sandbox, draft)
    for (const file of files) addFile(sandbox, pk, file)
    hide(sandbox, pk, call.hiddenMs)
  })
  const row = findMessage(sandbox, draft.vendor, draft.email, draft.id)!
  return { status: 201, json: await shown(sandbox, call, row) }
}

/** PATCH /me/messages/{id}: a draft's properties, or isRead of any message. */
export async function patchMessage(sandbox: Sandbox, call: Call): Promise<Reply> {
  const patch = parseMessage(parseJson(call.body))
  const { isRead, singleValueExtendedProperties = [], ...rest } = patch
  const row = messageOf(sandbox, call)
  writeProperties(sandbox.store, row.pk, singleValueExtendedProperties)
  if (isRead !== undefined) markRead(sandbox, row.pk, isRead)
  if (Object.keys(rest).length > 0) {
    draftOf(sandbox, call)
    if (rest.attachments)
      throw new Refusal(graphError(400, 'ErrorInvalidRequest', 'Attachments have a collection of their own.'))
    await structure(sandbox, row)
    const now = JSON.parse(readContent(sandbox, row.pk).toString('utf8')) as GraphMessage
    const { message } = fromJson(sandbox, call, { internetMessageId: row.internet_id, ...now, ...rest })
    rewriteDraft(sandbox, draftOf(sandbox, call).pk, { ...message, attachments: row.attachments })
  }
  return { status: 200, json: await shown(sandbox, call, messageOf(sandbox, call)) }
}

/** POST /me/messages/{id}/move: 201 with the message. */
export async function moveToFolder(sandbox: Sandbox, call: Call): Promise<Reply> {
  const { destinationId } = parseJson(call.body) as { destinationId?: unknown }
  const folder = typeof destinationId === 'string' ? folderNamed(call.account.email, destinationId) : undefined
  if (!folder) throw new Refusal(itemNotFound())
  moveMessage(sandbox, messageOf(sandbox, call), folder)
  return { status: 201, json: await shown(sandbox, call, messageOf(sandbox, call)) }
}

/** Headers that are generated from the properties of a message. */
const COMPOSED = /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*|received)$/i

const people = (list: Person[]) => list.map((emailAddress) => ({ emailAddress }))

/** Converts a draft submitted as MIME into properties and files, so that it can be changed. */
export async function structure(sandbox: Sandbox, row: MessageRow): Promise<void> {
  if (row.format === 'json') return
  const { html, text, replyTo, headers, files } = await readView(sandbox, row)
  const { to, cc, bcc } = recipientsOf(row)
  const message: GraphMessage = {
    subject: row.subject,
    from: people([senderOf(row)])[0],
    toRecipients: people(to),
    ccRecipients: people(cc),
    bccRecipients: people(bcc),
    replyTo: people(replyTo),
    body: html === undefined ? { contentType: 'text', content: text ?? '' } : { contentType: 'html', content: html },
    internetMessageHeaders: headers.filter(({ name }) => !COMPOSED.test(name)),
  }
  sandbox.store.atomically(() => {
    const content = Buffer.from(JSON.stringify(message))
    const { subject, internet_id: internetId } = row
    const change = {
      internetId,
      subject,
      sender: senderOf(row),
      recipients: recipientsOf(row),
      attachments: files.length,
    }
    rewriteDraft(sandbox, row.pk, { ...change, format: 'json', content })
    for (const file of files) addFile(sandbox, row.pk, file)
  })
}

/** POST /me/messages/{id}/send: 202. Keeps the immutable id, changes the other one. */
export function sendDraft(sandbox: Sandbox, call: Call): Reply {
  const row = draftOf(sandbox, call)
  const sender = senderOf(row)
  const recipients = recipientsOf(row)
  checkBeforeSend(sandbox, call, sender, recipients)
  if (row.size + filesSize(sandbox, row.pk) > MESSAGE_LIMIT) {
    throw new Refusal(graphError(413, 'ErrorMessageSizeExceeded', 'The message exceeds the maximum supported size.'))
  }
  if (call.staysDraft) return { status: 202 }
  const { subject, attachments } = row
  const internetId = newInternetId('microsoft')
  const change =
    row.format === 'mime'
      ? {
          internetId,
          subject,
          sender,
          recipients,
          attachments,
          format: row.format,
          content: stamped(sandbox, row, internetId),
        }
      : undefined
  const { lagMs, hiddenMs } = call
  const id = call.restamped ? newId.graphImmutable() : row.id
  acceptDraft(sandbox, row, { id, altId: newId.graphRest(), internetId, change, lagMs, hiddenMs })
  return { status: 202 }
}

const stamped = (sandbox: Sandbox, row: MessageRow, internetId: string): Buffer =>
  withHeaders(readContent(sandbox, row.pk), { 'Message-ID': internetId })

/** The provider's own Message-ID, whatever the sender wrote. */
function restamped(message: DraftChange): DraftChange {
  const internetId = newInternetId('microsoft')
  const content =
    message.format === 'mime' ? withHeaders(message.content, { 'Message-ID': internetId }) : message.content
  return { ...message, internetId, content }
}

export async function getMessage(sandbox: Sandbox, call: Call): Promise<Reply> {
  return { status: 200, json: await shown(sandbox, call, messageOf(sandbox, call)) }
}

/** Answers `GET /me/messages/{id}/$value` of the simulated Graph with the message as MIME. */
export async function getMime(sandbox: Sandbox, call: Call): Promise<Reply> {
  const bytes = await asMime(sandbox, messageOf(sandbox, call))
  return { status: 200, headers: { 'Content-Type': 'text/plain' }, bytes }
}

export function removeMessage(sandbox: Sandbox, call: Call): Reply {
  deleteMessage(sandbox, messageOf(sandbox, call).pk)
  return { status: 204 }
}

/** GET /me/messages and /me/mailFolders/{folder}/messages, with $filter, $select, $top, $skip, $orderby. */
export async function listGraphMessages(sandbox: Sandbox, call: Call): Promise<Reply> {
  const { account, query, params, origin } = call
  const folder = params.folder === undefined ? undefined : folderNamed(account.email, params.folder)
  if (params.folder !== undefined && !folder) throw new Refusal(itemNotFound())
  const filter = parseFilter(query.get('$filter'))
  const page = parsePage(query)
  const values = [sandbox.clock(), sandbox.clock(), ...(folder ? [folder] : []), ...filter.values]
  const where = {
    ...filter,
    sql: `saved = 1 AND ${LISTED} ${folder ? 'AND folder = ?' : ''} AND ${filter.sql}`,
    values,
  }
  const rows = listMessages(sandbox, account, where, { ...page, limit: page.limit + 1 })
  const value = await Promise.all(rows.slice(0, page.limit).map((row) => shown(sandbox, call, row)))
  const next = new URLSearchParams(query)
  next.set('$skip', String(page.offset + page.limit))
  const path = folder ? `/v1.0/me/mailFolders/${params.folder}/messages` : '/v1.0/me/messages'
  const more = rows.length > page.limit ? { '@odata.nextLink': `${origin}${path}?${next}` } : {}
  return { status: 200, json: { '@odata.context': `${origin}/v1.0/$metadata#messages`, value, ...more } }
}
