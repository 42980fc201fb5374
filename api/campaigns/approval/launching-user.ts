import type { Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import type { LaunchSender } from '../launch/mailbox-selection.ts'
import { CampaignApproval } from './campaign-approval.ts'

/**
 * Returns the person who would launch a draft from these mailboxes, on whose behalf its checks run. For an admin who
 * decides on a request for approval, that is the person who made the request, so that mailboxes which are not shared with
 * the admin are no obstacle. For everybody else, it is the caller.
 */
export async function reviewedFor(
  em: Em,
  viewer: Viewer,
  campaign: Pick<Campaign, 'id'> | null,
  mailboxIds: readonly string[],
): Promise<LaunchSender> {
  const { tenantId, userId, role, scopes } = viewer
  if (campaign === null || mailboxIds.length === 0 || role !== 'admin' || scopes !== null) return viewer
  const asked = await em.findOne(CampaignApproval, { tenantId, campaignId: campaign.id, status: 'waiting' })
  if (!asked || asked.askedBy === userId) return viewer
  const isAsked = mailboxIds.every((id) => asked.mailboxIds.includes(id))
  return isAsked ? { tenantId, userId: asked.askedBy, scopes: null } : viewer
}
