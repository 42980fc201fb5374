import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { CampaignRehearsal } from './campaign-rehearsal.ts'
import { launchFingerprint, type LaunchPlan } from './launch-fingerprint.ts'

/** Cancels the rehearsal of a campaign that is running, if there is one: before another, a launch or a deletion. */
export async function cancelRehearsal(em: Em, { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>): Promise<void> {
  await em.execute(
    `update tasks t set cancel_asked = true from campaign_rehearsals r
     where t.tenant_id = :tenantId and t.status = 'running' and t.id = r.task_id
       and r.tenant_id = :tenantId and r.campaign_id = :id`,
    { tenantId, id },
  )
}

/**
 * Stores the fingerprint of the launch beside the report of the campaign's rehearsal, so that both can be compared
 * later.
 */
export async function freezeRehearsal(em: Em, campaign: Campaign, plan: LaunchPlan): Promise<void> {
  await cancelRehearsal(em, campaign)
  const known = await em.findOne(CampaignRehearsal, { tenantId: campaign.tenantId, campaignId: campaign.id })
  if (!known?.report) return
  known.launched = await launchFingerprint(em, campaign, plan)
  await em.flush()
}
