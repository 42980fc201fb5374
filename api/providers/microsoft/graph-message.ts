import { base64LinesLength } from '#api/sending/message/base64-lines.ts'
import { MARK_HEADER, markText } from '#api/sending/email-mark.ts'
import { isEmpty, oncePerPiece, partsOf, type MergedText } from '#api/sending/message/merged-text.ts'
import { composeMime, mimeBytes, mimeLength } from '#api/sending/message/mime.ts'
import type { MailAddress, Mark, MessageAttachment, OutgoingMessage } from '#api/sending/provider.ts'

/** Bytes from which an attachment needs an upload session (Microsoft's limit). */
const UPLOAD_FROM_BYTES = 3 * 1024 * 1024
/** Maximum raw MIME per request: the limit is 4 MB, and about 2 MB of MIME were observed to pass. */
const MIME_BYTES = 2_000_000
/** upper bound for an attachment's MIME headers in bytes */
const PART_HEAD_BYTES = 1_000
/** MAPI property PidTagListUnsubscribe: Graph's JSON takes only `x-` headers. */
const LIST_UNSUBSCRIBE = 'String 0x1045'
/** MAPI properties PidTagInReplyToId and PidTagInternetReferences. */
const IN_REPLY_TO = 'String 0x1042'
const REFERENCES = 'String 0x1039'
const MAX_CUSTOM_HEADERS = 5
/** The named property that carries the mark: Exchange keeps it with the message, as a draft and after sending. */
export const MARK_PROPERTY = 'String {5d6c53f9-b564-42b1-9c33-1df97ff3bf96} Name MergewellEmail'
/** Exchange stores an unknown MIME header as a named property of this set (PS_INTERNET_HEADERS, MS-OXPROPS 1.3.2). */
export const MARK_HEADER_PROPERTY = `String {00020386-0000-0000-c000-000000000046} Name ${MARK_HEADER}`

export function markProperty(mark: Mark): { id: string; value: string } {
  return { id: MARK_PROPERTY, value: markText(mark) }
}

/** JSON as bytes in chunks; chunks of files and constant text are shared by all messages that carry them. */
export type Json = readonly Uint8Array[]

/**
 * Parts of a provider draft: `mime` creates it in one request, then the `posted` attachments are added one by one and
 * the `uploaded` ones in chunks.
 */
export interface DraftParts {
  mime: Buffer
  posted: MessageAttachment[]
  uploaded: MessageAttachment[]
}

/** Splits a message into what fits one MIME request and the attachments added afterwards. */
export function toDraftParts(message: OutgoingMessage): DraftParts {
  const packed: MessageAttachment[] = []
  const posted: MessageAttachment[] = []
  const uploaded: MessageAttachment[] = []
  let room = MIME_BYTES - mimeLength({ ...message, attachments: [] })
  for (const attachment of message.attachments) {
    const bytes = base64LinesLength(attachment.content.byteLength) + PART_HEAD_BYTES
    if (attachment.content.byteLength >= UPLOAD_FROM_BYTES) uploaded.push(attachment)
    else if (bytes > room) posted.push(attachment)
    else {
      room -= bytes
      packed.push(attachment)
    }
  }
  const all = packed.length === message.attachments.length
  return { mime: graphMime(all ? message : { ...message, attachments: packed }), posted, uploaded }
}

/** Returns whether a message is from another address than the mailbox's own. */
export function isOtherAddress({ address }: MailAddress, ownAddress: string): boolean {
  return ownAddress !== '' && address.toLowerCase() !== ownAddress.toLowerCase()
}

/**
 * The whole message in one request for sendMail: as MIME, or as JSON if MIME would be too large, or if it is from another
 * address: Graph documents that for `from` only.
 */
export function toSendMail(
  message: OutgoingMessage,
  ownAddress: string,
): { body: Json; contentType: 'text/plain' | 'application/json' } {
  if (!isOtherAddress(message.from, ownAddress) && mimeLength(message) <= MIME_BYTES)
    return { body: [graphMime(message)], contentType: 'text/plain' }
  const whole = messageJson(message, ownAddress)
  const body = [Buffer.from('{"saveToSentItems":true,"message":'), ...whole, Buffer.from('}')]
  return { body, contentType: 'application/json' }
}

/** MIME as Graph expects it: entirely in base64. */
function graphMime(message: OutgoingMessage): Buffer {
  return Buffer.from(mimeBytes(composeMime(message)).toString('base64'), 'latin1')
}

/** A file in Graph's JSON; its content is encoded once, however many messages carry it. */
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

/** The description of a file for createUploadSession. */
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

/**
 * A message in Graph's JSON. Exchange generates the plain-text alternative, so `text` is used only without HTML.
 * `List-Unsubscribe-Post` and headers without `x-` are not supported here and are left out. `from` is set only if it
 * differs from the mailbox's own address, because setting it requires send-as permission.
 */
function messageJson(message: OutgoingMessage, ownAddress: string): Json {
  const unsubscribe = message.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')
  const custom = message.headers.filter(({ name }) => /^x-[\w-]+$/i.test(name)).slice(0, MAX_CUSTOM_HEADERS)
  const properties = [
    ...(unsubscribe ? [{ id: LIST_UNSUBSCRIBE, value: oneLine(unsubscribe.value) }] : []),
    ...(message.mark ? [markProperty(message.mark)] : []),
    ...(message.conversation
      ? [
          { id: IN_REPLY_TO, value: message.conversation.messageIds.at(-1) ?? '' },
          { id: REFERENCES, value: message.conversation.messageIds.join(' ') },
        ]
      : []),
  ]
  const rest = {
    subject: oneLine(message.subject),
    ...(message.messageId && { internetMessageId: message.messageId }),
    ...(isOtherAddress(message.from, ownAddress) && { from: recipientJson(message.from) }),
    toRecipients: [recipientJson(message.to)],
    ...listJson('ccRecipients', message.cc),
    ...listJson('bccRecipients', message.bcc),
    ...listJson('replyTo', message.replyTo),
    ...(custom.length > 0 && {
      internetMessageHeaders: custom.map(({ name, value }) => ({ name, value: oneLine(value) })),
    }),
    ...(properties.length > 0 && { singleValueExtendedProperties: properties }),
  }
  const chunks: Uint8Array[] = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"body":`), ...bodyJson(message)]
  for (const [index, attachment] of message.attachments.entries()) {
    chunks.push(index === 0 ? FILES : COMMA, ...attachmentJson(attachment))
  }
  chunks.push(message.attachments.length > 0 ? FILES_END : END)
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

/** Writes a text as the inside of a JSON string, in bytes. */
function stringJson(text: string | MergedText): Uint8Array[] {
  return partsOf(text).map((part) => (typeof part === 'string' ? escaped(part) : constantJson(part)))
}

const escaped = (text: string) => Buffer.from(JSON.stringify(text.toWellFormed()).slice(1, -1))
const constantJson = oncePerPiece(escaped)

/** A person in Graph's JSON. */
export function recipientJson({ name, address }: MailAddress): Record<string, unknown> {
  return { emailAddress: { ...(name && { name: oneLine(name) }), address } }
}

function listJson(name: string, people: readonly MailAddress[] = []): Record<string, unknown> {
  return people.length === 0 ? {} : { [name]: people.map(recipientJson) }
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
