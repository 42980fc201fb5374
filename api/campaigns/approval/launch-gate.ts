import type { AuditChange } from '#domain/audit.ts'
import { AppError } from '#domain/errors.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { demandsApproval } from '#api/settings/launch-approval.ts'
import { CampaignMailbox, type Campaign } from '../campaign.ts'
import type { LaunchPlan } from '../rehearsal/launch-fingerprint.ts'
import { CampaignApproval } from './campaign-approval.ts'

/**
 * Makes the last check of a launch, in its transaction, once the campaign is locked.
 *
 * @returns null if the launch needs no approval by a second person. Otherwise a function to call once the emails are
 * written; it returns details for the activity log. Both throw to refuse the launch.
 */
export type LaunchGate = (
  em: Em,
  campaign: Campaign,
  now: Date,
) => Promise<((plan: LaunchPlan) => Promise<AuditChange[]>) | null>

/** The gate of a launch that no second person approved. Throws APPROVAL_NEEDED if the workspace demands one. */
export const refuseUnapproved: LaunchGate = async (em, { tenantId }, now) => {
  if (await demandsApproval(em, tenantId, now)) {
    throw new AppError(
      'APPROVAL_NEEDED',
      'Your workspace demands that a second person approves each launch. Request approval of this one; it starts when an admin approves it.',
    )
  }
  return null
}

/** Returns whether a second person approved the launch of a campaign. What they approved stays as it is, whatever is set later. */
async function wasApproved(em: Em, { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>): Promise<boolean> {
  return (await em.count(CampaignApproval, { tenantId, campaignId: id, status: 'approved' })) > 0
}

/** Returns whether a launched campaign stays as it was launched: it was approved, or its workspace demands approval now. */
export async function isFrozen(em: Em, campaign: Pick<Campaign, 'tenantId' | 'id'>, now: Date): Promise<boolean> {
  return (await wasApproved(em, campaign)) || demandsApproval(em, campaign.tenantId, now)
}

/**
 * Throws APPROVAL_NEEDED if a launched, frozen campaign would continue from a mailbox that is not one of its own and
 * was not approved.
 */
export async function requireApprovedMailboxes(
  em: Em,
  campaign: Pick<Campaign, 'tenantId' | 'id'>,
  accounts: readonly Pick<Mailbox, 'id' | 'email'>[],
  now: Date,
): Promise<void> {
  if (!(await isFrozen(em, campaign, now))) return
  const { tenantId, id: campaignId } = campaign
  const own = await em.find(CampaignMailbox, { tenantId, campaignId })
  const approval = await em.findOne(CampaignApproval, { tenantId, campaignId, status: 'approved' })
  const known = new Set([...own.map(({ mailboxId }) => mailboxId), ...(approval?.mailboxIds ?? [])])
  const others = accounts.filter(({ id }) => !known.has(id)).map(({ email }) => email)
  if (others.length === 0) return
  throw new AppError(
    'APPROVAL_NEEDED',
    `This launch was approved from other mailboxes than ${new Intl.ListFormat('en-GB').format(others)}. Continue from those, or duplicate the campaign and launch the copy.`,
  )
}
