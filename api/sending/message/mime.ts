import { randomUUID } from 'node:crypto'
import { base64Lines, base64LinesLength, base64Text } from './base64-lines.ts'
import { MARK_HEADER, markText } from '../email-mark.ts'
import { isEmpty } from './merged-text.ts'
import { addressHeader, legacyParameter, literalHeader, parameter, textHeader } from './mime-headers.ts'
import { DeliveryError, type MessageAttachment, type OutgoingMessage } from '../provider.ts'
import { quotedPrintableText } from './quoted-printable.ts'

/** A message as RFC 5322 bytes in chunks; file chunks are shared by all messages that carry them. */
export interface Mime {
  readonly chunks: readonly Uint8Array[]
  /** number of bytes */
  readonly length: number
}

/** Names of headers that the composer writes itself; a message may not set them. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|in-reply-to|references|content-.*)$/i
/** Boundaries that cannot be the beginning of a base64 or quoted-printable line. */
const BOUNDARIES = {
  mixed: '=_mergewell_mixed',
  related: '=_mergewell_related',
  alternative: '=_mergewell_alternative',
}
/** bytes of a file encoded at a time: whole base64 lines, so chunks can be concatenated */
const FILE_CHUNK = 57 * 16_384

/**
 * A message as bytes with CR LF: multipart/mixed of (multipart/related of (multipart/alternative of text and HTML) and
 * inline images) and files. Levels with a single child are left out. Everything is ASCII on short lines except a
 * non-ASCII address. Text uses the shorter of quoted-printable and base64. A value can never start a header or a part.
 * Invalid or reserved header names and invalid addresses throw a DeliveryError. Line ends of text and HTML become CR
 * LF.
 */
export function composeMime(message: OutgoingMessage, options: { date?: Date; messageId?: string } = {}): Mime {
  const { date = new Date(), messageId = message.messageId ?? newMessageId(message.from.address) } = options
  let head =
    addressHeader('From', [message.from], 'rejected') +
    addressHeader('Reply-To', message.replyTo ?? [], 'rejected') +
    addressHeader('To', [message.to], 'bad-recipient') +
    addressHeader('Cc', message.cc ?? [], 'rejected') +
    // Both vendors deliver to this header's addresses and remove it from what anybody receives.
    addressHeader('Bcc', message.bcc ?? [], 'rejected') +
    textHeader('Subject', message.subject)
  for (const { name, value } of message.headers) head += extraHeader(name, value)
  if (message.mark) head += literalHeader(MARK_HEADER, markText(message.mark))
  head += literalHeader('Message-ID', messageId)
  if (message.conversation) {
    const { messageIds } = message.conversation
    head += literalHeader('In-Reply-To', messageIds.at(-1) ?? '') + literalHeader('References', messageIds.join(' '))
  }
  head += `Date: ${date.toUTCString().replace('GMT', '+0000')}\r\nMIME-Version: 1.0\r\n`

  const body = new Writer(head)
  const { inline, files } = partsOf(message.attachments)
  const shown = isEmpty(message.html) ? [] : inline
  const listed = isEmpty(message.html) ? [...files, ...inline] : files
  if (listed.length > 0) body.open('mixed')
  if (shown.length > 0) body.open('related', listed.length > 0 ? 'mixed' : undefined)
  writeTexts(body, message, shown.length > 0 ? 'related' : listed.length > 0 ? 'mixed' : undefined)
  if (shown.length > 0) body.parts('related', shown)
  if (listed.length > 0) body.parts('mixed', listed)
  return body.end()
}

const newMessageId = (from: string) => `<${randomUUID()}@${domainOf(from)}>`

/**
 * The size of {@link composeMime}'s result in bytes, without composing it: files count by size, their content may be
 * absent.
 */
export function mimeLength(message: OutgoingMessage): number {
  const bare = message.attachments.map((file) => ({ ...file, content: new Uint8Array() }))
  const files = message.attachments.reduce((sum, { size }) => sum + base64LinesLength(size), 0)
  return composeMime({ ...message, attachments: bare }).length + files
}

/** The whole message as one buffer. */
export function mimeBytes({ chunks, length }: Mime): Buffer {
  return Buffer.concat(chunks, length)
}

type Boundary = keyof typeof BOUNDARIES

/** Collects text into chunks, with finished chunks in between. */
class Writer {
  readonly #chunks: Uint8Array[] = []
  #length = 0
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  text(text: string): void {
    this.#text += text
  }

  chunks(chunks: readonly Uint8Array[]): void {
    this.#flush()
    for (const chunk of chunks) {
      this.#chunks.push(chunk)
      this.#length += chunk.byteLength
    }
  }

  /** Starts a multipart, itself a part of `within`. */
  open(kind: Boundary, within?: Boundary): void {
    const type = kind === 'related' ? '; type="multipart/alternative"' : ''
    this.part(within, `Content-Type: multipart/${kind}${type};\r\n boundary="${BOUNDARIES[kind]}"\r\n`)
  }

  /** Starts a part of `within`, or the message body. */
  part(within: Boundary | undefined, head: string): void {
    this.#text += `${within ? `--${BOUNDARIES[within]}\r\n` : ''}${head}\r\n`
  }

  /** Writes the remaining parts of a multipart and closes it. */
  parts(within: Boundary, parts: readonly FilePart[]): void {
    for (const { head, body } of parts) {
      this.part(within, head)
      this.chunks(body)
    }
    this.close(within)
  }

  close(kind: Boundary): void {
    this.#text += `--${BOUNDARIES[kind]}--\r\n`
  }

  end(): Mime {
    this.#flush()
    return { chunks: this.#chunks, length: this.#length }
  }

  #flush(): void {
    if (this.#text === '') return
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    this.#chunks.push(bytes)
    this.#length += bytes.byteLength
  }
}

function writeTexts(body: Writer, { text, html }: OutgoingMessage, within: Boundary | undefined): void {
  const both = !isEmpty(text) && !isEmpty(html)
  const inner = both ? 'alternative' : within
  if (both) body.open('alternative', within)
  if (!isEmpty(text) || isEmpty(html)) {
    writeText(body, 'plain', text, inner)
  }
  if (!isEmpty(html)) {
    writeText(body, 'html', html, inner)
  }
  if (both) body.close('alternative')
}

/** Writes a text in the smaller of the two encodings. */
function writeText(body: Writer, kind: 'plain' | 'html', text: OutgoingMessage['text'], within?: Boundary): void {
  const [quoted, base64] = [quotedPrintableText(text), base64Text(text)]
  const isQuoted = bytesIn(quoted) <= bytesIn(base64)
  const encoding = isQuoted ? 'quoted-printable' : 'base64'
  body.part(within, `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`)
  body.chunks(isQuoted ? quoted : base64)
}

const bytesIn = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** List-* and Feedback-ID are not folded: receivers parse them with simple patterns. */
function extraHeader(name: string, value: string): string {
  if (!/^[A-Za-z0-9-]+$/.test(name) || OWN_HEADERS.test(name)) {
    throw new DeliveryError('rejected', `the header ${JSON.stringify(name.slice(0, 40))} cannot be set on a message`)
  }
  return /^(List-|Feedback-ID$)/i.test(name) ? literalHeader(name, value) : textHeader(name, value)
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return /^[A-Za-z0-9.-]+$/.test(domain) ? domain : 'mergewell.invalid'
}

interface FilePart {
  head: string
  body: readonly Uint8Array[]
}

/** Parts of all files of a campaign, built once: its messages share one list of files. */
const knownLists = new WeakMap<readonly MessageAttachment[], { inline: FilePart[]; files: FilePart[] }>()

function partsOf(attachments: readonly MessageAttachment[]): { inline: FilePart[]; files: FilePart[] } {
  let parts = knownLists.get(attachments)
  if (!parts) {
    const part = (file: MessageAttachment) => ({ head: partHead(file), body: encodedFile(file.content) })
    parts = {
      inline: attachments.filter((file) => contentIdOf(file) !== '').map(part),
      files: attachments.filter((file) => contentIdOf(file) === '').map(part),
    }
    knownLists.set(attachments, parts)
  }
  return parts
}

function partHead(file: MessageAttachment): string {
  const id = contentIdOf(file)
  const disposition = id === '' ? 'attachment' : 'inline'
  return [
    `Content-Type: ${mediaType(file.contentType)}${legacyParameter('name', file.name)}`,
    `Content-Disposition: ${disposition}${parameter('filename', file.name)}`,
    'Content-Transfer-Encoding: base64',
    ...(id === '' ? [] : [`Content-ID: <${id}>`]),
    '',
  ].join('\r\n')
}

function contentIdOf({ contentId = '' }: MessageAttachment): string {
  return contentId.replace(/[^\w.@+-]/g, '')
}

/**
 * Returns a content type that readers treat as a single part. Composite types would be opened and may not be base64
 * (RFC 2046 5.2.1).
 */
function mediaType(contentType: string): string {
  const [type] = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}(?=\s*(?:;|$))/.exec(contentType.trim()) ?? []
  return type && !/^(message|multipart)\//i.test(type) ? type : 'application/octet-stream'
}

/** Encoded files: each file is encoded once per process, not per message. */
const encodedFiles = new WeakMap<Uint8Array, readonly Uint8Array[]>()

function encodedFile(content: Uint8Array): readonly Uint8Array[] {
  let chunks = encodedFiles.get(content)
  if (!chunks) {
    const made: Uint8Array[] = []
    for (let start = 0; start < content.byteLength; start += FILE_CHUNK) {
      made.push(base64Lines(content.subarray(start, start + FILE_CHUNK)))
    }
    chunks = made
    encodedFiles.set(content, chunks)
  }
  return chunks
}
