import { createEmails } from '#api/emails/create-emails.ts'
import { shareLock } from '#api/platform/locks/locks.ts'
import { LockMode } from '@mikro-orm/core'
import { variantInPlace } from '#domain/campaigns/ab-decision.ts'
import { DECIDE_OTHERWISE, metricProblem, testSize, winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { notADraft, sendProblem, variantB } from '#domain/campaigns/campaigns.ts'
import { isTimeZone } from '#domain/pacing/zone-time.ts'
import { followUpProblem } from '#domain/campaigns/follow-ups.ts'
import { asksForTags } from '#domain/content/conditions.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { SCHEDULED_AHEAD_MAX, UNDO_SECONDS_MAX } from '#domain/campaigns/schedule.ts'
import { senderOf, type SendAsAddress } from '#domain/mailboxes/send-as.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { effectiveTracking } from '#domain/tracking/tracking.ts'
import { asksForSignature } from '#domain/content/signatures.ts'
import { notFound } from '#schema/ids.ts'
import { failSuppressed } from '#api/emails/fail-pending.ts'
import { viewerOf, viewerWith, type Call } from '#api/context.ts'
import { MailAccount } from '#api/mailboxes/mail-account.ts'
import { refreshBeforeLaunch } from '#api/mailboxes/refresh-aliases.ts'
import type { Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { awaitLaunches, ensureLaunchRoom, ensureMaySend } from '#api/tenants/limits.ts'
import { launchRefusal } from '../checks/problems.ts'
import { refuseUnapproved, type LaunchGate } from '../approval/gate.ts'
import { sealEmails } from '../approval/seals.ts'
import { recipientSeal } from '#api/emails/recipient-seals.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { Attachment } from '../drafts/attachment.ts'
import { Campaign, type FrozenLaunch } from '../campaign.ts'
import { requireFeaturesOf } from '../drafts/drafts.ts'
import { imprintFor, languageOf, signed, textsOf } from '../content/mail-content.ts'
import { failWithoutFiles, freezeFiles } from './missing-files.ts'
import { recipientChanges } from './recipient-changes.ts'
import { failOverCeiling } from './weekly-ceiling.ts'
import { mergeValuesOf } from '#api/emails/merge-values.ts'
import { freezeRehearsal } from '../rehearsal/freeze.ts'
import { requireNotRepeating } from '../repeats/rules.ts'
import { replyMailboxIds } from '../drafts/reply-mailboxes.ts'
import { recipientTimesOf, type LocalTime, type RecipientTime } from './recipient-times.ts'
import { chooseMailAccounts, firstMailboxOf, requireFrom, setMailboxes, type LaunchSender } from './mailboxes.ts'
import { followUpsIn } from '../follow-ups/family.ts'
import { startFollowUps } from '../follow-ups/steps.ts'
import { recordOwn } from '#api/audit/record.ts'
import { renewDraft } from '#api/templates/saved-block-uses.ts'
import { campaignEvent, holdEvents, noteEvents, pendingEvents } from '#api/webhooks/outbox.ts'

const BATCH = 5_000

export interface SendOptions {
  /** mailboxes that take turns; empty = the person's own newest one */
  mailAccountIds: readonly string[]
  /** earliest start; null = immediately */
  scheduledAt: Date | null
  /** IANA zone: each recipient gets it when clocks where they are show what `scheduledAt` shows in this zone */
  localTimeZone?: string | null
  /** seconds for which an immediate start is held back, 0–1,800, so that it can be undone; no effect with a start time */
  undoSeconds?: number | null
  /** how many recipients the caller checked; null = not compared */
  expectedRecipients?: number | null
  /** send to everybody, whatever the workspace's emails per person and week; admins only */
  exceedCeiling?: boolean
  /** makes what is launched instead: a copy of the draft, with recipients of its own, in the same transaction; its id */
  makeCopy?: (em: Em) => Promise<string>
}

/**
 * Starts a draft, immediately or at a time. One transaction sets the campaign to `sending`, creates a pending log per
 * recipient and enqueues the work. Suppressed recipients fail immediately. Only one of several concurrent starts
 * succeeds. With `undoSeconds`, nothing leaves before they have passed, whatever becomes of the caller. With
 * `localTimeZone`, `scheduledAt` becomes the time of the first recipient. Throws NOT_FOUND, CONFLICT, BAD_INPUT, FORBIDDEN (a colleague's mailbox), TENANT_INACTIVE, LIMIT_REACHED,
 * FEATURE_OFF, TOO_LARGE and TOO_MANY_REQUESTS (its email cannot be prepared, or too many are being prepared), and
 * APPROVAL_NEEDED if the workspace demands a second person.
 */
export async function sendCampaign(call: Call, id: string, options: SendOptions): Promise<Campaign> {
  return launchAs(call, viewerOf(call), id, options, refuseUnapproved)
}

/**
 * The same for the person or program whose mailboxes and permissions apply, which is not the caller if the caller approves.
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
  // What holds a launch back is a start that is that many seconds ahead.
  const scheduledAt = planned ?? undoUntil
  const refusal = await prepareLaunch(call, sender, draftId, options.mailAccountIds)
  return call.app.database.inTenant(tenantId, async (em) => {
    await awaitLaunches(em, tenantId)
    await shareLock(em, 'suppressions', tenantId)
    const launched = (await options.makeCopy?.(em)) ?? draftId
    const campaign = await em.findOne(Campaign, { id: launched }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'draft') {
      throw new AppError('CONFLICT', `${notADraft(campaign.status, 'sent')} Duplicate it to send it again.`)
    }
    const { id } = campaign
    await requireNotRepeating(em, id)
    const approve = await gate(em, campaign, now)
    await ensureMaySend(em, tenantId, now)
    const attachments = await em.count(Attachment, { tenantId, campaignId: id })
    await requireFeaturesOf(em, { ...campaign, tenantId, attachments })
    const accounts = await chooseMailAccounts(em, sender, options.mailAccountIds)
    requireFrom(accounts, campaign.fromAddress)
    const local = localTimeOf(planned, options.localTimeZone ?? null)
    const times = local && (await recipientTimesOf(em, campaign, local, now))
    const followUps = await followUpsIn(em, campaign)
    const recipients = await writeLogs(em, campaign, followUps, { times, now, isApproved: approve !== null })
    requireExpected(recipients, options.expectedRecipients)
    const problem =
      sendProblem({ ...campaign, recipients }) ??
      followUpProblem(followUps) ??
      (await ruleProblem(em, campaign, local !== null)) ??
      refusal
    if (problem) throw new AppError('BAD_INPUT', problem)
    // A repeating campaign counts once, however many runs it has.
    if (!campaign.repeatOf) await ensureLaunchRoom(em, tenantId, now)
    for (const each of [campaign, ...followUps]) await setMailboxes(em, sender, each.id, accounts)
    const plan = { accounts, scheduledAt: planned, localTimeZone: local?.timeZone ?? null }
    const approved = (await approve?.(plan)) ?? []
    await freezeRehearsal(em, campaign, plan)
    campaign.status = 'sending'
    campaign.tracking ??= (await settingsOf(em, tenantId)).tracking
    campaign.totalContacts = recipients
    campaign.scheduledAt = times?.[0] ? new Date(times[0].at) : scheduledAt
    campaign.localTimeZone = local?.timeZone ?? null
    campaign.undoUntil = planned ? null : undoUntil
    campaign.startedAt = campaign.scheduledAt ?? now
    const earlier = campaign.undoUntil ? await pendingEvents(em, campaign) : []
    campaign.exceedsCeiling = options.exceedCeiling ?? false
    campaign.replyMailboxes = await replyMailboxIds(em, campaign, accounts)
    const frozen = await frozenFor(em, campaign, accounts)
    for (const each of [campaign, ...followUps]) each.frozen = frozen
    await startFollowUps(em, campaign, followUps, campaign.startedAt)
    if (approve) await sealEmails(em, [campaign, ...followUps], frozen)
    await em.flush()
    await noteEvents(em, tenantId, [campaignEvent('campaign_started', campaign)])
    if (approve) await freezeFiles(em, campaign)
    await failSuppressed(em, tenantId, now, { campaignId: id })
    await failWithoutFiles(em, campaign, now)
    await failOverCeiling(em, campaign, now)
    if (campaign.undoUntil) await holdEvents(em, campaign, campaign.undoUntil, earlier)
    await em.refresh(campaign)
    if (campaign.failedCount === recipients) {
      throw new AppError(
        'BAD_INPUT',
        campaign.filePattern
          ? 'No recipient would get this campaign: their files are missing, or they are on the suppression list.'
          : (await settingsOf(em, tenantId)).weeklyCeiling
            ? 'Every recipient of this campaign is on the suppression list, or already got as many emails in seven days as your workspace allows. Choose other contacts.'
            : 'Every recipient of this campaign is on the suppression list. Choose other contacts.',
      )
    }
    for (const account of accounts) {
      await call.app.jobs.wakeMailbox(em, { tenantId, mailAccountId: account.id })
    }
    const changes = [...recipientChanges(recipients, campaign.failedCount), ...approved]
    await recordOwn(call, em, { action: 'campaign_launched', target: { id, label: campaign.name }, changes })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/**
 * What needs more than the database, before the launch's transaction: asks the provider again for the alias that the emails
 * would be from, and checks the email.
 *
 * @returns why the draft may not be launched (product: campaigns.problems); null if it may, or is no draft any more
 * @throws TOO_LARGE if the engine could not compile the email or a follow-up within its limits: each would fail
 */
export async function prepareLaunch(
  call: Call,
  sender: LaunchSender,
  id: string,
  mailAccountIds: readonly string[],
): Promise<string | null> {
  const { app } = call
  const { tenantId } = sender
  const found = await app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (campaign?.status !== 'draft') return null
    // A saved block may have been changed while this draft was stored, or during a launch that was undone.
    await renewDraft(call, em, campaign)
    await em.flush()
    const mails = [campaign, ...(await followUpsIn(em, campaign))]
    const asks = mails.some(({ content }) => asksForSignature(content))
    const signature = asks ? await longestSignature(em, sender, mailAccountIds) : null
    return { mails, signature, asked: await aliasOwners(em, sender, campaign, mailAccountIds) }
  })
  if (!found) return null
  await refreshBeforeLaunch(app, tenantId, found.asked)
  for (const mail of found.mails) {
    const { subject, content, useHtmlBuilder } = await signed(app, tenantId, mail, found.signature)
    await app.threads.run(tenantId, 'sendable', { subject, content, useHtmlBuilder }, content.length)
  }
  return app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    // The launch itself refuses mailboxes, in its own order.
    const accounts = await chooseMailAccounts(em, sender, mailAccountIds).catch(() => [])
    return campaign?.status === 'draft' && accounts.length > 0 ? launchRefusal(call, em, campaign, accounts) : null
  })
}

/** Reads the senders, signatures, language and footer with which a campaign is launched. */
async function frozenFor(em: Em, campaign: Campaign, accounts: readonly MailAccount[]): Promise<FrozenLaunch> {
  const senders = accounts.map((account) => [account.id, senderOf(account, campaign.fromAddress)] as const)
  return {
    senders: Object.fromEntries(senders.flatMap(([id, sender]) => (sender ? [[id, sender]] : []))),
    signatures: Object.fromEntries(accounts.map(({ id, signature }) => [id, signature ?? null])),
    language: await languageOf(em, campaign),
    imprint: await imprintFor(em, campaign),
  }
}

/** The mailboxes that a draft would be sent from by one of their aliases. */
async function aliasOwners(
  em: Em,
  sender: LaunchSender,
  { fromAddress }: Campaign,
  mailAccountIds: readonly string[],
): Promise<string[]> {
  if (!fromAddress) return []
  const key = emailKey(fromAddress)
  const accounts = await chooseMailAccounts(em, sender, mailAccountIds)
  const isAlias = ({ kind, address }: SendAsAddress) => kind === 'alias' && emailKey(address) === key
  return accounts.filter(({ sendAs }) => sendAs.some(isAlias)).map((account) => account.id)
}

async function longestSignature(
  em: Em,
  sender: LaunchSender,
  mailAccountIds: readonly string[],
): Promise<string | null> {
  const accounts =
    mailAccountIds.length > 0
      ? await em.find(MailAccount, { id: { $in: [...mailAccountIds] } })
      : [await firstMailboxOf(em, sender, { mailAccountId: null, campaign: null })]
  const signatures = accounts.map((account) => account?.signature ?? '')
  return signatures.toSorted((a, b) => b.length - a.length)[0] || null
}

/** Throws CONFLICT if the recipients changed since the caller checked them. */
function requireExpected(recipients: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === recipients) return
  throw new AppError(
    'CONFLICT',
    `The campaign has ${recipients} recipients now, but ${expected} were expected. Check it again before you launch it.`,
  )
}

/** A future time; a past one means immediately. Throws BAD_INPUT for more than a year ahead. */
export function scheduleOf(moment: Date | null, now: Date): Date | null {
  if (!moment || moment <= now) return null
  if (moment.getTime() - now.getTime() > SCHEDULED_AHEAD_MAX) {
    throw new AppError('BAD_INPUT', 'You can schedule a campaign up to a year ahead. Choose an earlier time.')
  }
  return moment
}

/** Throws BAD_INPUT for a zone that does not exist, or one without a time to which it applies. */
export function localTimeOf(planned: Date | null, timeZone: string | null): LocalTime | null {
  if (timeZone === null) return null
  if (!isTimeZone(timeZone))
    throw new AppError('BAD_INPUT', 'The time zone must be an IANA name such as Europe/Berlin.')
  if (!planned) throw new AppError('BAD_INPUT', 'Local times need a start time in the future. Choose one.')
  return { moment: planned, timeZone }
}

/** Why the winner of an A/B test could not be found or sent; null if it can, or there is no rule for it. */
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

/** Until when a launch can be undone; null for 0 seconds. Throws BAD_INPUT for a number that is not 0–1,800. */
export function undoUntilOf(seconds: number, now: Date): Date | null {
  if (seconds < 0 || seconds > UNDO_SECONDS_MAX) {
    throw new AppError('BAD_INPUT', `A launch can be held back for 0 to ${UNDO_SECONDS_MAX} seconds.`)
  }
  return seconds === 0 ? null : new Date(now.getTime() + seconds * 1_000)
}

/**
 * Creates a pending log for every selected contact with its test variant, oldest first, or by their local `times`, or those
 * in an A/B test before the rest; returns how many still exist. Emails are claimed in this order, so that those whose time
 * comes first are found first.
 */
async function writeLogs(
  em: Em,
  campaign: Campaign,
  followUps: readonly Campaign[],
  { times, now, isApproved }: { times: readonly RecipientTime[] | null; now: Date; isApproved: boolean },
): Promise<number> {
  const { tenantId, id: campaignId } = campaign
  const rule = winnerRuleOf(campaign)
  const merged = mergeValuesOf('c', asksForTags(...[campaign, ...followUps].flatMap(textsOf)))
  const seal = isApproved ? recipientSeal({ email: 'c.email', values: merged, files: 'null' }) : 'null'
  const contacts: readonly (Pick<RecipientTime, 'contactId'> & Partial<RecipientTime>)[] =
    times ??
    (await em.execute<Pick<RecipientTime, 'contactId'>[]>(
      // A random order that is the same if the launch is repeated.
      `select contact_id as "contactId" from campaign_contacts where tenant_id = :tenantId and campaign_id = :campaignId
       order by ${rule ? 'md5(campaign_id::text || contact_id::text), ' : ''}contact_id`,
      { tenantId, campaignId },
    ))
  const inB = campaign.isAbTest ? variantB(contacts.length, campaign.abSplitPercentage ?? 0, Math.random) : null
  const size = rule && testSize(contacts.length, rule.share)
  const variantOf = (place: number) =>
    size === null ? inB && (inB.has(place) ? 'B' : 'A') : variantInPlace(place, size)
  let written = 0
  for (let start = 0; start < contacts.length; start += BATCH) {
    const chosen = contacts.slice(start, start + BATCH).map(({ contactId, timeZone, at }, index) => ({
      contactId,
      timeZone: timeZone ?? null,
      notBefore: at ? new Date(at) : null,
      variant: variantOf(start + index),
    }))
    const count = await createEmails(em, { tenantId, id: campaignId }, chosen, { values: merged, seal, now })
    written += count
  }
  return written
}
