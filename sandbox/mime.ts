import { type Address, addressParser, decodeWords } from 'postal-mime'

/** A person in an address header. */
export interface Person {
  name: string
  address: string
}

export interface Recipients {
  to: Person[]
  cc: Person[]
  bcc: Person[]
}

/** A raw header: unfolded, not decoded. */
export interface HeaderField {
  name: string
  value: string
}

/** The fields for the envelope and lists, read from the header alone. */
export interface MimeEnvelope {
  from: Person | undefined
  recipients: Recipients
  subject: string
  messageId: string | undefined
  references: string[]
  hasAttachments: boolean
}

/** Cuts a message or part after its header; the empty line between the two is in neither. */
export function splitMessage(raw: Buffer): { head: Buffer; body: Buffer } {
  const crlf = raw.indexOf('\r\n\r\n')
  const lf = raw.indexOf('\n\n')
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return { head: raw.subarray(0, crlf), body: raw.subarray(crlf + 4) }
  if (lf >= 0) return { head: raw.subarray(0, lf), body: raw.subarray(lf + 2) }
  return { head: raw, body: raw.subarray(raw.length) }
}

const rawFields = (head: Buffer): string[] => head.toString('utf8').split(/\r?\n(?![ \t])/)

function toField(text: string): HeaderField {
  const colon = text.indexOf(':')
  return {
    name: text.slice(0, colon).trim(),
    value: text
      .slice(colon + 1)
      .replace(/\r?\n/g, '')
      .trim(),
  }
}

/** The header fields of a message or part, in order. Invalid lines are skipped. */
export function headerFields(raw: Buffer): HeaderField[] {
  return rawFields(splitMessage(raw).head)
    .filter((text) => /^[!-9;-~]+\s*:/.test(text))
    .map(toField)
}

const people = (value: string): Person[] =>
  addressParser(value, { flatten: true }).flatMap(({ name, address }: Address) =>
    address === undefined ? [] : [{ name, address }],
  )

const messageIds = (value: string): string[] => value.match(/<[^<>\s]+>/g) ?? []

/** Reads the header of a message; does not touch the body, whatever its size. */
export function readEnvelope(raw: Buffer): MimeEnvelope {
  const fields = headerFields(raw)
  const all = (name: string) => fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value)
  const list = (name: string) => all(name).flatMap(people)
  return {
    from: list('from')[0],
    recipients: { to: list('to'), cc: list('cc'), bcc: list('bcc') },
    subject: decodeWords(all('subject')[0] ?? ''),
    messageId: messageIds(all('message-id')[0] ?? '')[0],
    references: [...all('in-reply-to'), ...all('references')].flatMap(messageIds),
    hasAttachments: /^multipart\/mixed/i.test(all('content-type')[0] ?? ''),
  }
}

/** The message with these headers replaced; undefined removes one. All other bytes stay the same. */
export function withHeaders(raw: Buffer, changes: Record<string, string | undefined>): Buffer {
  const { head, body } = splitMessage(raw)
  const names = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const added = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const kept = rawFields(head).filter((text) => !names.has(toField(text).name.toLowerCase()))
  return Buffer.concat([Buffer.from([...added, ...kept].join('\r\n')), Buffer.from('\r\n\r\n'), body])
}

/** A raw node of a MIME message, from which Gmail's `payload` is built. */
export interface MimePart {
  headers: HeaderField[]
  type: string
  filename: string
  /** bytes after transfer decoding; empty for a multipart */
  content: Buffer
  /** the part as written in the message, with its header */
  raw: Buffer
  parts: MimePart[]
}

const parameter = (value: string, name: string): string | undefined => {
  const found = new RegExp(`;\\s*${name}\\*?=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(value)
  return found ? (found[1]?.replace(/\\(.)/g, '$1') ?? found[2]) : undefined
}

/** Splits a message at its boundaries, at most 50 levels deep. */
export function mimeTree(raw: Buffer, depth = 0): MimePart {
  const headers = headerFields(raw)
  const { body } = splitMessage(raw)
  const header = (name: string) => headers.find((field) => field.name.toLowerCase() === name)?.value ?? ''
  const contentType = header('content-type') || 'text/plain'
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  const boundary = type.startsWith('multipart/') ? parameter(contentType, 'boundary') : undefined
  const filename = decodeWords(
    parameter(header('content-disposition'), 'filename') ?? parameter(contentType, 'name') ?? '',
  )
  if (boundary === undefined || depth >= 50) {
    return {
      headers,
      type,
      filename,
      content: decodeTransfer(body, header('content-transfer-encoding')),
      raw,
      parts: [],
    }
  }
  const parts = cutAt(body, boundary).map((part) => mimeTree(part, depth + 1))
  return { headers, type, filename, content: Buffer.alloc(0), raw, parts }
}

/** The bytes between the boundary lines, without prologue and epilogue. */
function cutAt(body: Buffer, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`)
  const parts: Buffer[] = []
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== 0x0a) continue
    if (start >= 0) {
      const end = body[at - 2] === 0x0d ? at - 2 : at - 1
      parts.push(body.subarray(start, Math.max(start, end)))
    }
    const lineEnd = body.indexOf(0x0a, at)
    if (lineEnd < 0 || body.subarray(at + mark.length, at + mark.length + 2).toString() === '--') break
    start = lineEnd + 1
  }
  return parts
}

function decodeTransfer(body: Buffer, encoding: string): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable': {
      const joined = body.toString('latin1').replace(/=[ \t]*\r?\n/g, '')
      return Buffer.from(
        joined.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      )
    }
    default:
      return body
  }
}
