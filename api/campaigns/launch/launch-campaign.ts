import { prepareLaunch } from './prepare-launch.ts'
import { readBeforeLaunch } from './sheet-refresh-before-launch.ts'
import { localTimeOf, scheduleOf, undoUntilOf } from './launch-times.ts'
import { createRecipientEmails } from './recipient-emails.ts'
import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import { LockMode } from '@mikro-orm/core'
import { DECIDE_OTHERWISE, metricProblem, winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { notADraft, sendProblem } from '#domain/campaigns/campaigns.ts'
import { followUpProblem } from '#domain/campaigns/follow-ups.ts'
import { AppError } from '#domain/errors.ts'
import { senderOf } from '#domain/mailboxes/send-as.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { effectiveTracking } from '#domain/tracking/tracking.ts'
import { notFound } from '#schema/object-ids.ts'
import { failSuppressed } from '#api/emails/fail-pending.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { awaitLaunches, ensureLaunchRoom, ensureMaySend } from '#api/tenants/plan-limits.ts'
import { refuseUnapproved, type LaunchGate } from '../approval/launch-gate.ts'
import { sealEmails } from '../approval/approval-seals.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { Attachment } from '../drafts/attachment.ts'
import { Campaign, type FrozenLaunch } from '../campaign.ts'
import { requireFeaturesOf } from '../drafts/drafts.ts'
import { imprintFor, languageOf } from '../content/email-content.ts'
import { failWithoutFiles, freezeFiles } from './missing-recipient-files.ts'
import { recipientChanges } from './recipient-changes.ts'
import { failDeclined } from '#api/audiences/email-preferences.ts'
import { failOverCeiling } from './weekly-emails-per-person.ts'
import { freezeRehearsal } from '../rehearsal/rehearsal-at-launch.ts'
import { requireNotRepeating } from '../repeats/repeat-rules.ts'
import { replyMailboxIds } from '../drafts/reply-mailboxes.ts'
import { recipientTimesOf } from './recipient-local-times.ts'
import { chooseMailboxes, requireFrom, setMailboxes, type LaunchSender } from './mailbox-selection.ts'
import { followUpsIn } from '../follow-ups/campaign-with-follow-ups.ts'
import { startFollowUps } from '../follow-ups/follow-up-steps.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { campaignEvent, holdEvents, noteEvents, pendingEvents } from '#api/webhooks/webhook-outbox.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'

export interface SendOptions {
  /** mailboxes that take turns; empty = the person's own newest one */
  mailboxIds: readonly string[]
  /** earliest start; null = immediately */
  scheduledAt: Date | null
  /** IANA zone: each recipient gets it when clocks where they are show what `scheduledAt` shows in this zone */
  localTimeZone?: string | null
  /** seconds for which an immediate start is held back, 0–1,800, so that it can be undone; no effect with a start time */
  undoSeconds?: number | null
  /** number of recipients that the caller checked; null: not compared */
  expectedRecipients?: number | null
  /** send to everybody, whatever the workspace's emails per person and week; admins only */
  exceedCeiling?: boolean
  /**
   * makes a copy of the draft with its own recipients in the same transaction, and returns its id; the copy is launched
   * instead
   */
  makeCopy?: (em: Em) => Promise<string>
}

/**
 * Starts a draft, immediately or at a time. One transaction sets the campaign to `sending`, creates a pending log per
 * recipient and enqueues the work. Suppressed recipients fail immediately. Only one of several concurrent starts
 * succeeds. With `undoSeconds`, nothing leaves before they have passed, whatever becomes of the caller. With
 * `localTimeZone`, `scheduledAt` becomes the time of the first recipient. Throws NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (a colleague's mailbox), TENANT_INACTIVE, LIMIT_REACHED,
 * FEATURE_OFF, TOO_LARGE and TOO_MANY_REQUESTS (its email cannot be prepared, or too many are being prepared), and
 * APPROVAL_NEEDED if the workspace demands a second person. A connected sheet is read first; BAD_INPUT or UNAVAILABLE if it
 * cannot be.
 */
export async function sendCampaign(call: Call, id: string, options: SendOptions): Promise<Campaign> {
  const viewer = viewerOf(call)
  await readBeforeLaunch(call.app, viewer.tenantId, id)
  return launchAs(call, viewer, id, options, refuseUnapproved)
}

/**
 * Launches a campaign as {@link sendCampaign} does, for a `sender` who may be another person than the caller: an admin who
 * approves a launch launches it with the mailboxes and permissions of whoever asked for it.
 * `gate` has the last word in the transaction of the launch.
 */
export async function launchAs(
  call: Call,
  sender: LaunchSender,
  draftId: string,
  options: SendOptions,
  gate: LaunchGate,
): Promise<Campaign> {
  const { tenantId } = sender
  const now = call.app.clock()
  const planned = scheduleOf(options.scheduledAt, now)
  if (options.exceedCeiling) viewerWith(call, 'settings:write')
  const undoUntil = undoUntilOf(options.undoSeconds ?? 0, now)
  const refusal = await prepareLaunch(call, sender, draftId, options.mailboxIds)
  return call.app.database.inTenant(tenantId, async (em) => {
    // Others who launch, or change the suppression list, wait from here on: what is read below stays true.
    await awaitLaunches(em, tenantId)
    await shareLock(em, 'suppressions', tenantId)
    const campaign = await draftToLaunch(em, (await options.makeCopy?.(em)) ?? draftId)
    // First of all checks: a launch that needs approval is refused with that reason alone.
    const approve = await gate(em, campaign, now)
    await requireAllowed(em, campaign, now)
    const accounts = await chooseMailboxes(em, sender, options.mailboxIds)
    requireFrom(accounts, campaign.fromAddress)
    const local = localTimeOf(planned, options.localTimeZone ?? null)
    const times = local && (await recipientTimesOf(em, campaign, local, now))
    const followUps = await followUpsIn(em, campaign)
    // Emails are created before recipients are counted: a recipient added in between would not be counted.
    const recipients = await createRecipientEmails(em, campaign, followUps, {
      times,
      now,
      isApproved: approve !== null,
    })
    requireExpected(recipients, options.expectedRecipients)
    await requireNoProblem(em, { campaign, followUps, recipients, isLocal: local !== null, refusal, now })
    for (const each of [campaign, ...followUps]) await setMailboxes(em, sender, each.id, accounts)
    const plan = { accounts, scheduledAt: planned, localTimeZone: local?.timeZone ?? null }
    // The approved version and the rehearsed one are compared with the plan before the draft changes.
    const approved = (await approve?.(plan)) ?? []
    await freezeRehearsal(em, campaign, plan)
    const startedAt = setStart(campaign, {
      first: times?.[0]?.at,
      planned,
      undoUntil,
      localTimeZone: plan.localTimeZone,
      now,
    })
    const earlier = campaign.undoUntil ? await pendingEvents(em, campaign) : []
    Object.assign(campaign, { totalContacts: recipients, exceedsCeiling: options.exceedCeiling ?? false })
    await freezeContent(em, { campaign, followUps, accounts, startedAt, isApproved: approve !== null })
    await noteEvents(em, tenantId, [campaignEvent('campaign_started', campaign)])
    // Files are sealed with all recipients, before some of them are left out.
    if (approve) await freezeFiles(em, campaign)
    const leftOut = await leaveOutRecipients(em, campaign, now)
    // Holds back the events of the recipients left out, too.
    if (campaign.undoUntil) await holdEvents(em, campaign, campaign.undoUntil, earlier)
    await em.refresh(campaign)
    if (campaign.failedCount === recipients) throw nobodyLeft(campaign, leftOut)
    for (const { id: mailboxId } of accounts) await wakeMailbox(call.app.jobs, em, { tenantId, mailboxId })
    const changes = [...recipientChanges(recipients, campaign.failedCount), ...approved]
    const target = { id: campaign.id, label: campaign.name }
    await recordOwn(call, em, { action: 'campaign_launched', target, changes })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id: campaign.id })
    return campaign
  })
}

/** Locks a draft. Throws NOT_FOUND, CONFLICT (it was launched, or repeats by itself). */
async function draftToLaunch(em: Em, id: string): Promise<Campaign> {
  const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!campaign) throw notFound('Campaign')
  if (campaign.status !== 'draft') {
    throw new AppError('CONFLICT', `${notADraft(campaign.status, 'sent')} Duplicate it to send it again.`)
  }
  await requireNotRepeating(em, id)
  return campaign
}

/** Throws TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF if the workspace may not send this now. */
async function requireAllowed(em: Em, campaign: Campaign, now: Date): Promise<void> {
  const { tenantId, id } = campaign
  await ensureMaySend(em, tenantId, now)
  const attachments = await em.count(Attachment, { tenantId, campaignId: id })
  await requireFeaturesOf(em, { ...campaign, tenantId, attachments })
}

/**
 * Throws BAD_INPUT for a draft with an error that prevents its launch, and LIMIT_REACHED if the plan allows no further
 * launch.
 */
async function requireNoProblem(
  em: Em,
  {
    campaign,
    followUps,
    recipients,
    isLocal,
    refusal,
    now,
  }: {
    campaign: Campaign
    followUps: readonly Campaign[]
    recipients: number
    isLocal: boolean
    refusal: string | null
    now: Date
  },
): Promise<void> {
  const problem =
    sendProblem({ ...campaign, recipients }) ??
    followUpProblem(followUps) ??
    (await ruleProblem(em, campaign, isLocal)) ??
    refusal
  if (problem) throw new AppError('BAD_INPUT', problem)
  // A repeating campaign counts once, however many runs it has.
  if (!campaign.repeatOf) await ensureLaunchRoom(em, campaign.tenantId, now)
}

/**
 * Sets a campaign to sending, and returns when it starts. With time to undo the launch, it starts that many seconds
 * later.
 */
function setStart(
  campaign: Campaign,
  start: {
    first: number | undefined
    planned: Date | null
    undoUntil: Date | null
    localTimeZone: string | null
    now: Date
  },
): Date {
  const { first, planned, undoUntil, localTimeZone, now } = start
  campaign.status = 'sending'
  campaign.scheduledAt = first !== undefined ? new Date(first) : (planned ?? undoUntil)
  campaign.localTimeZone = localTimeZone
  campaign.undoUntil = planned ? null : undoUntil
  campaign.startedAt = campaign.scheduledAt ?? now
  return campaign.startedAt
}

/** Freezes what recipients see that could change later: tracking, senders, signatures, where replies go. Seals it if it was approved. */
async function freezeContent(
  em: Em,
  {
    campaign,
    followUps,
    accounts,
    startedAt,
    isApproved,
  }: {
    campaign: Campaign
    followUps: readonly Campaign[]
    accounts: readonly Mailbox[]
    startedAt: Date
    isApproved: boolean
  },
): Promise<void> {
  campaign.tracking ??= (await settingsOf(em, campaign.tenantId)).tracking
  campaign.replyMailboxes = await replyMailboxIds(em, campaign, accounts)
  const frozen = await frozenFor(em, campaign, accounts)
  for (const each of [campaign, ...followUps]) each.frozen = frozen
  await startFollowUps(em, campaign, followUps, startedAt)
  if (isApproved) await sealEmails(em, [campaign, ...followUps], frozen)
  await em.flush()
}

/** Numbers of recipients whose emails failed at the launch on purpose, by reason. */
interface LeftOut {
  suppressed: number
  declined: number
}

/** Fails the emails of recipients who get none: suppressed, wanting fewer, without a file of their own, or with enough emails this week. */
async function leaveOutRecipients(em: Em, campaign: Campaign, now: Date): Promise<LeftOut> {
  const { id: campaignId, tenantId } = campaign
  const suppressed = await failSuppressed(em, tenantId, now, { campaignId })
  const declined = await failDeclined(em, tenantId, { campaignId }, now)
  await failWithoutFiles(em, campaign, now)
  await failOverCeiling(em, campaign, now)
  const total = (failed: readonly { failed: number }[]) => failed.reduce((sum, each) => sum + each.failed, 0)
  return { suppressed: total(suppressed), declined: total(declined) }
}

/** The error for a launch that would send nothing; it names only the reasons that apply. */
function nobodyLeft({ filePattern, totalContacts }: Campaign, { suppressed, declined }: LeftOut): AppError {
  if (filePattern) {
    return new AppError(
      'BAD_INPUT',
      'No recipient would get this campaign: their files are missing, or they are on the suppression list.',
    )
  }
  const reasons = [
    ...(suppressed > 0 ? ['is on the suppression list'] : []),
    ...(declined > 0 ? ['wants fewer emails'] : []),
    ...(suppressed + declined < totalContacts
      ? ['already got as many emails in seven days as your workspace allows']
      : []),
  ]
  const which = reasons.length > 2 ? `${reasons.slice(0, -1).join(', ')}, or ${reasons.at(-1)}` : reasons.join(' or ')
  return new AppError('BAD_INPUT', `Every recipient of this campaign ${which}. Choose other contacts.`)
}

/** Reads the senders, signatures, language and footer with which a campaign is launched. */
async function frozenFor(em: Em, campaign: Campaign, accounts: readonly Mailbox[]): Promise<FrozenLaunch> {
  const senders = accounts.map((account) => [account.id, senderOf(account, campaign.fromAddress)] as const)
  return {
    senders: Object.fromEntries(senders.flatMap(([id, sender]) => (sender ? [[id, sender]] : []))),
    signatures: Object.fromEntries(accounts.map(({ id, signature }) => [id, signature ?? null])),
    language: await languageOf(em, campaign),
    imprint: await imprintFor(em, campaign),
  }
}

/** Throws CONFLICT if the recipients changed since the caller checked them. */
function requireExpected(recipients: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === recipients) return
  throw new AppError(
    'CONFLICT',
    `The campaign has ${recipients} recipients now, but ${expected} were expected. Check it again before you launch it.`,
  )
}

/**
 * Returns why the winner of an A/B test could not be found or sent. Null if the rule works, or if the campaign has no
 * rule.
 */
async function ruleProblem(em: Em, campaign: Campaign, isLocal: boolean): Promise<string | null> {
  const rule = winnerRuleOf(campaign)
  if (!rule) return null
  if (isLocal) {
    return 'The winner of an A/B test cannot be sent at the local time of each recipient. Choose one start time, or test with all recipients.'
  }
  const { features } = await em.findOneOrFail(Tenant, { id: campaign.tenantId })
  const { tracking } = await settingsOf(em, campaign.tenantId)
  const level = effectiveTracking(campaign.tracking, tracking, hasFeature(features, 'tracking'))
  const problem = metricProblem(rule.metric, { ...campaign, level })
  return problem && `${problem} ${DECIDE_OTHERWISE}`
}
