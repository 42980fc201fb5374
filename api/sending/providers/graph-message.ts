import { isEmpty } from '../merged-text.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from '../provider.ts'

/** Below it an attachment travels as JSON, from it on through an upload session (the vendor's border). */
const UPLOAD_FROM_BYTES = 3 * 1024 * 1024
/** What of attachments is packed into the request that makes the message; a request may have 4 MB in all. */
const PACKED_BASE64_BYTES = 2_500_000
/** MAPI property PidTagListUnsubscribe: Graph's JSON takes only `x-` headers. */
const LIST_UNSUBSCRIBE = 'String 0x1045'
const MAX_CUSTOM_HEADERS = 5

/** How a message travels: `message` in one request, then `posted` attachments one by one, then `uploaded` ones in chunks. */
export interface GraphParts {
  message: Record<string, unknown>
  posted: MessageAttachment[]
  uploaded: MessageAttachment[]
}

/**
 * A message in Graph's JSON. Exchange makes the plain-text alternative itself, so `text` is used only where there is no HTML.
 * `List-Unsubscribe-Post` and headers without `x-` have no place in this form and are left out.
 * `from` is named only where it is not the mailbox's own address, as naming it asks for the right to send as somebody.
 */
export function toGraphParts(message: OutgoingMessage, ownAddress: string): GraphParts {
  const packed: MessageAttachment[] = []
  const posted: MessageAttachment[] = []
  const uploaded: MessageAttachment[] = []
  let room = PACKED_BASE64_BYTES - Buffer.byteLength(String(isEmpty(message.html) ? message.text : message.html))
  for (const attachment of message.attachments) {
    const bytes = Math.ceil(attachment.content.byteLength / 3) * 4
    if (attachment.content.byteLength >= UPLOAD_FROM_BYTES) uploaded.push(attachment)
    else if (bytes > room) posted.push(attachment)
    else {
      room -= bytes
      packed.push(attachment)
    }
  }
  return { message: graphMessage(message, ownAddress, packed), posted, uploaded }
}

/** The whole message in one piece, for sendMail. */
export function toGraphMessage(message: OutgoingMessage, ownAddress: string): Record<string, unknown> {
  return graphMessage(message, ownAddress, message.attachments)
}

function graphMessage(
  message: OutgoingMessage,
  ownAddress: string,
  attachments: readonly MessageAttachment[],
): Record<string, unknown> {
  const unsubscribe = message.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')
  const custom = message.headers.filter(({ name }) => /^x-[\w-]+$/i.test(name)).slice(0, MAX_CUSTOM_HEADERS)
  const foreign = message.from.address.toLowerCase() !== ownAddress.toLowerCase()
  return {
    subject: oneLine(message.subject),
    body: isEmpty(message.html)
      ? { contentType: 'Text', content: String(message.text) }
      : { contentType: 'HTML', content: String(message.html) },
    ...(foreign && ownAddress && { from: recipient(message.from) }),
    toRecipients: [recipient(message.to)],
    ...(custom.length > 0 && {
      internetMessageHeaders: custom.map(({ name, value }) => ({ name, value: oneLine(value) })),
    }),
    ...(unsubscribe && {
      singleValueExtendedProperties: [{ id: LIST_UNSUBSCRIBE, value: oneLine(unsubscribe.value) }],
    }),
    ...(attachments.length > 0 && { attachments: attachments.map(graphAttachment) }),
  }
}

/** A file as Graph's JSON carries it. */
export function graphAttachment(attachment: MessageAttachment): Record<string, unknown> {
  return {
    '@odata.type': '#microsoft.graph.fileAttachment',
    name: attachment.name,
    contentType: attachment.contentType,
    contentBytes: base64Of(attachment.content),
    ...(attachment.contentId && { contentId: attachment.contentId, isInline: true }),
  }
}

/** What createUploadSession is told about a file. */
export function uploadItem(attachment: MessageAttachment): Record<string, unknown> {
  return {
    attachmentType: 'file',
    name: attachment.name,
    size: attachment.content.byteLength,
    contentType: attachment.contentType,
    ...(attachment.contentId && { contentId: attachment.contentId, isInline: true }),
  }
}

/** One encoding per file, not per message: a campaign hands over the same bytes for every recipient. */
const encoded = new WeakMap<Uint8Array, string>()

function base64Of(content: Uint8Array): string {
  let text = encoded.get(content)
  if (text === undefined) {
    text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64')
    encoded.set(content, text)
  }
  return text
}

function recipient({ name, address }: MailAddress): Record<string, unknown> {
  return { emailAddress: { ...(name && { name: oneLine(name) }), address } }
}

function oneLine(value: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  return value.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
}
