import { senderOf } from '#domain/mailboxes/send-as.ts'
import { memberOf } from '#api/accounts/member.ts'
import { viewerWith, type Call } from '#api/platform/call.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { frozenSender, imprintFor } from './mail-content.ts'
import { resolveEmail, type MailInput } from '../checks/mail-in-question.ts'
import type { MailPreview } from '#api/rendering/preview-content.ts'
import { filledSizeOf, sizeOf } from '#api/rendering/tasks.ts'

/** The sender in a preview for a service account, which has no address, while no mailbox is chosen. */
const NO_ADDRESS = 'sender@example.com'

/** The From of an email as its mailbox is now. If it cannot send from the chosen address, the check before the launch says so. */
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
      from: account && (frozenSender(campaign ?? {}, account.id) ?? senderNow(account, content.fromAddress)),
      standIn: { name, address: email ?? NO_ADDRESS },
      postalAddress: await imprintFor(em, campaign ?? { tenantId }),
    }
  })
  const { content, recipient, htmlTemplate } = mail
  const size = sizeOf('', htmlTemplate) + filledSizeOf(content.content, recipient)
  return threads.run(tenantId, 'preview', mail, size)
}
