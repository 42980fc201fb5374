import { markText } from '../mark.ts'
import { isEmpty, oncePerPiece, partsOf, type MergedText } from '../merged-text.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from '../provider.ts'

/** Below it an attachment travels as JSON, from it on through an upload session (the vendor's border). */
const UPLOAD_FROM_BYTES = 3 * 1024 * 1024
/** What of attachments is packed into the request that makes the message; a request may have 4 MB in all. */
const PACKED_BASE64_BYTES = 2_500_000
/** MAPI property PidTagListUnsubscribe: Graph's JSON takes only `x-` headers. */
const LIST_UNSUBSCRIBE = 'String 0x1045'
const MAX_CUSTOM_HEADERS = 5
/** The named property that carries the mark: Exchange keeps it with the message, as a draft and once it was sent. */
export const MARK_PROPERTY = 'String {5d6c53f9-b564-42b1-9c33-1df97ff3bf96} Name MergewellEmail'

/** JSON as bytes, in the chunks it was made of: those of files and of constant text are shared by all messages that carry them. */
export type Json = readonly Uint8Array[]

/** How a message travels: `message` in one request, then `posted` attachments one by one, then `uploaded` ones in chunks. */
export interface GraphParts {
  message: Json
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
  const body = bodyJson(message)
  let room = PACKED_BASE64_BYTES - bytesOf(body)
  for (const attachment of message.attachments) {
    const bytes = Math.ceil(attachment.content.byteLength / 3) * 4
    if (attachment.content.byteLength >= UPLOAD_FROM_BYTES) uploaded.push(attachment)
    else if (bytes > room) posted.push(attachment)
    else {
      room -= bytes
      packed.push(attachment)
    }
  }
  return { message: messageJson(message, ownAddress, body, packed), posted, uploaded }
}

/** The whole message in one piece, for sendMail. */
export function toSendMail(message: OutgoingMessage, ownAddress: string): Json {
  const whole = messageJson(message, ownAddress, bodyJson(message), message.attachments)
  return [Buffer.from('{"saveToSentItems":true,"message":'), ...whole, Buffer.from('}')]
}

/** A file as Graph's JSON carries it; its content is encoded once, however many messages carry it. */
export function attachmentJson({ content, name, contentType, contentId }: MessageAttachment): Json {
  let base64 = knownContents.get(content)
  if (!base64) {
    const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64')
    base64 = Buffer.from(text, 'latin1')
    knownContents.set(content, base64)
  }
  const rest = {
    '@odata.type': '#microsoft.graph.fileAttachment',
    name,
    contentType,
    ...(contentId && { contentId, isInline: true }),
  }
  return [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"contentBytes":"`), base64, STRING_END]
}
const knownContents = new WeakMap<Uint8Array, Uint8Array>()
const STRING_END = Buffer.from('"}')

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

export function bytesOf(json: Json): number {
  return json.reduce((sum, chunk) => sum + chunk.byteLength, 0)
}

function messageJson(
  message: OutgoingMessage,
  ownAddress: string,
  body: Json,
  attachments: readonly MessageAttachment[],
): Json {
  const unsubscribe = message.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')
  const custom = message.headers.filter(({ name }) => /^x-[\w-]+$/i.test(name)).slice(0, MAX_CUSTOM_HEADERS)
  const properties = [
    ...(unsubscribe ? [{ id: LIST_UNSUBSCRIBE, value: oneLine(unsubscribe.value) }] : []),
    ...(message.mark ? [{ id: MARK_PROPERTY, value: markText(message.mark) }] : []),
  ]
  const foreign = message.from.address.toLowerCase() !== ownAddress.toLowerCase()
  const rest = {
    subject: oneLine(message.subject),
    ...(message.messageId && { internetMessageId: message.messageId }),
    ...(foreign && ownAddress && { from: recipient(message.from) }),
    toRecipients: [recipient(message.to)],
    ...(custom.length > 0 && {
      internetMessageHeaders: custom.map(({ name, value }) => ({ name, value: oneLine(value) })),
    }),
    ...(properties.length > 0 && { singleValueExtendedProperties: properties }),
  }
  const chunks: Uint8Array[] = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"body":`), ...body]
  for (const [index, attachment] of attachments.entries()) {
    chunks.push(index === 0 ? FILES : COMMA, ...attachmentJson(attachment))
  }
  chunks.push(attachments.length > 0 ? FILES_END : END)
  return chunks
}
const FILES = Buffer.from(',"attachments":[')
const COMMA = Buffer.from(',')
const FILES_END = Buffer.from(']}')
const END = Buffer.from('}')

function bodyJson({ html, text }: OutgoingMessage): Uint8Array[] {
  return isEmpty(html) ? [PLAIN_BODY, ...stringJson(text), STRING_END] : [HTML_BODY, ...stringJson(html), STRING_END]
}
const PLAIN_BODY = Buffer.from('{"contentType":"Text","content":"')
const HTML_BODY = Buffer.from('{"contentType":"HTML","content":"')

/** The inside of a JSON string. */
function stringJson(text: string | MergedText): Uint8Array[] {
  return partsOf(text).map((part) => (typeof part === 'string' ? escaped(part) : constantJson(part)))
}

const escaped = (text: string) => Buffer.from(JSON.stringify(text.toWellFormed()).slice(1, -1))
const constantJson = oncePerPiece(escaped)

function recipient({ name, address }: MailAddress): Record<string, unknown> {
  return { emailAddress: { ...(name && { name: oneLine(name) }), address } }
}

function oneLine(value: string): string {
  return (
    value
      // eslint-disable-next-line no-control-regex -- control characters are what is removed
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .toWellFormed()
  )
}
