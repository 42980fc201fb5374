import { deleteEmails } from '#api/emails/create-emails.ts'
import { endNextSteps } from '#api/emails/follow-up-emails.ts'
import { shareLock, takeLock } from '#api/platform/locks/advisory-locks.ts'
import { LockMode } from '@mikro-orm/core'
import { ASKS_FOR_ADMIN } from '#domain/campaigns/campaigns.ts'
import type { CampaignStatus } from '#domain/campaigns/campaign-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { undoSecondsLeft } from '#domain/campaigns/schedule.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { failCancelled, failSuppressed } from '#api/emails/fail-pending.ts'
import { adminOf, viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { ensureMaySend } from '#api/tenants/plan-limits.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { mailboxesToUse, usableIds } from '#api/mailboxes/mailboxes-of-sender.ts'
import { requireApprovedMailboxes } from '../approval/launch-gate.ts'
import { Attachment } from '../drafts/attachment.ts'
import { Campaign, CampaignMailbox } from '../campaign.ts'
import { requireFeaturesOf } from '../drafts/drafts.ts'
import { replyMailboxIds } from '../drafts/reply-mailboxes.ts'
import { CampaignRehearsal } from '../rehearsal/campaign-rehearsal.ts'
import { acceptDeadAddresses } from '#api/emails/dead-addresses.ts'
import { chooseMailboxes, requireFrom, setMailboxes } from './mailbox-selection.ts'
import { awaitsReconnect, isResendable, leftOut } from '#api/emails/email-sql-conditions.ts'
import { resendEmails } from './resend-emails.ts'
import { followUpsIn } from '../follow-ups/campaign-with-follow-ups.ts'
import { rescheduleFollowUps } from '../follow-ups/withdraw-follow-ups.ts'
import { pauseCampaigns, settleStranded } from '#api/emails/sending-state.ts'
import type { AuditAction } from '#domain/audit.ts'
import { failDeclined } from '#api/audiences/email-preferences.ts'
import { failOverCeiling, putOffOverCeiling } from './weekly-emails-per-person.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { campaignEvent, dropHeldEvents, noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'

/** Pauses a sending campaign: emails in flight still arrive, nothing new is sent. Throws NOT_FOUND, CONFLICT. */
export async function pauseCampaign(call: Call, id: string): Promise<Campaign> {
  const only = 'only a campaign that is sending can be paused'
  return withCampaign(call, 'campaign_paused', id, ['sending'], only, async (em, campaign) => {
    await pauseCampaigns(call.app, em, campaign.tenantId, 'PAUSED', { campaignIds: [id] })
  })
}

/** Some pauses only an admin ends: after a database restore, once its mailboxes were searched, and for dead addresses. */
function ensureMayResume(call: Call, { pausedBecause }: Campaign): void {
  if (!pausedBecause || !ASKS_FOR_ADMIN.has(pausedBecause)) return
  if (pausedBecause === 'RESTORED_CHECKING') {
    throw new AppError(
      'CONFLICT',
      'We are still checking the mailbox for emails that were sent before the database was restored. Resume the campaign when that is done.',
    )
  }
  adminOf(call)
}

/**
 * Resumes a paused campaign. Emails that failed because of an expired sign-in are pending again (product:
 * sending.expired), and follow-ups that wait are scheduled again; a canary does not pause it twice. Throws NOT_FOUND, CONFLICT, BAD_INPUT, TENANT_INACTIVE,
 * LIMIT_REACHED, FEATURE_OFF, FORBIDDEN (it only uses colleagues' mailboxes). `from`: the mailboxes to send from; empty
 * = its own, as far as the person may use them.
 */
export async function resumeCampaign(call: Call, id: string, from: readonly string[] = []): Promise<Campaign> {
  return withCampaign(
    call,
    'campaign_resumed',
    id,
    ['paused'],
    'only a paused campaign can be resumed',
    async (em, campaign) => {
      ensureMayResume(call, campaign)
      await ensureMayGoOn(call, em, campaign)
      const family = [campaign, ...(await followUpsIn(em, campaign))]
      if (campaign.pausedBecause === 'CANARY') for (const each of family) each.canaryPassed = true
      if (campaign.pausedBecause === 'DEAD_ADDRESSES') await acceptDeadAddresses(em, campaign, call.app.clock())
      const asked = { now: call.app.clock(), byHand: false }
      const again = await resendEmails(em, family, { only: awaitsReconnect }, asked)
      await rescheduleFollowUps(em, campaign, call.app.clock())
      await startSending(call, em, campaign, { from, again })
    },
  )
}

const TOO_LATE =
  'It is too late to undo this launch: the first emails are being sent. Pause or cancel the campaign to stop the others.'

/**
 * Cancels a campaign: pending and released emails are marked as not sent. A campaign without any attempts becomes a
 * draft again; no event tells of a launch that is undone in time. With `onlyIfUnsent`, one with attempts stays as it is and CONFLICT is thrown. Throws NOT_FOUND, CONFLICT.
 */
export async function cancelCampaign(call: Call, id: string, { onlyIfUnsent = false } = {}): Promise<Campaign> {
  const only = 'only a campaign that is sending or paused can be cancelled'
  return withCampaign(call, 'campaign_cancelled', id, ['sending', 'paused'], only, async (em, campaign) => {
    const { tenantId } = campaign
    const now = call.app.clock()
    // A claim that has not committed is waited for, and later ones skip what is locked: either they send or we cancel.
    await em.execute(
      `select from email_logs where tenant_id = :tenantId and campaign_id = :id and status = 'pending' for update`,
      { tenantId, id },
    )
    const [tried] = await em.execute<{ id: string }[]>(
      `select id from email_logs where tenant_id = :tenantId and campaign_id = :id
         and (attempts > 0 or draft_id is not null or status not in ('pending', 'failed')
           or status = 'failed' and not ${leftOut('email_logs')}) limit 1`,
      { tenantId, id },
    )
    if (tried && onlyIfUnsent) throw new AppError('CONFLICT', TOO_LATE)
    const isUndoneInTime = undoSecondsLeft(campaign, now) !== null
    campaign.pausedBecause = null
    campaign.undoUntil = null
    if (!tried) {
      await deleteEmails(em, campaign)
      await em.nativeDelete(CampaignMailbox, { tenantId, campaignId: id })
      await em.nativeUpdate(CampaignRehearsal, { tenantId, campaignId: id }, { launched: null })
      const blank = {
        status: 'draft' as const,
        scheduledAt: null,
        localTimeZone: null,
        startedAt: null,
        abDecidesAt: null,
        abDecision: null,
        replyMailboxes: [],
        frozen: null,
        totalContacts: 0,
        failedCount: 0,
      }
      Object.assign(campaign, blank)
      await em.flush()
      if (isUndoneInTime) await dropHeldEvents(em, campaign, now)
      else await noteEvents(em, tenantId, [campaignEvent('campaign_finished', campaign)])
      return
    }
    campaign.cancelledAt = now
    campaign.followingSince = null
    await em.flush()
    await failCancelled(em, tenantId, now, id)
    await cancelFollowUps(em, campaign, now)
    const [open] = await em.execute<{ id: string }[]>(
      `select id from email_logs where tenant_id = :tenantId and campaign_id = :id and status = 'sending' limit 1`,
      { tenantId, id },
    )
    campaign.status = open ? 'sending' : campaign.sentCount > 0 ? 'sent' : 'failed'
    campaign.sentAt = open ? null : now
    await em.flush()
    if (!open) await noteEvents(em, tenantId, [campaignEvent('campaign_finished', campaign)])
    if (open) await wake(call, em, campaign)
  })
}

/**
 * Resends failed emails: the named ones, or all except uncertain and suppressed ones. Reads names and addresses again,
 * so corrections apply, unless the workspace demands approval: then what was approved is sent. A paused campaign must be
 * resumed first; otherwise everything it holds back would be sent too. Throws NOT_FOUND, CONFLICT, BAD_INPUT,
 * TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF, FORBIDDEN (it only uses colleagues' mailboxes). `from` as in {@link resumeCampaign}.
 */
export async function sendToFailed(
  call: Call,
  id: string,
  emailLogIds: readonly string[] | null,
  from: readonly string[] = [],
): Promise<Campaign> {
  const named = emailLogIds?.map((logId) => uuidOf('EmailLog', logId)) ?? null
  const otherwise =
    'a draft has no failed emails, and a paused campaign must be resumed before its failed emails can be retried'
  return withCampaign(call, 'campaign_retried', id, ['sending', 'sent', 'failed'], otherwise, async (em, campaign) => {
    await ensureMayGoOn(call, em, campaign)
    const family = [campaign, ...(await followUpsIn(em, campaign))]
    const which = named ? { ids: named } : { only: isResendable }
    const again = await resendEmails(em, family, which, { now: call.app.clock(), byHand: true })
    if (again.length === 0) {
      throw new AppError(
        'BAD_INPUT',
        'No email in this campaign can be resent safely. To resend to an address that bounced, or to resend an uncertain email, select the recipient.',
      )
    }
    for (const each of family) each.canaryPassed = true
    Object.assign(campaign, { cancelledAt: null, followingSince: null })
    await startSending(call, em, campaign, { from, again })
  })
}

/** The number of failed emails of campaigns that can be resent without a decision on each: campaign id → count. */
export async function resendableCountsOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string; count: number }[]>(
      `select coalesce(c.parent_id, c.id) as id, count(*)::int as count from campaigns c
         join email_logs l on l.tenant_id = :tenantId and l.campaign_id = c.id
         where c.tenant_id = :tenantId and (c.id = any (:ids::uuid[]) or c.parent_id = any (:ids::uuid[]))
           and l.status = 'failed' and ${isResendable('l')}
         group by coalesce(c.parent_id, c.id)`,
      { tenantId, ids: uuidArray(ids) },
    ),
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

async function ensureMayGoOn(call: Call, em: Em, campaign: Campaign): Promise<void> {
  const { tenantId, id: campaignId } = campaign
  await ensureMaySend(em, tenantId, call.app.clock())
  await requireFeaturesOf(em, { ...campaign, attachments: await em.count(Attachment, { tenantId, campaignId }) })
}

/**
 * Changes a locked campaign if its status allows it, records the act, notifies subscribers, and returns the campaign.
 */
async function withCampaign(
  call: Call,
  action: AuditAction,
  id: string,
  allowed: readonly CampaignStatus[],
  otherwise: string,
  change: (em: Em, campaign: Campaign) => Promise<void>,
): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    await shareLock(em, 'suppressions', tenantId)
    await takeLock(em, 'followUps', id)
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (!allowed.includes(campaign.status)) {
      throw new AppError('CONFLICT', `This campaign is ${campaign.status}; ${otherwise}.`)
    }
    const from = campaign.status
    await change(em, campaign)
    // The launch was undone.
    const changes = campaign.status === 'draft' ? [{ field: 'status', from, to: 'draft' }] : []
    await recordOwn(call, em, { action, target: { id, label: campaign.name }, changes })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    await em.refresh(campaign)
    return campaign
  })
}

/**
 * Starts a campaign from the named mailboxes, else from its own working mailboxes that the person may use, else from
 * another mailbox of the person. Throws FORBIDDEN if the person may use none of its mailboxes.
 *
 * @param again ids of the emails that are pending again
 */
async function startSending(
  call: Call,
  em: Em,
  campaign: Campaign,
  { from, again }: Record<'from' | 'again', readonly string[]>,
): Promise<void> {
  const { tenantId, id } = campaign
  const viewer = viewerOf(call)
  const usable = from.length > 0 ? from : await ownMailboxes(em, viewer, campaign)
  const working = await em.find(Mailbox, { id: { $in: [...usable] }, status: { $ne: 'error' } })
  if (working.length === 0 || from.length > 0) {
    const accounts = await chooseMailboxes(em, viewer, usable)
    requireFrom(accounts, campaign.fromAddress)
    await requireApprovedMailboxes(em, campaign, accounts, call.app.clock())
    await setMailboxes(em, viewer, id, accounts)
  } else {
    requireFrom(working, campaign.fromAddress)
    const kept = { tenantId, campaignId: id, mailboxId: { $in: [...usable] } }
    await em.nativeDelete(CampaignMailbox, { ...kept, mailboxId: { $nin: [...usable] } })
    await em.nativeUpdate(CampaignMailbox, kept, { chosenBy: viewer.userId })
    await em.nativeUpdate(
      CampaignMailbox,
      { ...kept, mailboxId: { $in: working.map((account) => account.id) } },
      { wakesAt: null },
    )
  }
  const senders = await em.find(CampaignMailbox, { tenantId, campaignId: id })
  const accounts = await em.find(Mailbox, { id: { $in: senders.map(({ mailboxId }) => mailboxId) } })
  campaign.replyMailboxes = await replyMailboxIds(em, campaign, accounts)
  campaign.status = 'sending'
  campaign.sentAt = null
  campaign.pausedBecause = null
  // Emails of an A/B test may be pending again.
  campaign.abDecidesAt = null
  await em.flush()
  await resumeFollowUps(em, campaign)
  await noteEvents(em, tenantId, [campaignEvent('campaign_started', campaign)])
  const followUps = await followUpsIn(em, campaign)
  for (const each of [campaign, ...followUps]) {
    await settleStranded(call.app, em, tenantId, { campaignId: each.id })
    await failSuppressed(em, tenantId, call.app.clock(), { campaignId: each.id })
    await failDeclined(em, tenantId, { campaignId: each.id }, call.app.clock())
  }
  if (again.length > 0) await failSuppressed(em, tenantId, call.app.clock(), { contactsOf: again })
  await failOverCeiling(em, campaign, call.app.clock())
  for (const each of followUps) await putOffOverCeiling(em, campaign, each, call.app.clock())
  await wake(call, em, campaign)
}

/** The mailboxes of a campaign that a person may use; throws FORBIDDEN if it has mailboxes but none they may use. */
async function ownMailboxes(em: Em, viewer: Viewer, { tenantId, id }: Campaign): Promise<string[]> {
  const rows = await em.find(CampaignMailbox, { tenantId, campaignId: id }, { orderBy: { position: 'asc' } })
  const ids = rows.map(({ mailboxId }) => mailboxId)
  const usable = new Set(await usableIds(em, viewer, ids))
  // The error names the mailbox's owner.
  if (ids.length > 0 && usable.size === 0) await mailboxesToUse(em, viewer, ids)
  await mailboxesToUse(em, viewer, [...usable])
  return ids.filter((one) => usable.has(one))
}

/** Ends the follow-ups of a cancelled campaign: waiting emails are not sent, and no further ones are planned. */
async function cancelFollowUps(em: Em, campaign: Campaign, now: Date): Promise<void> {
  const { tenantId, id } = campaign
  const begun = await em.execute<{ id: string }[]>(
    `update campaigns set cancelled_at = :now
     where tenant_id = :tenantId and parent_id = :id and status <> 'draft' returning id`,
    { tenantId, id, now },
  )
  for (const followUp of begun) await failCancelled(em, tenantId, now, followUp.id)
  await em.execute(
    `update campaigns c set status = case when sent_count > 0 then 'sent' else 'failed' end, sent_at = :now
     where c.tenant_id = :tenantId and c.parent_id = :id and c.status = 'sending' and not exists (
       select from email_logs l where l.tenant_id = :tenantId and l.campaign_id = c.id and l.status = 'sending')`,
    { tenantId, id, now },
  )
  await endNextSteps(em, campaign)
}

/** Gives the follow-ups of a resumed campaign its mailboxes, and starts them at once. */
async function resumeFollowUps(em: Em, { tenantId, id }: Campaign): Promise<void> {
  await em.execute(
    `update campaigns k set cancelled_at = null, reply_mailboxes = c.reply_mailboxes from campaigns c
     where c.tenant_id = :tenantId and c.id = :id and k.tenant_id = :tenantId and k.parent_id = :id returning 1`,
    { tenantId, id },
  )
  await em.execute(
    `delete from campaign_mailboxes m using campaigns k
     where k.tenant_id = :tenantId and k.parent_id = :id and m.tenant_id = :tenantId and m.campaign_id = k.id`,
    { tenantId, id },
  )
  await em.execute(
    `insert into campaign_mailboxes (tenant_id, campaign_id, mailbox_id, position, chosen_by)
     select m.tenant_id, k.id, m.mailbox_id, m.position, m.chosen_by
     from campaigns k join campaign_mailboxes m on m.tenant_id = k.tenant_id and m.campaign_id = k.parent_id
     where k.tenant_id = :tenantId and k.parent_id = :id returning 1`,
    { tenantId, id },
  )
}

async function wake(call: Call, em: Em, { tenantId, id }: Campaign): Promise<void> {
  const mailboxes = await em.find(CampaignMailbox, { tenantId, campaignId: id })
  for (const { mailboxId } of mailboxes) await wakeMailbox(call.app.jobs, em, { tenantId, mailboxId })
}
