import { changedParts, type LaunchPart } from '#domain/campaigns/rehearsals.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { Campaign } from '../campaign.ts'
import { launchFingerprint } from '../rehearsal/launch-fingerprint.ts'
import { CampaignApproval } from './campaign-approval.ts'

/** Returns the newest request for approval of each campaign: campaign id → request. */
export async function approvalsOf(call: Call, ids: readonly string[]): Promise<Map<string, CampaignApproval>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.find(CampaignApproval, { tenantId, campaignId: { $in: [...ids] } })
    return new Map(rows.map((row) => [row.campaignId, row]))
  })
}

/**
 * Returns which parts of a draft changed since its approval was requested, so that approval must be requested again;
 * empty once the campaign was launched.
 */
export async function changedSinceRequest(call: Call, approval: CampaignApproval): Promise<LaunchPart[]> {
  return call.app.database.inTenant(viewerOf(call).tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: approval.campaignId })
    return campaign?.status === 'draft' ? changedIn(em, campaign, approval, call.app.clock()) : []
  })
}

/** Returns which parts of a draft now differ from what was requested. */
export async function changedIn(
  em: Em,
  campaign: Campaign,
  { fingerprint, mailboxIds, scheduledAt, ...approval }: CampaignApproval,
  now: Date,
): Promise<LaunchPart[]> {
  const { tenantId } = campaign
  const found = await em.find(Mailbox, { tenantId, id: { $in: [...mailboxIds] } })
  const accounts = mailboxIds.flatMap((one) => found.find((account) => account.id === one) ?? [])
  const start = scheduledAt && scheduledAt > now ? scheduledAt : null
  const localTimeZone = start ? (approval.localTimeZone ?? null) : null
  return changedParts(
    fingerprint,
    await launchFingerprint(em, campaign, { accounts, scheduledAt: start, localTimeZone }),
  )
}
