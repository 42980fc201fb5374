import { randomUUID } from 'node:crypto'
import { base64Lines, base64LinesLength, base64Text } from './base64-lines.ts'
import { MARK_HEADER, markText } from './mark.ts'
import { isEmpty } from './merged-text.ts'
import { addressHeader, legacyParameter, literalHeader, parameter, textHeader } from './mime-headers.ts'
import { DeliveryError, type MessageAttachment, type OutgoingMessage } from './provider.ts'
import { quotedPrintableText } from './quoted-printable.ts'

/** A message as RFC 5322 bytes, in the chunks it was made of: those of files are shared by all messages that carry them. */
export interface Mime {
  readonly chunks: readonly Uint8Array[]
  /** bytes */
  readonly length: number
}

/** Headers the composer makes itself; a message may not bring its own. */
const OWN_HEADERS = /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*)$/i
/** No line of base64 or quoted-printable can begin like one of these. */
const BOUNDARIES = {
  mixed: '=_mergewell_mixed',
  related: '=_mergewell_related',
  alternative: '=_mergewell_alternative',
}
/** bytes of a file that are encoded at a time: whole lines of base64, so that the chunks follow on one another */
const FILE_CHUNK = 57 * 16_384

/**
 * A message as bytes with CR LF: multipart/mixed of (multipart/related of (multipart/alternative of text and HTML) and what the HTML
 * shows) and files; levels with nothing beside them are left out. All of it is ASCII on short lines but for an address that is not; a text is quoted-printable or base64, whichever is shorter.
 * No value can start a header or a part of its own; a header whose name is not a plain token or belongs to the composer, and an address
 * that is none, are refused (DeliveryError). Line ends of text and HTML arrive as CR LF.
 */
export function composeMime(message: OutgoingMessage, options: { date?: Date; messageId?: string } = {}): Mime {
  const { date = new Date(), messageId = message.messageId ?? newMessageId(message.from.address) } = options
  let head =
    addressHeader('From', message.from, 'rejected') +
    addressHeader('To', message.to, 'bad-recipient') +
    textHeader('Subject', message.subject)
  for (const { name, value } of message.headers) head += extraHeader(name, value)
  if (message.mark) head += literalHeader(MARK_HEADER, markText(message.mark))
  head += literalHeader('Message-ID', messageId)
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

/** How many bytes {@link composeMime} would make, without making them: files count by their size, their content need not be there. */
export function mimeLength(message: OutgoingMessage): number {
  const bare = message.attachments.map((file) => ({ ...file, content: new Uint8Array() }))
  const files = message.attachments.reduce((sum, { size }) => sum + base64LinesLength(size), 0)
  return composeMime({ ...message, attachments: bare }).length + files
}

/** All of a message in one piece. */
export function mimeBytes({ chunks, length }: Mime): Buffer {
  return Buffer.concat(chunks, length)
}

type Boundary = keyof typeof BOUNDARIES

/** Gathers text into chunks and puts finished chunks between. */
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

  /** Begins a multipart, itself a part of `within`. */
  open(kind: Boundary, within?: Boundary): void {
    const type = kind === 'related' ? '; type="multipart/alternative"' : ''
    this.part(within, `Content-Type: multipart/${kind}${type};\r\n boundary="${BOUNDARIES[kind]}"\r\n`)
  }

  /** Begins a part of `within`, or the message's own body. */
  part(within: Boundary | undefined, head: string): void {
    this.#text += `${within ? `--${BOUNDARIES[within]}\r\n` : ''}${head}\r\n`
  }

  /** The other parts of a multipart, and its end. */
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

/** A text goes out in the smaller of the two encodings. */
function writeText(body: Writer, kind: 'plain' | 'html', text: OutgoingMessage['text'], within?: Boundary): void {
  const [quoted, base64] = [quotedPrintableText(text), base64Text(text)]
  const isQuoted = bytesIn(quoted) <= bytesIn(base64)
  const encoding = isQuoted ? 'quoted-printable' : 'base64'
  body.part(within, `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`)
  body.chunks(isQuoted ? quoted : base64)
}

const bytesIn = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** List-* and Feedback-ID go out unfolded, as receivers read them with plain expressions. */
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

/** The parts of all files, made once per campaign: its messages share one list. */
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

/** A type that readers take for a leaf: what has parts of its own would be opened, and may not be base64 (RFC 2046 5.2.1). */
function mediaType(contentType: string): string {
  const [type] = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}(?=\s*(?:;|$))/.exec(contentType.trim()) ?? []
  return type && !/^(message|multipart)\//i.test(type) ? type : 'application/octet-stream'
}

/** One encoding per file and process, not per message. */
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
