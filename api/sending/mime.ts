import MailComposer from 'nodemailer/lib/mail-composer'
import MimeNode from 'nodemailer/lib/mime-node'
import { isEmpty } from './merged-text.ts'
import { DeliveryError } from './provider.ts'
import type { MessageAttachment, OutgoingMessage } from './provider.ts'

/** Headers the composer makes itself; a message may not bring its own. */
const OWN_HEADERS = /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*)$/i

/**
 * A message as RFC 5322 bytes with CR LF: multipart/alternative of text and HTML, inline images beside the HTML, files beside both.
 * No value can start a header of its own: control characters never leave the composer, and a header whose name is not a plain token
 * or belongs to the composer is refused (DeliveryError `rejected`). Nothing is read from disk or network.
 */
export async function composeMime(
  message: OutgoingMessage,
  options: { date?: Date; messageId?: string } = {},
): Promise<Buffer> {
  const attachments = await Promise.all(
    message.attachments.map(async (file) => ({ ...partOf(file), raw: await encodedPart(file) })),
  )
  const composer = new MailComposer({
    from: message.from,
    to: message.to,
    subject: message.subject,
    ...(!isEmpty(message.text) && { text: String(message.text) }),
    ...(!isEmpty(message.html) && { html: String(message.html) }),
    headers: message.headers.map(headerOf),
    attachments,
    ...options,
    textEncoding: 'base64',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/**
 * List-* headers go out unfolded and unencoded, as receivers read them with plain expressions; everything else is the composer's to
 * encode and fold.
 */
function headerOf({ name, value }: { name: string; value: string }): {
  key: string
  value: string | { prepared: boolean; value: string }
} {
  if (!/^[A-Za-z0-9-]+$/.test(name) || OWN_HEADERS.test(name)) {
    throw new DeliveryError('rejected', `the header ${JSON.stringify(name.slice(0, 40))} cannot be set on a message`)
  }
  return { key: name, value: /^List-/i.test(name) && /^[\x20-\x7e]*$/.test(value) ? { prepared: true, value } : value }
}

function partOf(file: MessageAttachment): {
  filename: string
  contentType: string
  contentDisposition: string
  cid?: string
} {
  return {
    filename: file.name,
    contentType: file.contentType,
    contentDisposition: file.contentId ? 'inline' : 'attachment',
    ...(file.contentId && { cid: file.contentId }),
  }
}

/**
 * The finished MIME part of a file, made once: a campaign hands over the same bytes for every recipient, and wrapping base64 is the
 * dearest part of a message.
 */
const encodedParts = new WeakMap<Uint8Array, Map<string, Promise<Buffer>>>()

function encodedPart(file: MessageAttachment): Promise<Buffer> {
  const parts = encodedParts.get(file.content) ?? new Map<string, Promise<Buffer>>()
  encodedParts.set(file.content, parts)
  const key = JSON.stringify(partOf(file))
  const part = parts.get(key) ?? encodePart(file)
  parts.set(key, part)
  return part
}

async function encodePart(file: MessageAttachment): Promise<Buffer> {
  const { filename, contentType, contentDisposition, cid } = partOf(file)
  const whole = new MimeNode('multipart/mixed')
  const part = whole.createChild(contentType, { filename, textEncoding: 'base64', newline: 'windows' })
  part.setHeader('Content-Disposition', contentDisposition)
  part.setHeader('Content-Transfer-Encoding', 'base64')
  if (cid) part.setHeader('Content-Id', `<${cid.replace(/[<>\s]/g, '')}>`)
  part.setContent(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength))
  return part.build()
}
