import { documentIn } from '#domain/builder/document.ts'
import { warningsOf, type Warning } from '#domain/builder/warnings.ts'
import { viewerWith, type Call } from '../context.ts'
import { User } from '../accounts/user.ts'
import { compileMessage, composeMessage } from '../sending/message.ts'
import { mimeLength } from '../sending/mime.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from '../sending/provider.ts'
import { settingsOf } from '../settings/settings.ts'
import { sampleAddresses } from '../tracking/addresses.ts'
import { contentProblems } from './checks/content-problems.ts'
import type { MailProblem } from './checks/problem.ts'
import { resolveEmail, type MailInput } from './checks/mail-in-question.ts'
import { firstMailboxOf } from './delivery/mailboxes.ts'

/** maximum total bytes of pictures shown in a preview; the rest are left blank */
const SHOWN_MAX = 2_097_152

/** An email as it would be sent to one recipient. */
export interface MailPreview {
  /** null if no mailbox is connected yet */
  from: MailAddress | null
  to: MailAddress
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

/**
 * Renders the exact email for one contact or sample values with the sending code: sender, headers, files and size.
 * Links are direct and nothing is tracked. Throws BAD_INPUT, NOT_FOUND, FEATURE_OFF.
 */
export async function previewMail(call: Call, input: MailInput): Promise<MailPreview> {
  const viewer = viewerWith(call, 'read')
  const { tenantId, userId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const mail = await resolveEmail(call, em, tenantId, input, false)
    const account = await firstMailboxOf(em, viewer, mail)
    const from = account && { name: account.name, address: account.email }
    const person = await em.findOneOrFail(User, { tenantId, id: userId })
    const stand = { name: person.name, address: person.email }
    const { postalAddress } = await settingsOf(em, tenantId)
    const own = sampleAddresses(call.app, postalAddress ?? null)
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
