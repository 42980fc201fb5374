import PostalMime from 'postal-mime'
import { filesOf, type NewFile } from './attachments.ts'
import { type GraphMessage, peopleIn } from './graph-input.ts'
import { type MessageRow, readContent, recipientsOf, senderOf } from './messages.ts'
import { type Person, type Recipients } from './mime.ts'
import type { Sandbox } from './sandbox.ts'

/** A parsed message, whichever form it was submitted in. */
export interface View {
  from: Person
  recipients: Recipients
  replyTo: Person[]
  subject: string
  /** headers, decoded, one line each */
  headers: { name: string; value: string }[]
  html: string | undefined
  text: string | undefined
  importance: string
  /** true if the message is a calendar's answer to an invitation (RFC 5546) */
  answersInvitation: boolean
  files: NewFile[]
}

export async function readView(sandbox: Sandbox, row: MessageRow): Promise<View> {
  const content = readContent(sandbox, row.pk)
  return row.format === 'json'
    ? viewJson(sandbox, row, JSON.parse(content.toString('utf8')) as GraphMessage)
    : viewMime(content, row)
}

function viewJson(sandbox: Sandbox, row: MessageRow, message: GraphMessage): View {
  const { contentType, content = '' } = message.body ?? {}
  const isHtml = contentType?.toLowerCase() === 'html'
  const listUnsubscribe = message.singleValueExtendedProperties?.filter(({ id }) => /^String 0x1045$/i.test(id)) ?? []
  return {
    from: senderOf(row),
    recipients: recipientsOf(row),
    replyTo: peopleIn(message.replyTo),
    subject: row.subject,
    headers: [
      ...(message.internetMessageHeaders ?? []),
      ...listUnsubscribe.map(({ value }) => ({ name: 'List-Unsubscribe', value })),
      { name: 'Message-ID', value: row.internet_id },
    ],
    html: isHtml ? content : undefined,
    text: isHtml ? undefined : content,
    importance: message.importance ?? 'normal',
    answersInvitation: false,
    files: filesOf(sandbox, row),
  }
}

async function viewMime(raw: Buffer, row: MessageRow): Promise<View> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  const replyTo = (mail.replyTo ?? []).flatMap((each) =>
    each.address === undefined ? [] : [{ name: each.name, address: each.address }],
  )
  return {
    from: senderOf(row),
    recipients: recipientsOf(row),
    replyTo,
    subject: row.subject,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    html: mail.html,
    text: mail.text,
    importance: 'normal',
    answersInvitation: mail.attachments.some(({ method }) => method?.toUpperCase() === 'REPLY'),
    files: mail.attachments.map((file) => ({
      name: file.filename ?? 'unnamed',
      contentType: file.mimeType,
      contentId: file.contentId?.replace(/^<|>$/g, '') ?? null,
      inline: file.disposition === 'inline' || file.related === true,
      content: typeof file.content === 'string' ? Buffer.from(file.content) : Buffer.from(new Uint8Array(file.content)),
    })),
  }
}
