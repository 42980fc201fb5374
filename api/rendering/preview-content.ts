import { documentIn } from '#domain/builder/builder-document.ts'
import { warningsOf, type Warning } from '#domain/builder/email-warnings.ts'
import { AppError } from '#domain/errors.ts'
import { mimeLength } from '#api/sending/message/mime.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from '#api/sending/provider.ts'
import { contentProblems } from './content-problems.ts'
import type { MailProblem } from './mail-problem.ts'
import { composeSample, type SampleEmail } from './sample-emails.ts'

/** maximum total bytes of pictures shown in a preview; the rest are left blank */
const SHOWN_MAX = 2_097_152

/** maximum characters of the HTML of a preview; merge values can make it much longer than what was written */
const HTML_MAX = 8_000_000

/** An email as it would be sent to one recipient, without documents made for them. */
export interface RenderedPreview {
  /** sender; null if no mailbox is connected yet */
  from: MailAddress | null
  to: MailAddress
  /** addresses that replies go to; empty: the mailbox */
  replyTo: readonly MailAddress[]
  cc: readonly MailAddress[]
  bcc: readonly MailAddress[]
  subject: string
  html: string
  text: string
  /** the HTML with embedded pictures instead of Content-IDs, for display in a frame */
  htmlForDisplay: string
  headers: readonly { name: string; value: string }[]
  attachments: readonly { name: string; contentType: string; size: number; inline: boolean }[]
  /** total size in bytes, as sent */
  size: number
  problems: readonly MailProblem[]
  /** warnings about a builder email before it is sent */
  warnings: readonly Warning[]
}

/** Renders a preview with the sending code. `from` is null without a mailbox. Pure. Throws TOO_LARGE. */
export function renderPreview(
  mail: Omit<SampleEmail, 'from'> & { from: MailAddress | null; standIn: MailAddress; htmlTemplate: unknown },
): RenderedPreview {
  const { content, from, htmlTemplate } = mail
  const message = composeSample({ ...mail, from: from ?? mail.standIn })
  const html = String(message.html)
  if (html.length > HTML_MAX) {
    throw new AppError('TOO_LARGE', 'With its merge values the email is too long to be shown. Make it shorter.')
  }
  const sender = from && message.from
  return {
    from: sender,
    to: message.to,
    replyTo: message.replyTo ?? [],
    cc: message.cc ?? [],
    bcc: message.bcc ?? [],
    subject: message.subject,
    html,
    text: String(message.text),
    htmlForDisplay: displayed(html, message.attachments),
    headers: headersOf(message, sender),
    attachments: message.attachments.map(({ name, contentType, size, contentId }) => ({
      ...{ name, contentType, size, inline: contentId !== undefined },
    })),
    size: mimeLength(message),
    problems: contentProblems(mail, { ...content, htmlTemplate }),
    warnings: content.useHtmlBuilder ? builderWarnings(htmlTemplate, content.subject) : [],
  }
}

function headersOf(message: OutgoingMessage, from: MailAddress | null): { name: string; value: string }[] {
  const person = ({ name, address }: MailAddress) => (name === '' ? address : `${name} <${address}>`)
  const listed = (name: string, people: readonly MailAddress[] = []) =>
    people.length === 0 ? [] : [{ name, value: people.map(person).join(', ') }]
  return [
    ...(from ? [{ name: 'From', value: person(from) }] : []),
    ...listed('Reply-To', message.replyTo),
    { name: 'To', value: person(message.to) },
    ...listed('Cc', message.cc),
    { name: 'Subject', value: message.subject },
    ...message.headers,
  ]
}

function builderWarnings(htmlTemplate: unknown, subject: string): readonly Warning[] {
  const document = documentIn(htmlTemplate)
  return document ? warningsOf({ ...document, subject }) : []
}

function displayed(html: string, attachments: readonly MessageAttachment[]): string {
  let room = SHOWN_MAX
  let shown = html
  for (const { contentId, contentType, content } of attachments) {
    if (contentId === undefined || content.byteLength > room) continue
    room -= content.byteLength
    shown = shown.replaceAll(
      `cid:${contentId}`,
      `data:${contentType};base64,${Buffer.from(content).toString('base64')}`,
    )
  }
  return shown
}
