import type { AuditChange } from '#domain/audit.ts'
import { AppError } from '#domain/errors.ts'
import type { Em } from '../../platform/database.ts'
import { settingsOf } from '../../settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import type { LaunchPlan } from '../rehearsal/fingerprint.ts'

/**
 * Has the last word on a launch, in its transaction. Called once the campaign is locked; what it answers is called once the
 * emails are written, and tells what the activity log adds. Both throw to refuse.
 */
export type LaunchGate = (em: Em, campaign: Campaign) => Promise<(plan: LaunchPlan) => Promise<AuditChange[]>>

/** The gate of a launch that no second person approved. Throws APPROVAL_NEEDED if the workspace demands one. */
export const refuseUnapproved: LaunchGate = async (em, { tenantId }) => {
  const { launchApproval } = await settingsOf(em, tenantId)
  if (launchApproval) {
    throw new AppError(
      'APPROVAL_NEEDED',
      'Your workspace demands that a second person approves each launch. Request approval of this one; it starts when an admin approves it.',
    )
  }
  return () => Promise.resolve([])
}
