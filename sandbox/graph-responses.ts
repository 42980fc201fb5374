import { createHash } from 'node:crypto'
import { type Folder, type MessageRow, propertiesOf, recipientsOf, senderOf } from './messages.ts'
import type { Person } from './mime.ts'
import type { Sandbox } from './sandbox.ts'
import { readView, type View } from './message-view.ts'
import { wordsOfHtml } from '#domain/html/visible-words.ts'

/** Graph's well-known folder names and ours. */
export const FOLDER_OF: Record<string, Folder> = {
  sentitems: 'sent',
  drafts: 'drafts',
  inbox: 'inbox',
  archive: 'archive',
}

/** The permanent id of a mailbox's folder, different from the well-known name. */
export function folderId(email: string, folder: string): string {
  return `AQMkAD${createHash('sha256').update(`${email}/${folder}`).digest('base64url')}=`
}

/** A folder by well-known name or id. */
export function folderNamed(email: string, name: string): Folder | undefined {
  return FOLDER_OF[name.toLowerCase()] ?? Object.values(FOLDER_OF).find((folder) => folderId(email, folder) === name)
}

/** Properties that require parsing the message. */
const FROM_CONTENT = ['body', 'bodyPreview', 'uniqueBody', 'replyTo', 'importance', 'internetMessageHeaders']

/** Properties left out without `$select`. */
const NOT_BY_DEFAULT = new Set(['internetMessageHeaders', 'uniqueBody'])

const recipient = ({ name, address }: Person) => ({ emailAddress: { name: name || address, address } })

const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

export const prefersImmutableIds = (prefer: string | string[] | undefined): boolean =>
  /IdType\s*=\s*"ImmutableId"/i.test(String(prefer ?? ''))

/** The id shown to the client: the immutable one only on request. */
export const shownId = (row: MessageRow, immutable: boolean): string => (immutable ? row.id : (row.alt_id ?? row.id))

/** A message in Graph's format; parses the MIME only if a requested property needs it. */
export async function graphMessage(
  sandbox: Sandbox,
  row: MessageRow,
  { immutable, select, properties }: { immutable: boolean; select?: readonly string[]; properties?: readonly string[] },
): Promise<Record<string, unknown>> {
  const wants = (name: string) => (select ? select.includes(name) : !NOT_BY_DEFAULT.has(name))
  const view = FROM_CONTENT.some(wants) ? await readView(sandbox, row) : undefined
  const { to, cc, bcc } = recipientsOf(row)
  const sender = recipient(senderOf(row))
  const draft = row.folder === 'drafts' || row.settles_at > sandbox.clock()
  const all: Record<string, unknown> = {
    createdDateTime: iso(row.created_at),
    lastModifiedDateTime: iso(row.changed_at),
    receivedDateTime: iso(row.sent_at ?? row.created_at),
    sentDateTime: iso(row.sent_at ?? row.created_at),
    hasAttachments: row.attachments > 0,
    internetMessageId: row.internet_id,
    subject: row.subject,
    parentFolderId: folderId(row.email, draft ? 'drafts' : row.folder),
    conversationId: row.thread_id,
    isDeliveryReceiptRequested: false,
    isReadReceiptRequested: false,
    isRead: row.is_read === 1,
    isDraft: draft,
    sender,
    from: sender,
    toRecipients: to.map(recipient),
    ccRecipients: cc.map(recipient),
    bccRecipients: bcc.map(recipient),
    ...(view ? fromContent(view) : {}),
  }
  const chosen = Object.entries(all).filter(([name]) => wants(name))
  return {
    ...(view?.answersInvitation && { '@odata.type': '#microsoft.graph.eventMessageResponse' }),
    '@odata.etag': `W/"${row.pk}-${row.changed_at}"`,
    id: shownId(row, immutable),
    ...Object.fromEntries(chosen),
    ...(properties && {
      singleValueExtendedProperties: propertiesOf(sandbox, row).filter(({ id }) =>
        properties.includes(id.toLowerCase()),
      ),
    }),
  }
}

function fromContent(view: View): Record<string, unknown> {
  const plain = view.text ?? wordsOfHtml(view.html ?? '')
  const body =
    view.html === undefined
      ? { contentType: 'text', content: view.text ?? '' }
      : { contentType: 'html', content: view.html }
  return {
    body,
    uniqueBody: body,
    bodyPreview: plain.replace(/\s+/g, ' ').trim().slice(0, 255),
    replyTo: view.replyTo.map(recipient),
    importance: view.importance.toLowerCase(),
    internetMessageHeaders: view.headers,
  }
}
