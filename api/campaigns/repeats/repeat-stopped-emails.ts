import { encodeId } from '#schema/object-ids.ts'
import { activeAdmins } from '#api/accounts/active-admins.ts'
import { User } from '#api/accounts/user.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { repeatStopped } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import type { CampaignRepeat } from './campaign-repeat.ts'

/**
 * Emails that a problem switched a rule off, within its transaction: to the person who switched it on, or to the admins if
 * that person is gone.
 */
export async function tellStopped(
  app: App,
  em: Em,
  { tenantId, campaignId, userId }: CampaignRepeat,
  { campaign, because }: { campaign: string; because: string },
): Promise<void> {
  const maker = await em.findOne(User, { tenantId, id: userId, isActive: true })
  const url = `${app.publicUrl}/campaigns/${encodeId('Campaign', campaignId)}/repeat`
  const letter = repeatStopped({ campaign, because, url })
  for (const { email } of maker ? [maker] : await activeAdmins(em, tenantId)) {
    await queueSystemEmail(app, em, email, letter)
  }
}
