import { canaryAllows, type StatusReason } from '#domain/campaigns/campaigns.ts'
import { failCancelled, failSuppressed } from './fail-pending.ts'
import type { App } from '#api/platform/app-context.ts'
import { isUndecided, canSend, inWorkingMailbox, vendorsOf, wasRefused } from './email-sql-conditions.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { forecast, needOf, type Arrivals } from '#domain/pacing/sending-forecast.ts'
import type { SentCounts, PaceRules } from '#domain/pacing/pace.ts'
import type { StopReason } from '#api/sending/pause-rules.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { recordProduct } from '#api/audit/activity-log-writer.ts'
import { emailColumns, FAILED, noteCampaigns, noteEmails } from '#api/webhooks/webhook-outbox.ts'

/** Error text of an email whose outcome can no longer be determined. */
export const STRANDED =
  'UNCERTAIN: this email was being sent when its mailbox stopped working, so we cannot check whether it was sent.'

/**
 * Notifies subscribers of changed campaigns when the transaction commits. A changed follow-up is announced as its
 * campaign, a changed answer as the reply that it answers.
 */
export async function announce(
  app: Pick<App, 'events'>,
  em: Em,
  tenantId: string,
  campaigns: readonly { id: string }[],
): Promise<void> {
  const shown = await shownOf(
    em,
    tenantId,
    campaigns.map(({ id }) => id),
  )
  for (const { kind, id } of shown) await app.events.publish(em, { kind, tenantId, id })
}

/**
 * Pauses sending campaigns with a reason: the named ones, or all of the mailbox. A follow-up pauses its whole campaign.
 * Returns those that were paused.
 */
export async function pauseCampaigns(
  app: Pick<App, 'events'>,
  em: Em,
  tenantId: string,
  reason: StatusReason,
  which: { campaignIds: readonly string[] } | { mailboxId: string },
): Promise<{ id: string; name: string }[]> {
  const condition =
    'campaignIds' in which
      ? 'k.id = any (:campaignIds::uuid[])'
      : `exists (select from campaign_mailboxes m
           where m.tenant_id = :tenantId and m.campaign_id = k.id and m.mailbox_id = :mailboxId)`
  const paused = await em.execute<{ id: string; name: string }[]>(
    `with paused as (
       update campaigns c set status = 'paused', paused_because = :reason
       where c.tenant_id = :tenantId and c.status = 'sending' and c.parent_id is null and c.id in (
         select coalesce(k.parent_id, k.id) from campaigns k
         where k.tenant_id = :tenantId and k.status = 'sending' and ${condition})
       returning c.tenant_id, c.id, c.name, c.status, c.paused_because),
     ${noteCampaigns('paused', 'campaign_paused')}
     select id, name from paused`,
    {
      reason,
      tenantId,
      ...('campaignIds' in which ? { campaignIds: uuidArray(which.campaignIds) } : { mailboxId: which.mailboxId }),
    },
  )
  await announce(app, em, tenantId, paused)
  return paused
}

/**
 * Pauses campaigns to protect the reputation of their mailbox, because of bounces or complaints, and records that in
 * the activity log.
 */
export async function pauseToProtect(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  tenantId: string,
  reason: 'CANARY' | 'DEAD_ADDRESSES' | 'MAILBOX_BLOCKED' | 'ORGANISATION_BLOCKED' | StopReason,
  which: Parameters<typeof pauseCampaigns>[4],
): Promise<void> {
  for (const { id, name } of await pauseCampaigns(app, em, tenantId, reason, which)) {
    const changes = [{ field: 'reason', from: null, to: reason }]
    await recordProduct(app, em, { action: 'campaign_paused', tenantId, target: { id, label: name }, changes })
  }
}

/** Tells subscribers of a mailbox's active campaigns that the mailbox can send again, or cannot any more. */
export async function announceMailbox(app: Pick<App, 'events'>, em: Em, key: MailboxKey): Promise<void> {
  const campaigns = await em.execute<{ id: string }[]>(
    `select c.id from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status in ('sending', 'paused')`,
    { ...key },
  )
  await announce(app, em, key.tenantId, campaigns)
}

/** Records that a mailbox can no longer send: campaigns with another mailbox continue, the others pause. */
export async function blockMailbox(
  app: Pick<App, 'events' | 'clock' | 'vendors'>,
  em: Em,
  key: MailboxKey,
  reason: 'RECONNECT' | 'NO_MAILBOX',
): Promise<void> {
  // The mailbox's new state decides below which drafts can still be checked.
  await em.flush()
  await em.execute(
    `select c.id from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'sending' order by c.id for update of c`,
    { ...key },
  )
  const stuck = await em.execute<{ id: string }[]>(
    `select c.id from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'sending' and not exists (
       select from campaign_mailboxes o where o.tenant_id = :tenantId and o.campaign_id = m.campaign_id
         and o.mailbox_id <> :mailboxId and ${canSend('o')})`,
    { ...key, vendors: vendorsOf(app) },
  )
  await pauseCampaigns(app, em, key.tenantId, reason, { campaignIds: stuck.map(({ id }) => id) })
  // Another mailbox would create its own draft, although the existing one may have been sent.
  await settleStranded(app, em, key.tenantId, { mailboxId: key.mailboxId, pendingOnly: true })
  await announceMailbox(app, em, key)
}

/** Locks a workspace's active campaigns so that their emails do not change meanwhile. */
export async function lockCampaignsUnderWay(em: Em, tenantId: string): Promise<{ id: string }[]> {
  return em.execute<{ id: string }[]>(
    `select id from campaigns where tenant_id = :tenantId and status in ('sending', 'paused') order by id for update`,
    { tenantId },
  )
}

/** Handles the removal of a mailbox: active campaigns with another mailbox continue, the others pause. */
export async function continueWithoutMailbox(
  app: Pick<App, 'events' | 'clock' | 'vendors'>,
  em: Em,
  { tenantId, mailboxId }: MailboxKey,
  underWay: readonly { id: string }[],
): Promise<void> {
  const stuck = await em.execute<{ id: string }[]>(
    `select c.id from campaigns c where c.tenant_id = :tenantId and c.status = 'sending' and not exists (
       select from campaign_mailboxes m where m.tenant_id = :tenantId and m.campaign_id = c.id
         and ${canSend('m')})`,
    { tenantId, vendors: vendorsOf(app) },
  )
  await pauseCampaigns(app, em, tenantId, 'NO_MAILBOX', { campaignIds: stuck.map(({ id }) => id) })
  await settleStranded(app, em, tenantId, { mailboxId })
  await announce(app, em, tenantId, underWay)
}

/**
 * Settles emails in flight of locked campaigns whose mailbox cannot finish them: it is gone, needs reconnecting, or no
 * longer belongs to the campaign. Emails without a provider draft were not sent and are pending again; the others are
 * uncertain and not resent (product: sending.once). Skips emails whose outcome is being recorded right now.
 */
export async function settleStranded(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  tenantId: string,
  which: { campaignId: string } | { mailboxId: string; pendingOnly?: boolean },
): Promise<void> {
  const now = app.clock()
  const campaigns = await em.execute<{ id: string }[]>(
    `with stranded as (
       select * from (select l.id, l.draft_id is not null or l.protocol <> 'draft' as doubtful
       from campaigns c join email_logs l on l.tenant_id = c.tenant_id and l.campaign_id = c.id
       where c.tenant_id = :tenantId and (:campaignId::uuid is null or c.id = :campaignId)
         and (:mailboxId::uuid is null or l.mailbox_id = :mailboxId)
         and (l.status = 'sending' and not :pendingOnly
           or (c.status = 'sending' or c.status = 'paused' and not :pendingOnly) and l.status = 'pending' and l.draft_id is not null)
         and not ${inWorkingMailbox('l')}
       for update of l skip locked) as locked),
     settled as (
       update email_logs l set status = case when doubtful then 'failed' else 'pending' end, retry_at = null, look_at = null,
         failed_at = case when doubtful then :now::timestamptz end, error = case when doubtful then :STRANDED end,
         attempted_at = case when doubtful then attempted_at end,
         attempts = case when doubtful then attempts else greatest(0, attempts - 1) end
       from stranded where l.tenant_id = :tenantId and l.id = stranded.id returning doubtful, ${emailColumns('l')}),
     ${noteEmails({ from: 'settled', event: `case when doubtful then ${FAILED} end` })},
     counted as (
       select campaign_id, count(*) filter (where doubtful)::int as more from settled group by campaign_id)
     update campaigns c set failed_count = failed_count + more from counted
     where c.tenant_id = :tenantId and c.id = counted.campaign_id returning c.id`,
    { tenantId, campaignId: null, mailboxId: null, pendingOnly: false, ...which, now, STRANDED },
  )
  for (const { id } of campaigns) {
    await failSuppressed(em, tenantId, now, { campaignId: id })
    await failCancelled(em, tenantId, now, id)
  }
  await announce(app, em, tenantId, campaigns)
}

/**
 * Records on a mailbox's campaigns when the scheduler wakes it for them, and each one's forecast. `opensAt`: when the mailbox
 * may send next; null = now. Locks the campaigns first, so that concurrent mailboxes see each other's changes.
 */
export async function planMailbox(
  app: Pick<App, 'events' | 'vendors'>,
  em: Em,
  key: MailboxKey,
  opensAt: Date | null,
  outlook: { rules: PaceRules; departures: readonly SentCounts[]; perSecond: number },
  now: Date,
): Promise<void> {
  interface Planned {
    id: string
    remaining: number
    mailboxes: number
    scheduledAt: Date | null
    lastWave: Date | null
    /** number of emails that wait for the winner of an A/B test; with the time of the decision (null: not known yet) */
    waiting: number
    decidesAt: Date | null
    waitHours: number | null
  }
  const campaigns = await em.execute<Planned[]>(
    `select c.id, c.scheduled_at as "scheduledAt",
       case when c.local_time_zone is not null then (select max(l.retry_at) from email_logs l
         where l.tenant_id = :tenantId and l.campaign_id = c.id and l.status = 'pending') end as "lastWave",
       c.ab_decides_at as "decidesAt", c.ab_wait_hours as "waitHours",
       case when ${isUndecided('c')} then (select count(*)::int from email_logs l where l.tenant_id = :tenantId
         and l.campaign_id = c.id and l.status = 'pending' and l.variant is null) else 0 end as waiting,
       -- Emails under way are departures already.
       c.total_contacts - c.sent_count - c.failed_count - (select count(*)::int from email_logs l
         where l.tenant_id = :tenantId and l.campaign_id = c.id and l.status = 'sending') as remaining,
       (select count(*)::int from campaign_mailboxes o where o.tenant_id = :tenantId and o.campaign_id = c.id
          and (${canSend('o')} or o.mailbox_id = m.mailbox_id)) as mailboxes
     from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'sending' and c.following_since is null
     order by c.id for update of c`,
    { ...key, vendors: vendorsOf(app) },
  )
  const shares = campaigns.map(({ remaining, mailboxes }) => Math.ceil(remaining / Math.max(1, mailboxes)))
  const rows = campaigns.map(({ id, scheduledAt, lastWave, mailboxes, ...test }, index) => {
    const later = scheduledAt && new Date(scheduledAt) > now ? new Date(scheduledAt) : null
    const from = later ?? (opensAt && opensAt > now ? opensAt : now)
    const need = needOf(shares[index] ?? 0, shares)
    const due = (emails: number, arrivals: readonly Arrivals[] = []) =>
      forecast(outlook.rules, outlook.departures, emails, outlook.perSecond, from, arrivals)
    const rest = Math.min(need, Math.ceil(test.waiting / Math.max(1, mailboxes)))
    const decided = test.decidesAt ? new Date(test.decidesAt) : addHours(due(need - rest) ?? from, test.waitHours ?? 0)
    const waves = [
      { at: from, count: need - rest },
      { at: decided, count: rest },
    ]
    const paced = due(need, rest > 0 ? waves : [])
    // Emails at local times leave no earlier than the last of them.
    const finishes = paced && lastWave && new Date(lastWave) > paced ? new Date(lastWave) : paced
    return { id, wakes: later ?? opensAt, finishes }
  })
  if (rows.length === 0) return
  await em.execute(
    `update campaign_mailboxes m set wakes_at = r.wakes, finishes_at = r.finishes
     from jsonb_to_recordset(:rows::jsonb) as r (id uuid, wakes timestamptz, finishes timestamptz)
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and m.campaign_id = r.id`,
    { rows: JSON.stringify(rows), ...key },
  )
  await announce(app, em, key.tenantId, campaigns)
}

const addHours = (time: Date, hours: number) => new Date(time.getTime() + hours * 3_600_000)

/** Records that sending from a mailbox broke off: the scheduler leaves the mailbox alone until the given time. */
export async function wakeLater(app: Pick<App, 'events'>, em: Em, key: MailboxKey, until: Date): Promise<void> {
  await em.execute(
    `update campaign_mailboxes m set wakes_at = greatest(m.wakes_at, :until) from campaigns c
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.tenant_id = m.tenant_id and c.id = m.campaign_id
       and c.status = 'sending'`,
    { until, ...key },
  )
  await announceMailbox(app, em, key)
}

/** Records that a mailbox does not send because the clock of this machine is wrong. */
export async function noteWrongClock(app: Pick<App, 'events'>, em: Em, key: MailboxKey, now: Date): Promise<void> {
  await em.execute(`update mailboxes set clock_wrong_at = :now where tenant_id = :tenantId and id = :mailboxId`, {
    now,
    ...key,
  })
  await announceMailbox(app, em, key)
}

/**
 * Pauses a mailbox's campaigns with too many refused or bounced emails, except those a person resumed. Returns how many
 * emails the mailbox may send before the next check.
 */
export async function pauseByCanary(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  percent: number,
): Promise<number> {
  if (percent <= 0) return Number.POSITIVE_INFINITY
  const counts = await em.execute<{ id: string; totalContacts: number; dealtWith: number; refused: number }[]>(
    `select c.id, c.total_contacts as "totalContacts", c.sent_count + f.refused as "dealtWith", f.refused
     from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     cross join lateral (
       select count(*)::int as refused from email_logs l
       where l.tenant_id = :tenantId and l.campaign_id = c.id and ${wasRefused('l')}) as f
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'sending' and not c.canary_passed`,
    { ...key },
  )
  const allowed = counts.map((campaign) => ({ id: campaign.id, more: canaryAllows(campaign, percent) }))
  const tripped = allowed.filter(({ more }) => more === 0).map(({ id }) => id)
  if (tripped.length > 0) await pauseToProtect(app, em, key.tenantId, 'CANARY', { campaignIds: tripped })
  return Math.min(Number.POSITIVE_INFINITY, ...allowed.filter(({ more }) => more > 0).map(({ more }) => more))
}

/**
 * Finds the page on which people see a campaign: for a follow-up its campaign, for an answer the reply, otherwise the
 * campaign itself.
 */
async function shownOf(
  em: Em,
  tenantId: string,
  ids: readonly string[],
): Promise<{ kind: 'campaign' | 'reply'; id: string }[]> {
  if (ids.length === 0) return []
  const rows = await em.execute<{ id: string; parent: string | null; reply: string | null }[]>(
    `select id, parent_id as parent, answers_reply_id as reply from campaigns
     where tenant_id = :tenantId and id = any (:ids::uuid[]) and (parent_id is not null or answers_reply_id is not null)`,
    { tenantId, ids: uuidArray(new Set(ids)) },
  )
  const hidden = new Map(rows.map((row) => [row.id, row]))
  const campaigns = ids.flatMap((id) => (hidden.get(id)?.reply ? [] : (hidden.get(id)?.parent ?? id)))
  return [
    ...[...new Set(campaigns)].map((id) => ({ kind: 'campaign' as const, id })),
    ...rows.flatMap(({ reply }) => (reply ? [{ kind: 'reply' as const, id: reply }] : [])),
  ]
}
