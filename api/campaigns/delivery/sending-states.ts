import { internalErrorText, mailboxWorksText, STATUS_REASONS, type StatusReason } from '#domain/campaigns/campaigns.ts'
import { mailboxRefusalText } from '#domain/emails/delivery-errors.ts'
import { campaignGate, mailboxGate, type CampaignFacts, type Gate } from '#domain/pacing/sending-gates.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { nextFollowUpTimes } from '../follow-ups/next-follow-up-time.ts'
import { awaitsWinner, inWorkingMailbox, isUndecided } from '#api/emails/email-sql-conditions.ts'
import { isDiskFull, mailboxFactsOf, workspaceGate, type KnownMailbox } from '#api/mailboxes/mailbox-facts.ts'

/** Reason why nothing is sent right now, with its text and its end; the end is null if somebody has to act first. */
export interface Wait {
  reason: StatusReason
  text: string
  until: Date | null
}

/** Reason for which a campaign is not sending right now (null if it is), and when it will be finished. */
export interface SendingState {
  wait: Wait | null
  finishesAt: Date | null
}

/** State of a campaign that neither sends nor waits. */
export const AT_REST: SendingState = { wait: null, finishesAt: null }

/**
 * Maps campaign ids to their sending states, with the reason why a campaign sends nothing right now. Asks the same
 * gates as the sending engine.
 */
export async function sendingStatesOf(call: Call, ids: readonly string[]): Promise<Map<string, SendingState>> {
  const { tenantId } = viewerOf(call)
  const { app } = call
  const now = app.clock()
  const diskFull = await isDiskFull(app)
  return app.database.inTenant(tenantId, async (em) => {
    const campaigns = await factsOfCampaigns(em, tenantId, ids, now)
    const active = campaigns.filter(({ status }) => status === 'sending' || status === 'paused')
    const rows = await mailboxesOfCampaigns(em, tenantId, active)
    const known = await mailboxFactsOf(app, em, tenantId, [...new Set(rows.map(({ mailboxId }) => mailboxId))], {
      diskFull,
      now,
    })
    const byCampaign = Map.groupBy(rows, ({ campaignId }) => campaignId)
    return new Map(
      active.map((campaign) => {
        const own = (byCampaign.get(campaign.id) ?? []).flatMap((row) => {
          const mailbox = known.get(row.mailboxId)
          return mailbox ? [{ ...row, ...mailbox }] : []
        })
        return [campaign.id, stateOf(campaign, own, now)]
      }),
    )
  })
}

/**
 * Maps mailbox ids to the reason why the mailbox would send nothing right now. Mailboxes that may send are left out.
 */
export async function mailboxWaitsOf(call: Call, ids: readonly string[]): Promise<Map<string, Wait>> {
  const { tenantId } = viewerOf(call)
  const { app } = call
  const now = app.clock()
  const diskFull = await isDiskFull(app)
  const known = await app.database.inTenant(tenantId, (em) => mailboxFactsOf(app, em, tenantId, ids, { diskFull, now }))
  return new Map(
    [...known].flatMap(([id, mailbox]) => {
      const wait = waitOf(mailboxGate(mailbox.facts, now), [mailbox])
      return wait ? [[id, wait] as const] : []
    }),
  )
}

function stateOf(campaign: StoredFacts, mailboxes: readonly (StoredMailbox & KnownMailbox)[], now: Date): SendingState {
  const facts = mailboxes.map(({ facts: own, mayUse }) => ({ ...own, mayUse }))
  const wait = waitOf(campaignGate(campaign, facts, now), mailboxes)
  return {
    wait,
    finishesAt: campaign.status === 'sending' && !campaign.isFollowing ? forecastOf(mailboxes, wait) : null,
  }
}

/**
 * Returns when the campaign's last email leaves: the latest forecast of its mailboxes. Null if there is no forecast, or
 * if a wait lasts longer than the forecast.
 */
function forecastOf(mailboxes: readonly (StoredMailbox & KnownMailbox)[], wait: Wait | null): Date | null {
  const times = mailboxes
    .filter(({ facts }) => !facts.needsReconnect && facts.isServed)
    .flatMap(({ finishesAt }) => (finishesAt ? [finishesAt.getTime()] : []))
  if (times.length === 0 || (wait && wait.until === null)) return null
  const last = Math.max(...times)
  return wait?.until && last < wait.until.getTime() ? null : new Date(last)
}

function waitOf(gate: Gate | null, mailboxes: readonly KnownMailbox[]): Wait | null {
  return gate && { ...gate, text: textOf(gate.reason, mailboxes) }
}

function textOf(reason: StatusReason, mailboxes: readonly KnownMailbox[]): string {
  if (reason === 'INTERNAL_ERROR') {
    return internalErrorText(mailboxes.find(({ account }) => account.breakdown)?.account.breakdown?.reason ?? null)
  }
  if (reason === 'MAILBOX_REFUSED') {
    const refused = mailboxes.find(({ account }) => account.outage?.cause === 'mailbox')
    return mailboxRefusalText(refused?.account.outage?.reason ?? '') ?? STATUS_REASONS[reason]
  }
  const working = mailboxes.find(({ facts }) => !facts.needsReconnect && facts.isServed)
  if (reason === 'MAILBOX_WORKS' && working) return mailboxWorksText(working.account.email)
  return STATUS_REASONS[reason]
}

type StoredFacts = CampaignFacts & { id: string }

async function factsOfCampaigns(em: Em, tenantId: string, ids: readonly string[], now: Date): Promise<StoredFacts[]> {
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  const emails = `from email_logs l where l.tenant_id = :tenantId and l.campaign_id = c.id`
  const rows = await em.execute<Omit<StoredFacts, 'workspace'>[]>(
    `select c.id, c.status, c.paused_because as "pausedBecause", c.scheduled_at as "scheduledAt",
       next.at as "retryAt", coalesce(next.is_first, false) as "awaitsLocalTime",
       c.following_since is not null as "isFollowing",
       case when c.following_since is not null then (select min(l.next_step_at) from campaigns k
         join email_logs l on l.tenant_id = :tenantId and l.campaign_id = k.id and l.next_step_at is not null
         where k.tenant_id = :tenantId and (k.id = c.id or k.parent_id = c.id)) end as "followsUpAt",
       case when ${isUndecided('c')} then c.ab_decides_at end as "abDecidesAt",
       c.status = 'sending' and exists (select ${emails} and l.status = 'sending')
         and not exists (select ${emails} and (l.status = 'pending' and not ${awaitsWinner('l', 'c')} or l.status = 'sending' and ${inWorkingMailbox('l')})) as "leftInDoubt"
     from campaigns c left join lateral (
       select coalesce(l.retry_at, l.look_at) as at, l.status = 'pending' and l.attempts = 0 as is_first
       ${emails} and l.status in ('pending', 'sending') and not ${awaitsWinner('l', 'c')}
       order by 1 limit 1) as next on c.status = 'sending'
         and not exists (select ${emails} and l.status = 'pending' and not ${awaitsWinner('l', 'c')} and (l.retry_at is null or l.retry_at <= :now))
         and not exists (select ${emails} and l.status = 'sending' and (l.look_at is null or l.look_at <= :now))
     where c.tenant_id = :tenantId and c.id = any (:ids::uuid[])`,
    { tenantId, ids: uuidArray(ids), now },
  )
  const workspace = workspaceGate(tenant, now)
  const following = rows.filter(({ status, followsUpAt }) => status === 'sending' && followsUpAt !== null)
  const times = await nextFollowUpTimes(
    em,
    tenantId,
    following.map(({ id }) => id),
    now,
  )
  return rows.map((row) => ({
    ...row,
    scheduledAt: date(row.scheduledAt),
    retryAt: date(row.retryAt),
    followsUpAt: times.get(row.id) ?? date(row.followsUpAt),
    abDecidesAt: date(row.abDecidesAt ?? null),
    workspace,
  }))
}

interface StoredMailbox {
  campaignId: string
  mailboxId: string
  finishesAt: Date | null
  mayUse: boolean
}

async function mailboxesOfCampaigns(
  em: Em,
  tenantId: string,
  campaigns: readonly { id: string }[],
): Promise<StoredMailbox[]> {
  if (campaigns.length === 0) return []
  const rows = await em.execute<StoredMailbox[]>(
    `select m.campaign_id as "campaignId", m.mailbox_id as "mailboxId", m.finishes_at as "finishesAt",
       m.chosen_by is null or m.chosen_by = a.user_id or a.shared_with_all or exists (
         select from mailbox_shares s where s.tenant_id = :tenantId and s.mailbox_id = a.id and s.user_id = m.chosen_by) as "mayUse"
     from campaign_mailboxes m join mailboxes a on a.tenant_id = m.tenant_id and a.id = m.mailbox_id
     where m.tenant_id = :tenantId and m.campaign_id = any (:ids::uuid[]) order by m.position`,
    { tenantId, ids: uuidArray(campaigns.map(({ id }) => id)) },
  )
  return rows.map((row) => ({ ...row, finishesAt: date(row.finishesAt) }))
}

const date = (value: Date | null) => value && new Date(value)
