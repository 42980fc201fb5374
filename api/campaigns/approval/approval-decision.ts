import { LockMode } from '@mikro-orm/core'
import { approvalReason, DECIDED, decisionRefusal, type ApprovalDecision } from '#domain/campaigns/approvals.ts'
import type { AuditAction } from '#domain/audit.ts'
import { AppError } from '#domain/errors.ts'
import { changedParts, LAUNCH_PARTS } from '#domain/campaigns/rehearsals.ts'
import { notFound } from '#schema/object-ids.ts'
import { membersOf } from '#api/accounts/workspace-member.ts'
import { User } from '#api/accounts/user.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { isLongApprover } from '#api/settings/launch-approval.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { Campaign } from '../campaign.ts'
import { launchAs } from '../launch/launch-campaign.ts'
import { launchFingerprint, type LaunchPlan } from '../rehearsal/launch-fingerprint.ts'
import { CampaignApproval } from './campaign-approval.ts'
import { approvalEvent, EVENT_OF } from './approval-webhook-events.ts'
import { tellAsker } from './approval-emails.ts'

interface Decision {
  decision: ApprovalDecision
  /** number of the request that the person saw on the screen */
  request: number
  reason: string | null
}

const ACTIONS: Record<ApprovalDecision, AuditAction> = {
  approve: 'approval_given',
  decline: 'approval_declined',
  withdraw: 'approval_withdrawn',
}

/**
 * Decides on a request: an admin who did not make it approves it, which launches the campaign exactly as requested, or
 * declines it with a reason; who made it withdraws it. Only one of several decisions at once succeeds. Throws NOT_FOUND,
 * FORBIDDEN, BAD_INPUT, CONFLICT (decided already, requested again, or something changed since), and whatever a launch does.
 */
export async function decideApproval(
  call: Call,
  id: string,
  { decision, request, reason: given }: Decision,
): Promise<Campaign> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  const { reason } = parseInput(approvalReason, { reason: given })
  const asked = { decision, request, reason }
  const toApprove = await call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    const approval = await decidable(em, viewer, campaign, asked, call.app.clock())
    if (decision === 'approve') return approval
    await decide(call, em, campaign, approval, asked)
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return null
  })
  if (toApprove) return approve(call, toApprove, asked)
  return call.app.database.inTenant(tenantId, (em) => em.findOneOrFail(Campaign, { id }))
}

/** Launches a campaign for the person who asked, if it is what was requested and they still may. */
async function approve(call: Call, approval: CampaignApproval, asked: Decision): Promise<Campaign> {
  const viewer = viewerOf(call)
  const { tenantId, campaignId, mailboxIds, scheduledAt, localTimeZone } = approval
  const options = {
    ...{ mailboxIds, scheduledAt: scheduledAt ?? null, undoSeconds: approval.undoSeconds },
    exceedCeiling: approval.exceedsCeiling,
    // Once the start has passed, the comparison refuses the launch and says so.
    localTimeZone: scheduledAt && scheduledAt > call.app.clock() ? (localTimeZone ?? null) : null,
  }
  const sender = { tenantId, userId: approval.askedBy, scopes: null }
  return launchAs(call, sender, campaignId, options, async (em, campaign) => {
    const locked = await decidable(em, viewer, campaign, asked, call.app.clock())
    const askedBy = (await membersOf(em, tenantId, [locked.askedBy])).get(locked.askedBy)
    if (!askedBy) {
      throw new AppError('CONFLICT', 'The account that requested this approval was deleted. Request it again.')
    }
    if ((await em.count(User, { tenantId, id: locked.askedBy, isActive: false })) > 0) {
      throw new AppError('CONFLICT', 'The account that requested this approval is deactivated. Request it again.')
    }
    return async (plan: LaunchPlan) => {
      const changed = changedParts(locked.fingerprint, await launchFingerprint(em, campaign, plan, 'frozen'))
      if (changed.length > 0) throw changedSince(changed.map((part) => LAUNCH_PARTS[part]))
      await decide(call, em, campaign, locked, asked)
      return [{ field: 'requestedBy', from: null, to: askedBy.name }]
    }
  })
}

function changedSince(parts: readonly string[]): AppError {
  const named = new Intl.ListFormat('en-GB').format(parts)
  return new AppError(
    'CONFLICT',
    `Since approval was requested, this has changed: ${named}. It must be requested again.`,
  )
}

/** Returns the waiting request of a campaign if this person may decide on it now. Throws otherwise. */
async function decidable(
  em: Em,
  viewer: Viewer,
  { tenantId, id, status }: Campaign,
  { decision, request, reason }: Decision,
  now: Date,
): Promise<CampaignApproval> {
  const { userId, scopes } = viewer
  const asked = await em.findOne(CampaignApproval, { tenantId, campaignId: id }, { refresh: true })
  // The role is read again: the session may have been opened before the role changed.
  const isAdmin = (await em.count(User, { tenantId, id: userId, role: 'admin', isActive: true })) > 0
  const refusal = decisionRefusal({
    ...{ decision, request, asked, isDraft: status === 'draft', hasReason: reason !== null },
    by: {
      isPerson: scopes === null,
      isAdmin,
      isLongAdmin: await isLongApprover(em, { tenantId, userId }, now),
      isAsker: asked?.askedBy === userId,
      madeAskersKey: asked?.askedKeyId ? await madeKey(em, viewer, asked.askedKeyId) : false,
    },
  })
  if (refusal) throw new AppError(refusal.code, refusal.message)
  return asked as CampaignApproval
}

/**
 * Returns whether a person created an API key, as the activity log tells: a service account must not be a way to
 * approve oneself.
 */
async function madeKey(em: Em, { tenantId, userId }: Viewer, keyId: string): Promise<boolean> {
  const found = await em.execute<object[]>(
    `select 1 as found from audit_events where tenant_id = :tenantId and action = 'api_key_created'
       and target_id = :keyId and actor_id = :userId limit 1`,
    { tenantId, keyId, userId },
  )
  return found.length > 0
}

/** Writes a decision down, with its record and the email to the person who asked. */
async function decide(
  call: Call,
  em: Em,
  campaign: Campaign,
  approval: CampaignApproval,
  { decision, reason }: Decision,
): Promise<void> {
  const { tenantId, userId } = viewerOf(call)
  const decided = { status: DECIDED[decision], decidedBy: userId, decidedAt: call.app.clock(), reason }
  await em.nativeUpdate(CampaignApproval, { tenantId, campaignId: campaign.id }, decided)
  const asker = (await membersOf(em, tenantId, [approval.askedBy])).get(approval.askedBy)
  const changes = [
    ...(decision === 'withdraw' ? [] : [{ field: 'requestedBy', from: null, to: asker?.name ?? null }]),
    ...(reason === null ? [] : [{ field: 'reason', from: null, to: reason }]),
  ]
  await recordOwn(call, em, {
    action: ACTIONS[decision],
    target: { id: campaign.id, label: campaign.name },
    changes,
  })
  await noteEvents(em, tenantId, [approvalEvent(EVENT_OF[decision], approval)])
  if (decision !== 'withdraw' && asker?.email)
    await tellAsker(call, em, campaign, { to: asker.email, decision, reason })
}
