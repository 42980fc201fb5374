import { otherAddresses } from './mailbox-addresses.ts'
import type { Call } from './api-calls.ts'
import { gmailError, invalidArgument, notFound } from './gmail-errors.ts'
import { describe, type Incoming, needRaw, readIncoming, restamp, restampForSending } from './gmail-input.ts'
import { brief, filePart, gmailMessage, labelsOf, parseSearch } from './gmail-responses.ts'
import { readsBodies } from './google-scopes.ts'
import {
  deleteMessage,
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
  readContent,
  rewriteDraft,
  type Where,
} from './messages.ts'
import { acceptDraft, acceptMessage } from './accepted-message-store.ts'
import { Refusal, type Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { newId } from './provider-names.ts'

/**
 * The thread of a message: the one named, otherwise that of a message it answers, otherwise a new one. Gmail adds a message to
 * a thread only if the subjects match (developers.google.com/workspace/gmail/api/guides/threads).
 */
function threadOf(
  { store }: Sandbox,
  { account }: Call,
  { threadId: named, references, subject }: { threadId: string | undefined; references: string[]; subject: string },
  own: string,
): string {
  const threadBy = (column: 'thread_id' | 'internet_id', value: string): string | undefined =>
    store
      .all<{ thread_id: string; subject: string }>(
        `SELECT thread_id, subject FROM messages WHERE vendor = 'google' AND email = ? AND ${column} = ?`,
        account.email,
        value,
      )
      .find((other) => sameSubject(other.subject, subject))?.thread_id
  if (named !== undefined) return threadBy('thread_id', named) ?? own
  for (const id of references) {
    const found = threadBy('internet_id', id)
    if (found !== undefined) return found
  }
  return own
}

/** Returns whether two subjects are equal but for the words before an answer. */
function sameSubject(one: string, other: string): boolean {
  const bare = (subject: string) =>
    subject
      .replace(/^(\s*(re|aw)\s*:)+/i, '')
      .trim()
      .toLowerCase()
  return bare(one) === bare(other)
}

function newMessage(sandbox: Sandbox, call: Call, incoming: Incoming, folder: 'sent' | 'drafts'): NewMessage {
  const { message, references } = describe(sandbox, call, needRaw(incoming))
  const id = newId.gmail()
  return {
    ...(folder === 'sent' ? restampForSending(message) : restamp(message)),
    id,
    altId: null,
    draftId: folder === 'drafts' ? newId.gmailDraft() : null,
    vendor: 'google',
    email: call.account.email,
    folder,
    threadId: threadOf(sandbox, call, { threadId: incoming.threadId, references, subject: message.subject }, id),
    saved: true,
  }
}

/** messages.send, plain or upload. */
export function send(sandbox: Sandbox, call: Call, upload: boolean): Reply {
  const message = newMessage(sandbox, call, readIncoming(call, upload), 'sent')
  acceptMessage(sandbox, message)
  return { status: 200, json: { id: message.id, threadId: message.threadId, labelIds: ['SENT'] } }
}

/** A draft by id; a sent one is gone, unless a fault keeps it visible. */
function draftOf(sandbox: Sandbox, { account }: Call, id: string | undefined): MessageRow {
  const { store, clock } = sandbox
  const row = store.get<MessageRow>(
    `SELECT * FROM messages WHERE draft_id = ? AND vendor = 'google' AND email = ? AND (folder = 'drafts' OR settles_at > ?)`,
    id ?? '',
    account.email,
    clock(),
  )
  if (!row || isHidden(sandbox, row.pk)) throw new Refusal(notFound())
  return row
}

const shownDraft = (row: MessageRow) => ({ id: row.draft_id, message: { ...brief(row), labelIds: ['DRAFT'] } })

export function createDraft(sandbox: Sandbox, call: Call, upload: boolean): Reply {
  const message = newMessage(sandbox, call, readIncoming(call, upload), 'drafts')
  sandbox.store.atomically(() => hide(sandbox, insertMessage(sandbox, message), call.hiddenMs))
  return { status: 200, json: shownDraft(findMessage(sandbox, 'google', message.email, message.id)!) }
}

export function updateDraft(sandbox: Sandbox, call: Call, upload: boolean): Reply {
  const row = draftOf(sandbox, call, call.params.id)
  replaceDraft(sandbox, call, row, needRaw(readIncoming(call, upload)))
  return { status: 200, json: shownDraft(draftOf(sandbox, call, call.params.id)) }
}

function replaceDraft(sandbox: Sandbox, call: Call, row: MessageRow, raw: Buffer): void {
  sandbox.store.atomically(() => rewriteDraft(sandbox, row.pk, describe(sandbox, call, raw).message))
}

export function getDraft(sandbox: Sandbox, call: Call): Reply {
  const row = draftOf(sandbox, call, call.params.id)
  const message = gmailMessage(sandbox, row, call.query.get('format') ?? 'full')
  return { status: 200, json: { id: row.draft_id, message: { ...message, labelIds: ['DRAFT'] } } }
}

export function removeDraft(sandbox: Sandbox, call: Call): Reply {
  deleteMessage(sandbox, draftOf(sandbox, call, call.params.id).pk)
  return { status: 204 }
}

/** drafts.send: deletes the draft; the sent message has a new id. */
export function sendDraft(sandbox: Sandbox, call: Call, upload: boolean): Reply {
  const incoming = readIncoming(call, upload)
  if (incoming.draftId === undefined) throw new Refusal(invalidArgument('Missing draft id'))
  const row = draftOf(sandbox, call, incoming.draftId)
  if (row.folder !== 'drafts') throw new Refusal(notFound())
  const { message } = describe(sandbox, call, incoming.raw ?? readContent(sandbox, row.pk))
  const id = newId.gmail()
  const change = restampForSending(message)
  const { lagMs, hiddenMs } = call
  if (!call.staysDraft) {
    acceptDraft(sandbox, row, { id, altId: null, internetId: change.internetId, change, lagMs, hiddenMs })
  }
  return { status: 200, json: { id, threadId: row.thread_id, labelIds: ['SENT'] } }
}

/** A page of a mailbox: maxResults (100, at most 500) and a pageToken, which is a position in its event order. */
function page(sandbox: Sandbox, call: Call, where: Where): { rows: MessageRow[]; next: { nextPageToken?: string } } {
  const { account, query } = call
  const limit = Math.min(Math.max(Number(query.get('maxResults') ?? 100) || 100, 1), 500)
  const before = Number(query.get('pageToken') ?? Number.MAX_SAFE_INTEGER)
  if (!Number.isSafeInteger(before)) throw new Refusal(invalidArgument('Invalid pageToken'))
  const condition = {
    ...where,
    sql: `${LISTED} AND seq < ? AND ${where.sql}`,
    values: [sandbox.clock(), sandbox.clock(), before, ...where.values],
  }
  const found = listMessages(sandbox, account, condition, { limit: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? { nextPageToken: String(rows.at(-1)!.seq) } : {} }
}

export function listDrafts(sandbox: Sandbox, call: Call): Reply {
  const q = parseSearch(call.query.get('q') ?? '')
  const { rows, next } = page(sandbox, call, { ...q, sql: `folder = 'drafts' AND ${q.sql}` })
  const drafts = rows.map((row) => ({ id: row.draft_id, message: { id: row.id, threadId: row.thread_id } }))
  return { status: 200, json: { ...(drafts.length > 0 ? { drafts } : {}), ...next, resultSizeEstimate: drafts.length } }
}

const LABEL_FOLDER: Record<string, string> = { SENT: 'sent', DRAFT: 'drafts', INBOX: 'inbox' }

/** messages.list with `q` and `labelIds`. */
export function listGmailMessages(sandbox: Sandbox, call: Call): Reply {
  const q = call.query.get('q')
  if (q !== null && !readsBodies(call.scopes)) {
    const message = "Metadata scope does not support 'q' parameter"
    throw new Refusal(gmailError({ status: 403, rpc: 'PERMISSION_DENIED', reason: 'forbidden', message }))
  }
  const search = parseSearch(q ?? '')
  const labels = call.query.getAll('labelIds').map((label) => LABEL_FOLDER[label] ?? 'none')
  const where = {
    ...search,
    sql: [search.sql, ...labels.map(() => 'folder = ?')].join(' AND '),
    values: [...search.values, ...labels],
  }
  const { rows, next } = page(sandbox, call, where)
  const messages = rows.map((row) => ({ id: row.id, threadId: row.thread_id }))
  return {
    status: 200,
    json: { ...(messages.length > 0 ? { messages } : {}), ...next, resultSizeEstimate: messages.length },
  }
}

function messageOf(sandbox: Sandbox, { account, params }: Call): MessageRow {
  const row = findMessage(sandbox, 'google', account.email, params.id ?? '')
  if (!row || isHidden(sandbox, row.pk)) throw new Refusal(notFound())
  return row
}

export function getGmailMessage(sandbox: Sandbox, call: Call): Reply {
  const format = call.query.get('format') ?? 'full'
  if (!readsBodies(call.scopes) && !['metadata', 'minimal'].includes(format)) {
    const message = `Metadata scope doesn't allow format ${format.toUpperCase()}`
    throw new Refusal(gmailError({ status: 403, rpc: 'PERMISSION_DENIED', reason: 'forbidden', message }))
  }
  return {
    status: 200,
    json: gmailMessage(sandbox, messageOf(sandbox, call), format, call.query.getAll('metadataHeaders')),
  }
}

/** messages.modify: an email without the label INBOX is archived. */
export function modifyMessage(sandbox: Sandbox, call: Call): Reply {
  const { removeLabelIds = [] } = JSON.parse(call.body.toString('utf8') || '{}') as { removeLabelIds?: string[] }
  const row = messageOf(sandbox, call)
  if (removeLabelIds.includes('UNREAD')) markRead(sandbox, row.pk, true)
  if (removeLabelIds.includes('INBOX') && row.folder === 'inbox') moveMessage(sandbox, row, 'archive')
  return { status: 200, json: brief(messageOf(sandbox, call)) }
}

export function getFile(sandbox: Sandbox, call: Call): Reply {
  const content = filePart(readContent(sandbox, messageOf(sandbox, call).pk), call.params.file ?? '')
  if (!content) throw new Refusal(notFound())
  return { status: 200, json: { size: content.length, data: content.toString('base64url') } }
}

/** history.list: messages added since startHistoryId, oldest first. An unknown historyId is 404. */
export function history(sandbox: Sandbox, call: Call): Reply {
  const { account, query } = call
  const start = Number(query.get('pageToken') ?? query.get('startHistoryId') ?? Number.NaN)
  if (!Number.isInteger(start)) throw new Refusal(invalidArgument('Missing startHistoryId'))
  const end = sandbox.store.lastSeq
  if (start < 1 || start > end) throw new Refusal(notFound())
  const limit = Math.min(Math.max(Number(query.get('maxResults') ?? 100) || 100, 1), 500)
  const label = query.get('labelId')
  const folder = label === null ? undefined : (LABEL_FOLDER[label] ?? 'none')
  const where = { sql: `seq > ? ${folder ? 'AND folder = ?' : ''}`, values: [start, ...(folder ? [folder] : [])] }
  const found = listMessages(sandbox, account, where, { limit: limit + 1, ascending: true })
  const entries = found.slice(0, limit).map((row) => {
    const message = { id: row.id, threadId: row.thread_id }
    return {
      id: String(row.seq),
      messages: [message],
      messagesAdded: [{ message: { ...message, labelIds: labelsOf(row) } }],
    }
  })
  const more = found.length > limit ? { nextPageToken: String(found[limit - 1]!.seq) } : {}
  return {
    status: 200,
    json: { ...(entries.length > 0 ? { history: entries } : {}), ...more, historyId: String(end) },
  }
}

export function profile(sandbox: Sandbox, { account }: Call): Reply {
  const counts = sandbox.store.get<{ messages: number; threads: number }>(
    `SELECT count(*) AS messages, count(DISTINCT thread_id) AS threads FROM messages
     WHERE vendor = 'google' AND email = ? AND folder <> 'deleted'`,
    account.email,
  )!
  const json = {
    emailAddress: account.email,
    messagesTotal: counts.messages,
    threadsTotal: counts.threads,
    historyId: String(sandbox.store.lastSeq),
  }
  return { status: 200, json }
}

/** settings.sendAs.list: the mailbox's own address and its aliases. */
export function sendAs(sandbox: Sandbox, { account }: Call): Reply {
  const own = { sendAsEmail: account.email, displayName: account.name, isPrimary: true, isDefault: true }
  const others = otherAddresses(sandbox, account).map(({ address, state }) => ({
    sendAsEmail: address,
    displayName: '',
    isDefault: false,
    treatAsAlias: true,
    verificationStatus: state === 'pending' ? 'pending' : 'accepted',
  }))
  return { status: 200, json: { sendAs: [own, ...others] } }
}
