import { documentIn } from '#domain/builder/document.ts'
import { warningsOf, type Warning } from '#domain/builder/warnings.ts'
import { viewerWith, type Call } from '../context.ts'
import { User } from '../accounts/user.ts'
import { compileMessage, composeMessage } from '../sending/message.ts'
import { mimeLength } from '../sending/mime.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from '../sending/provider.ts'
import { sampleAddresses } from '../tracking/addresses.ts'
import { contentProblems } from './checks/content-problems.ts'
import type { MailProblem } from './checks/problem.ts'
import { mailInQuestion, type MailInput } from './checks/mail-in-question.ts'
import { firstMailboxOf } from './delivery/mailboxes.ts'

/** bytes of pictures that are shown in a preview; further ones stay gaps */
const SHOWN_MAX = 2_097_152

/** A mail as it would leave for one recipient. */
export interface MailPreview {
  /** null where no mailbox is connected yet */
  from: MailAddress | null
  to: MailAddress
  subject: string
  html: string
  text: string
  /** the HTML with the pictures that go along in place of their Content-IDs, for a frame of a page */
  htmlForDisplay: string
  headers: readonly { name: string; value: string }[]
  attachments: readonly { name: string; contentType: string; size: number; inline: boolean }[]
  /** bytes of all of it, as it leaves */
  size: number
  problems: readonly MailProblem[]
  /** what to know about an email of the builder before it is sent */
  warnings: readonly Warning[]
}

/**
 * The very mail that would leave, for one contact or with sample values, made by the code that sends: sender, headers, files, size and
 * all. Links are direct and nothing is tracked. Throws BAD_INPUT, NOT_FOUND, FEATURE_OFF.
 */
export async function previewMail(call: Call, input: MailInput): Promise<MailPreview> {
  const viewer = viewerWith(call, 'read')
  const { tenantId, userId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const mail = await mailInQuestion(call, em, tenantId, input, false)
    const account = await firstMailboxOf(em, viewer, mail)
    const from = account && { name: account.name, address: account.email }
    const person = await em.findOneOrFail(User, { tenantId, id: userId })
    const stand = { name: person.name, address: person.email }
    const own = sampleAddresses(call.app)
    const message = composeMessage(compileMessage({ ...mail.content, from: from ?? stand, own }), mail.recipient)
    const html = String(message.html)
    return {
      from,
      to: message.to,
      subject: message.subject,
      html,
      text: String(message.text),
      htmlForDisplay: displayed(html, message.attachments),
      headers: headersOf(message, from),
      attachments: message.attachments.map(({ name, contentType, size, contentId }) => ({
        ...{ name, contentType, size, inline: contentId !== undefined },
      })),
      size: mimeLength(message),
      problems: contentProblems(call.app, { ...mail.content, htmlTemplate: mail.htmlTemplate }),
      warnings: mail.content.useHtmlBuilder ? builderWarnings(mail.htmlTemplate, mail.content.subject, html) : [],
    }
  })
}

function headersOf(message: OutgoingMessage, from: MailAddress | null): { name: string; value: string }[] {
  const person = ({ name, address }: MailAddress) => (name === '' ? address : `${name} <${address}>`)
  return [
    ...(from ? [{ name: 'From', value: person(from) }] : []),
    { name: 'To', value: person(message.to) },
    { name: 'Subject', value: message.subject },
    ...message.headers,
  ]
}

function builderWarnings(htmlTemplate: unknown, subject: string, html: string): readonly Warning[] {
  const document = documentIn(htmlTemplate)
  return document ? warningsOf({ ...document, subject }, html) : []
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
