import type { SQLInputValue } from 'node:sqlite'
import type { Person, Recipients } from './mime.ts'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './provider-names.ts'

export const FOLDERS = ['sent', 'drafts', 'inbox', 'archive'] as const

export type Folder = (typeof FOLDERS)[number]

/** Way in which a message was sent: directly, or as a draft. */
export type Via = 'send' | 'sendDraft'

/** A named property of a Graph message, kept whatever else the provider changes. */
export interface Property {
  id: string
  value: string
}

export interface NewMessage {
  /** Graph's immutable id or Gmail's message id */
  id: string
  /** Graph's ordinary id, which changes when the message moves */
  altId: string | null
  /** Gmail's id of the draft that contains the message */
  draftId: string | null
  vendor: Vendor
  email: string
  folder: Folder
  threadId: string
  internetId: string
  subject: string
  sender: Person
  recipients: Recipients
  attachments: number
  /** json: the Graph message as posted, without the bytes of its attachments */
  format: 'mime' | 'json'
  content: Buffer
  /** Graph's single-value extended properties */
  properties?: readonly Property[]
  /** false if the sender wanted no copy in Sent Items; our own pages show it anyway */
  saved: boolean
}

export interface MessageRow {
  pk: number
  id: string
  alt_id: string | null
  draft_id: string | null
  vendor: Vendor
  email: string
  folder: Folder | 'deleted'
  thread_id: string
  internet_id: string
  subject: string
  /** sender as JSON, {@link Person} */
  sender: string
  /** recipients as JSON, {@link Recipients} */
  recipients: string
  size: number
  attachments: number
  format: 'mime' | 'json'
  is_read: number
  saved: number
  via: Via | null
  /** increases with every arrival, send and deletion in the whole sandbox: the order of lists, delta and history */
  seq: number
  created_at: number
  changed_at: number
  sent_at: number | null
  /** time until which a sent draft still looks unsent */
  settles_at: number
}

/** Puts a message into a folder. Returns its row id. */
export function insertMessage({ store, clock }: Sandbox, message: NewMessage): number {
  const now = clock()
  const { lastId } = store.run(
    `INSERT INTO messages (id, alt_id, draft_id, vendor, email, folder, thread_id, internet_id, subject, sender, recipients, size,
       attachments, format, is_read, saved, seq, created_at, changed_at, sent_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.id,
    message.altId,
    message.draftId,
    message.vendor,
    message.email,
    message.folder,
    message.threadId,
    message.internetId,
    message.subject,
    JSON.stringify(message.sender),
    JSON.stringify(message.recipients),
    message.content.length,
    message.attachments,
    message.format,
    message.folder === 'inbox' ? 0 : 1,
    message.saved ? 1 : 0,
    store.nextSeq(),
    now,
    now,
    message.folder === 'drafts' ? null : now,
  )
  store.run('INSERT INTO bodies (pk, content) VALUES (?, ?)', lastId, message.content)
  writeProperties(store, lastId, message.properties ?? [])
  return lastId
}

/** Sets properties of a message; the others stay. */
export function writeProperties(store: Sandbox['store'], pk: number, properties: readonly Property[]): void {
  for (const { id, value } of properties) {
    store.run('INSERT OR REPLACE INTO properties (message_pk, id, value) VALUES (?, ?, ?)', pk, id, value)
  }
}

export function propertiesOf({ store }: Sandbox, { pk }: MessageRow): Property[] {
  return store.all<Property>('SELECT id, value FROM properties WHERE message_pk = ? ORDER BY id', pk)
}

/** A draft's new content or envelope. */
export type DraftChange = Pick<
  NewMessage,
  'internetId' | 'subject' | 'sender' | 'recipients' | 'attachments' | 'format' | 'content' | 'properties'
>

export function rewriteDraft({ store, clock }: Sandbox, pk: number, change: DraftChange): void {
  store.run(
    `UPDATE messages SET internet_id = ?, subject = ?, sender = ?, recipients = ?, attachments = ?, format = ?, size = ?, changed_at = ?
     WHERE pk = ?`,
    change.internetId,
    change.subject,
    JSON.stringify(change.sender),
    JSON.stringify(change.recipients),
    change.attachments,
    change.format,
    change.content.length,
    clock(),
    pk,
  )
  store.run('UPDATE bodies SET content = ? WHERE pk = ?', change.content, pk)
  writeProperties(store, pk, change.properties ?? [])
}

/** Deletes a message but keeps its row without content, because change lists refer to it. */
export function deleteMessage({ store, clock }: Sandbox, pk: number): void {
  store.atomically(() => {
    store.run(
      `UPDATE messages SET folder = 'deleted', draft_id = NULL, seq = ?, changed_at = ? WHERE pk = ?`,
      store.nextSeq(),
      clock(),
      pk,
    )
    store.run('DELETE FROM bodies WHERE pk = ?', pk)
    store.run('DELETE FROM attachments WHERE message_pk = ?', pk)
    store.run('DELETE FROM properties WHERE message_pk = ?', pk)
  })
}

/** Moves a message to another folder. At Gmail, which only changes labels, it keeps its place in the order of events. */
export function moveMessage({ store, clock }: Sandbox, { pk, vendor, seq }: MessageRow, folder: Folder): number {
  const next = vendor === 'google' ? seq : store.nextSeq()
  store.run('UPDATE messages SET folder = ?, seq = ?, changed_at = ? WHERE pk = ?', folder, next, clock(), pk)
  return next
}

export function markRead({ store }: Sandbox, pk: number, isRead: boolean): void {
  store.run('UPDATE messages SET is_read = ? WHERE pk = ?', isRead ? 1 : 0, pk)
}

/** Returns the flags of a message as IMAP has them. */
export function flagsOf({ store }: Sandbox, { pk, folder, is_read }: MessageRow): string[] {
  const kept = store.get<{ flags: string }>('SELECT flags FROM imap_flags WHERE message_pk = ?', pk)?.flags
  if (kept !== undefined) return kept.split(' ').filter(Boolean)
  return [...(is_read ? ['\\Seen'] : []), ...(folder === 'drafts' ? ['\\Draft'] : [])]
}

export function setFlags({ store }: Sandbox, pk: number, flags: readonly string[]): void {
  store.run('INSERT OR REPLACE INTO imap_flags (message_pk, flags) VALUES (?, ?)', pk, flags.join(' '))
  store.run('UPDATE messages SET is_read = ? WHERE pk = ?', flags.includes('\\Seen') ? 1 : 0, pk)
}

/** Finds a message by any of its ids; ignores deleted ones. */
export function findMessage({ store }: Sandbox, vendor: Vendor, email: string, id: string): MessageRow | undefined {
  return store.get<MessageRow>(
    `SELECT * FROM messages WHERE (id = ? OR alt_id = ?) AND vendor = ? AND email = ? AND folder <> 'deleted'`,
    id,
    id,
    vendor,
    email,
  )
}

/** Hides a message from the provider's own calls for some ms. */
export function hide({ store, clock }: Sandbox, pk: number, ms: number): void {
  if (ms > 0) store.run('INSERT OR REPLACE INTO hidden (message_pk, until) VALUES (?, ?)', pk, clock() + ms)
}

export const isHidden = ({ store, clock }: Sandbox, pk: number): boolean =>
  store.get('SELECT 1 FROM hidden WHERE message_pk = ? AND until > ?', pk, clock()) !== undefined

/** A condition on messages that lists must show; its value is the current time, twice. */
export const LISTED = 'settles_at <= ? AND pk NOT IN (SELECT message_pk FROM hidden WHERE until > ?)'

export function findById({ store }: Sandbox, id: string): MessageRow | undefined {
  return store.get<MessageRow>(`SELECT * FROM messages WHERE id = ? AND folder <> 'deleted'`, id)
}

/** Conditions on messages: SQL and its values. */
export interface Where {
  sql: string
  values: SQLInputValue[]
  /** searches by Message-ID: without this hint SQLite would scan the whole folder, which is already in order */
  byInternetId?: boolean
}

/** Messages of a mailbox, newest first by default. */
export function listMessages(
  { store }: Sandbox,
  mailbox: { vendor: Vendor; email: string },
  where: Where,
  page: { limit: number; offset?: number; ascending?: boolean },
): MessageRow[] {
  return store.all<MessageRow>(
    `SELECT * FROM messages ${where.byInternetId ? 'INDEXED BY messages_internet_id' : ''}
     WHERE vendor = ? AND email = ? AND folder <> 'deleted' AND ${where.sql}
     ORDER BY seq ${page.ascending ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`,
    mailbox.vendor,
    mailbox.email,
    ...where.values,
    page.limit,
    page.offset ?? 0,
  )
}

/** Number of messages in each folder of a mailbox. */
export function countFolders(
  { store }: Sandbox,
  { vendor, email }: { vendor: Vendor; email: string },
): Record<Folder, number> {
  const counts = { sent: 0, drafts: 0, inbox: 0, archive: 0 }
  const rows = store.all<{ folder: Folder; n: number }>(
    `SELECT folder, count(*) AS n FROM messages WHERE vendor = ? AND email = ? AND folder <> 'deleted' GROUP BY folder`,
    vendor,
    email,
  )
  for (const { folder, n } of rows) counts[folder] = n
  return counts
}

export function readContent({ store }: Sandbox, pk: number): Buffer {
  const row = store.get<{ content: Uint8Array }>('SELECT content FROM bodies WHERE pk = ?', pk)
  return row ? asBuffer(row.content) : Buffer.alloc(0)
}

/** SQLite's bytes as a Buffer, not copied. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const senderOf = (row: MessageRow): Person => JSON.parse(row.sender) as Person
export const recipientsOf = (row: MessageRow): Recipients => JSON.parse(row.recipients) as Recipients
