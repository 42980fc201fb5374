import { senderOf } from '#domain/mailboxes/send-as.ts'
import { memberOf } from '#api/accounts/workspace-member.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { frozenSender, imprintFor } from './email-content.ts'
import { resolveEmail, type MailInput } from '../checks/previewed-email-input.ts'
import { DOCUMENT_TYPES, documentName } from '#domain/campaigns/document-attachments.ts'
import { tagValues } from '#domain/content/merge-tags.ts'
import { base64LinesLength } from '#api/sending/message/base64-lines.ts'
import type { RenderedPreview } from '#api/rendering/preview-content.ts'
import type { SampleEmail } from '#api/rendering/sample-emails.ts'
import { documentsFor, loadTemplates, type DocumentResult } from './recipient-documents.ts'
import { filledSizeOf, sizeOf } from '#api/rendering/rendering-tasks.ts'

/** A file of a previewed email. */
export type PreviewedFile = RenderedPreview['attachments'][number] & {
  /** for a document of the recipient: its content, or why it cannot be made */
  document?: { content: Uint8Array | null; problem: string | null }
}

/** A preview with the documents of its recipient. */
export interface MailPreview extends RenderedPreview {
  attachments: readonly PreviewedFile[]
}

/** The sender in a preview for a service account, which has no address, while no mailbox is chosen. */
const NO_ADDRESS = 'sender@example.com'

/**
 * Returns the From name and address of an email as its mailbox is now, in a preview. A From address that the mailbox
 * cannot use is shown all the same; the check before the launch reports it.
 */
const senderNow = (mailbox: Mailbox, fromAddress: string | null | undefined) =>
  senderOf(mailbox, fromAddress) ?? { name: mailbox.name, address: fromAddress ?? mailbox.email }

/**
 * Renders the exact email for one contact or sample values with the sending code: sender, headers, files and size.
 * Links are direct and nothing is tracked. Throws BAD_INPUT, NOT_FOUND, FEATURE_OFF, TOO_LARGE, TOO_MANY_REQUESTS.
 */
export async function previewMail(call: Call, input: MailInput): Promise<MailPreview> {
  const viewer = viewerWith(call, 'campaigns:read')
  const { tenantId } = viewer
  const { publicUrl, database, threads } = call.app
  const mail = await database.inTenant(tenantId, async (em) => {
    const { campaign, content, recipient, htmlTemplate, account } = await resolveEmail(call, em, tenantId, input, false)
    const { name, email } = await memberOf(em, viewer)
    return {
      ...{ content, recipient, htmlTemplate, publicUrl },
      templates: await loadTemplates(em, tenantId, content.documents),
      from: account && (frozenSender(campaign ?? {}, account.id) ?? senderNow(account, content.fromAddress)),
      standIn: { name, address: email ?? NO_ADDRESS },
      postalAddress: await imprintFor(em, campaign ?? { tenantId }),
    }
  })
  const { templates, ...plain } = mail
  const { content, recipient, htmlTemplate } = plain
  const size = sizeOf('', htmlTemplate) + filledSizeOf(content.content, recipient)
  const preview = await threads.run(tenantId, 'preview', plain, size)
  const { language } = content
  return withDocuments(preview, await documentsFor(call.app, tenantId, templates, { recipient, language }), mail)
}

/** Adds the documents of the recipient to a preview. */
function withDocuments(
  preview: RenderedPreview,
  documents: readonly DocumentResult[],
  { recipient, content: { language } }: Pick<SampleEmail, 'recipient' | 'content'>,
): MailPreview {
  const files = documents.map(({ template, ...result }): PreviewedFile => {
    const { name, contentType, size, content } =
      'file' in result
        ? result.file
        : {
            name: documentName(template.name, template.format, tagValues(recipient, language)),
            contentType: DOCUMENT_TYPES[template.format],
            ...{ size: 0, content: null },
          }
    const problem = 'problem' in result ? result.problem : null
    return { name, contentType, size, inline: false, document: { content, problem } }
  })
  return {
    ...preview,
    attachments: [...preview.attachments, ...files],
    size: files.reduce((sum, { size }) => sum + base64LinesLength(size), preview.size),
  }
}
