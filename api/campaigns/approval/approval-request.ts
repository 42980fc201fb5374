import { LockMode } from '@mikro-orm/core'
import { approvalNote, type RequestedLaunch } from '#domain/campaigns/approvals.ts'
import { notADraft, sendProblem } from '#domain/campaigns/campaigns.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { activeAdmins } from '#api/accounts/active-admins.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { demandsApproval } from '#api/settings/launch-approval.ts'
import { Campaign } from '../campaign.ts'
import { countEmails } from '../drafts/draft-emails.ts'
import { recipientChanges } from '../launch/recipient-changes.ts'
import { findDeclined } from '#api/audiences/email-preferences.ts'
import { findOverCeiling } from '../launch/weekly-emails-per-person.ts'
import { chooseMailboxes, requireFrom } from '../launch/mailbox-selection.ts'
import { localTimeOf, scheduleOf, undoUntilOf } from '../launch/launch-times.ts'
import { prepareLaunch } from '../launch/prepare-launch.ts'
import type { SendOptions } from '../launch/launch-campaign.ts'
import { countSuppressed } from '../drafts/recipients.ts'
import { launchFingerprint } from '../rehearsal/launch-fingerprint.ts'
import { rehearseOnce } from '../rehearsal/rehearsals.ts'
import { CampaignApproval } from './campaign-approval.ts'
import { approvalEvent } from './approval-webhook-events.ts'
import { tellApprovers } from './approval-emails.ts'

const ONLY_ONE =
  'No other admin can approve this launch. Make a colleague an admin under Settings → User Management, or ask an admin to turn approval off.'

/**
 * Asks the admins to approve exactly this launch of a draft, and replaces an earlier request. Nothing is sent until one of
 * them approves. Starts a rehearsal of the launch unless it has one; if that fails, the request stays. Throws NOT_FOUND,
 * CONFLICT (not a draft, approval is off, or no other admin), BAD_INPUT, FORBIDDEN (a colleague's mailbox), TOO_LARGE and
 * TOO_MANY_REQUESTS as a launch does.
 */
export async function requestApproval(
  call: Call,
  id: string,
  options: Omit<SendOptions, 'expectedRecipients'> & { note: string | null },
): Promise<Campaign> {
  const viewer = viewerOf(call)
  const { tenantId, userId, sessionId, scopes } = viewer
  const now = call.app.clock()
  const { note } = parseInput(approvalNote, { note: options.note })
  const scheduledAt = scheduleOf(options.scheduledAt, now)
  const localTimeZone = localTimeOf(scheduledAt, options.localTimeZone ?? null)?.timeZone ?? null
  const undoSeconds = options.undoSeconds ?? 0
  undoUntilOf(undoSeconds, now)
  if (options.exceedCeiling) viewerWith(call, 'settings:write')
  const refusal = await prepareLaunch(call, viewer, id, options.mailboxIds)
  const requested = await call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'draft') throw new AppError('CONFLICT', notADraft(campaign.status, 'approved'))
    const accounts = await chooseMailboxes(em, viewer, options.mailboxIds)
    requireFrom(accounts, campaign.fromAddress)
    if (!(await demandsApproval(em, tenantId, now))) {
      throw new AppError('CONFLICT', 'Your workspace does not demand approval. Launch the campaign.')
    }
    const approvers = (await activeAdmins(em, tenantId)).filter((admin) => admin.id !== userId)
    if (approvers.length === 0) throw new AppError('CONFLICT', ONLY_ONE)
    const recipients = await countEmails(em, campaign)
    const problem = sendProblem({ ...campaign, recipients }) ?? refusal
    if (problem) throw new AppError('BAD_INPUT', problem)
    const launch: RequestedLaunch = {
      mailboxIds: accounts.map((account) => account.id),
      ...{ scheduledAt, localTimeZone, undoSeconds, exceedsCeiling: options.exceedCeiling ?? false },
      fingerprint: await launchFingerprint(em, campaign, { accounts, scheduledAt, localTimeZone }),
    }
    const known = await em.findOne(CampaignApproval, { tenantId, campaignId: id })
    const request = (known?.request ?? 0) + 1
    const events = [approvalEvent('approval_requested', { campaignId: id, request })]
    if (known?.status === 'waiting') events.unshift(approvalEvent('approval_voided', known))
    await em.upsert(CampaignApproval, {
      ...{ tenantId, campaignId: id, request, status: 'waiting', note, ...launch },
      ...{ askedBy: userId, askedKeyId: scopes ? sessionId : null, askedAt: now },
      ...{ decidedBy: null, decidedAt: null, reason: null },
    })
    const week = { now, start: scheduledAt ?? now }
    const suppressed = await countSuppressed(em, campaign)
    const leftOut =
      suppressed +
      (await findDeclined(em, campaign, week)).count +
      (launch.exceedsCeiling ? 0 : (await findOverCeiling(em, campaign, week)).count)
    const changes = [
      ...recipientChanges(recipients, leftOut),
      ...(note === null ? [] : [{ field: 'note', from: null, to: note }]),
    ]
    await recordOwn(call, em, { action: 'approval_requested', target: { id, label: campaign.name }, changes })
    await noteEvents(em, tenantId, events)
    await tellApprovers(call, em, campaign, { approvers, recipients, leftOut, note })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return { campaign, plan: { ...launch, accounts, total: recipients } }
  })
  try {
    await rehearseOnce(call, id, requested.plan)
  } catch (error) {
    call.app.log.error({ err: error }, 'The launch of a request for approval could not be rehearsed')
  }
  return requested.campaign
}
