import { addressOf } from './mailbox-addresses.ts'
import type { Call } from './api-calls.ts'
import { gmailError, invalidArgument } from './gmail-errors.ts'
import type { DraftChange } from './messages.ts'
import { headerFields, mimeTree, type Person, readEnvelope, withHeaders } from './mime.ts'
import { Refusal } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { newInternetId } from './provider-names.ts'

/** The contents of a call: the MIME, and the accompanying JSON. */
export interface Incoming {
  raw: Buffer | undefined
  threadId: string | undefined
  draftId: string | undefined
}

interface JsonPart {
  raw?: unknown
  threadId?: unknown
  id?: unknown
  message?: { raw?: unknown; threadId?: unknown } | null
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Reads a message in each form that Gmail accepts: `raw` in JSON (in `message` for drafts), the MIME itself (upload,
 * uploadType=media), or JSON and MIME together (multipart/related, uploadType=multipart).
 */
export function readIncoming({ body, headers }: Pick<Call, 'body' | 'headers'>, upload: boolean): Incoming {
  const type = headers['content-type'] ?? ''
  if (!upload || /^application\/json\b/i.test(type)) return fromJson(parse(body))
  if (/^multipart\/related\b/i.test(type)) {
    const { parts } = mimeTree(Buffer.concat([Buffer.from(`Content-Type: ${type}\r\n\r\n`), body]))
    const [json, message] = parts
    if (!json || !message) throw new Refusal(invalidArgument('Malformed multipart body.'))
    const raw = cutPart(body, type)
    return { ...fromJson(parse(json.content)), raw }
  }
  return { raw: body, threadId: undefined, draftId: undefined }
}

/**
 * The second part of a multipart/related body, byte for byte. It is itself a message, so its headers must not be parsed
 * as the part's.
 */
function cutPart(body: Buffer, type: string): Buffer {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)![1]!
  const mark = `--${boundary}`
  const second = body.indexOf(mark, body.indexOf(mark) + mark.length)
  const crlf = body.indexOf('\r\n\r\n', second)
  const end = body.lastIndexOf(`\r\n${mark}--`)
  return body.subarray(crlf + 4, end < crlf ? body.length : end)
}

function parse(body: Buffer): JsonPart {
  if (body.length === 0) return {}
  try {
    return (JSON.parse(body.toString('utf8')) ?? {}) as JsonPart
  } catch {
    throw new Refusal(
      gmailError({ status: 400, rpc: 'INVALID_ARGUMENT', reason: 'parseError', message: 'Parse Error' }),
    )
  }
}

function fromJson(json: JsonPart): Incoming {
  const raw = text(json.raw) ?? text(json.message?.raw)
  return {
    raw: raw === undefined ? undefined : Buffer.from(raw, 'base64url'),
    threadId: text(json.threadId) ?? text(json.message?.threadId),
    draftId: text(json.id),
  }
}

export function needRaw({ raw }: Incoming): Buffer {
  if (raw === undefined || raw.length === 0) {
    throw new Refusal(
      invalidArgument("'raw' RFC822 payload message string or uploading message via /upload/* URL required"),
    )
  }
  return raw
}

/**
 * Reads the fields for lists. Drafts may be incomplete. The From header names one of the mailbox's verified addresses; Gmail
 * replaces any other with its own, without an error.
 */
export function describe(
  sandbox: Sandbox,
  { account }: Pick<Call, 'account'>,
  given: Buffer,
): { message: DraftChange; references: string[] } {
  const envelope = readEnvelope(given)
  const known = addressOf(sandbox, account, envelope.from?.address ?? '')
  const isKnown = known === 'own' || known?.state === 'verified'
  const address = isKnown ? (envelope.from?.address ?? account.email) : account.email
  const own: Person = { name: envelope.from?.name || account.name, address }
  const foreign = !isKnown
  const content = foreign ? withHeaders(given, { From: `${quote(own.name)} <${own.address}>` }) : given
  const message = {
    internetId: envelope.messageId ?? newInternetId('google'),
    subject: envelope.subject,
    sender: own,
    recipients: envelope.recipients,
    attachments: envelope.hasAttachments ? 1 : 0,
    format: 'mime' as const,
    content,
  }
  return { message, references: envelope.references }
}

const quote = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`

/** Gmail's checks and changes on sending: recipients, and its own Message-ID instead of the sender's. */
export function restampForSending(message: DraftChange): DraftChange {
  const { to, cc, bcc } = message.recipients
  const all = [...to, ...cc, ...bcc]
  if (all.length === 0) throw new Refusal(invalidArgument('Recipient address required'))
  if (all.some(({ address }) => !/^[^\s@<>]+@[^\s@<>]+$/.test(address)))
    throw new Refusal(invalidArgument('Invalid To header'))
  return restamp(message)
}

/** Replaces the sender's Message-ID with Gmail's, on drafts as well, and keeps the original in another header. */
export function restamp(message: DraftChange): DraftChange {
  const internetId = newInternetId('google')
  const original = headerFields(message.content).find(({ name }) => name.toLowerCase() === ORIGINAL.toLowerCase())
  const content = withHeaders(message.content, {
    'Message-ID': internetId,
    [ORIGINAL]: original?.value ?? message.internetId,
  })
  return { ...message, internetId, content }
}
const ORIGINAL = 'X-Google-Original-Message-ID'
