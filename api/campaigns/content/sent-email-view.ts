import { notFound } from '#schema/object-ids.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { MailPreview } from './preview.ts'
import { filledSizeOf } from '#api/rendering/rendering-tasks.ts'
import { Campaign } from '../campaign.ts'
import { withAnswerSubject } from '../follow-ups/reply-subject.ts'
import { WITH_FOLLOW_UPS } from '../follow-ups/campaign-with-follow-ups.ts'
import { frozenSender, imprintFor, mailContent, signatureFor, signed } from './email-content.ts'

/**
 * Renders an email as its recipient got it: with the values, the sender and the signature that were frozen for it. Links are
 * direct, nothing is tracked, and files have no content. A campaign that was changed since, as a draft can be, shows as it
 * is now. Throws NOT_FOUND, TOO_LARGE, TOO_MANY_REQUESTS.
 */
export async function sentMail(call: Call, id: string): Promise<MailPreview> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  viewerWith(call, 'contacts:read')
  const { publicUrl, database, threads } = call.app
  const found = await database.inTenant(tenantId, async (em) => {
    const log = await em.findOne(EmailLog, { tenantId, id })
    const stored = log && (await em.findOne(Campaign, { tenantId, id: log.campaignId }, WITH_FOLLOW_UPS))
    if (!log || !stored) throw notFound('EmailLog')
    const account = log.mailboxId ? await em.findOne(Mailbox, { id: log.mailboxId }) : null
    return { log, account, campaign: await withAnswerSubject(em, stored) }
  })
  const { log, account, campaign } = found
  const source = await signed(call.app, tenantId, campaign, signatureFor(campaign, account))
  const mail = await database.inTenant(tenantId, async (em) => {
    const content = await mailContent(call.app, em, source, () => false)
    const subject = log.variant === 'B' ? (content.subjectB ?? content.subject) : content.subject
    const now = account && { name: account.name, address: account.email }
    return {
      ...{ content: { ...content, subject, ownFiles: null }, htmlTemplate: null, publicUrl },
      recipient: { ...log.mergeValues, email: log.contactEmail },
      from: account && (frozenSender(campaign, account.id) ?? now),
      standIn: { name: log.contactName, address: log.contactEmail },
      postalAddress: await imprintFor(em, campaign),
      isAnswer: campaign.answersReplyId != null,
    }
  })
  return threads.run(tenantId, 'preview', mail, filledSizeOf(mail.content.content, mail.recipient))
}
