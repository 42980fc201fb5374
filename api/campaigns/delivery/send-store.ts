import { isDeepStrictEqual } from 'node:util'
import { trialEnded, type SendCeiling } from '#domain/plans.ts'
import { failSuppressed, holdSuppressions } from '../../audiences/suppressions.ts'
import type { App } from '../../context.ts'
import { uuidArray, type Em } from '../../platform/database.ts'
import { MailAccount, type Provider } from '../../mail-accounts/mail-account.ts'
import { openMailbox } from '../../mail-accounts/open-mailbox.ts'
import { noteBreakdown, noteOutage, outageOf } from '../../mail-accounts/outages.ts'
import { pace } from '#domain/pacing/pace.ts'
import type { Attempt, MailboxKey, SendStore } from '../../sending/store.ts'
import { settingsOf } from '../../settings/settings.ts'
import { addressesOf } from '../../tracking/addresses.ts'
import { Tenant } from '../../tenants/tenant.ts'
import { Campaign } from '../campaign.ts'
import { createDraftStore } from './draft-store.ts'
import { departures, keepDepartures, LEFT } from './ledger.ts'
import { mailContent } from '../mail-content.ts'
import { mailboxRules } from './mailbox-rules.ts'
import {
  announce,
  blockMailbox,
  explainMailbox,
  failCancelled,
  pauseByCanary,
  pauseCampaigns,
  stopWithReason,
} from './sending-state.ts'

const ATTEMPT = `l.id as "logId", l.campaign_id as "campaignId", l.attempts, l.failures, l.attempted_at as "claimedAt", l.protocol,
  l.draft_id as "draftId", l.draft_history as history, l.look_at as "lookAt", l.variant, l.contact_email as email, l.merge_values as "merge"`

type AttemptRow = Omit<Attempt, 'firstName' | 'lastName' | 'fields'> & {
  merge: { firstName: string; lastName: string; fields: Record<string, string> }
}

/** bytes of files from which on Microsoft wants them uploaded apart from the message */
const UPLOADED_FROM = 3_000_000

/** SQL for the moment up to which a circuit breaker holds; null where it does not. */
const msOf = (breaker: string) => `to_timestamp((${breaker}->>'until')::bigint / 1000.0)`

/** A mailbox that works, of a vendor that this installation is configured for; its parameter is a JSON list of these vendors. */
const CAN_BE_ASKED = (account: string) =>
  `${account}.status <> 'error' and ${account}.provider in (select value from jsonb_array_elements_text(?::jsonb))`

/** A mailbox of a campaign that nothing keeps from sending until a person mends it. */
const able = (mailbox: string) =>
  `(${mailbox}.status_reason is null or ${mailbox}.status_reason not in ('RECONNECT', 'NO_MAILBOX'))`

/**
 * Which pending mails of campaign `c` a mailbox may take: those of which no draft lies elsewhere. A draft of another mailbox that still
 * works is that one's to settle, as nobody else can look it up.
 */
const TAKEABLE = `(draft_id is null or mail_account_id = m.mail_account_id or not exists (
  select from campaign_mailboxes other where other.tenant_id = email_logs.tenant_id and other.campaign_id = c.id
    and other.mail_account_id = email_logs.mail_account_id and ${able('other')}))`

/** Campaign `c` has no mail that is still to be sent, or on its way. */
const NOTHING_LEFT = `not exists (select from email_logs l
  where l.tenant_id = c.tenant_id and l.campaign_id = c.id and l.status in ('pending', 'sending'))`

/** Campaign `c` waits for a person with mails that are taken up again once it is resumed (product: sending.expired): it is not over. */
const TO_BE_RESUMED = `(c.status = 'paused' and c.cancelled_at is null and exists (select from email_logs l
  where l.tenant_id = c.tenant_id and l.campaign_id = c.id and l.status = 'failed' and l.error like 'EXPIRED_TOKEN%'))`

/** The engine's store on PostgreSQL. Rows and counters change in one statement, so that they agree at every commit. */
export function createSendStore(
  app: Pick<App, 'database' | 'events' | 'secrets' | 'links' | 'vendors' | 'clock' | 'publicUrl'>,
  providerCeilings: (provider: Provider) => readonly SendCeiling[],
): SendStore {
  const inTenant = <T>(key: MailboxKey, work: (em: Em) => Promise<T>) => app.database.inTenant(key.tenantId, work)
  const rulesOf = async (em: Em, tenant: Tenant, { tenantId, id, provider }: MailAccount, now: Date) =>
    mailboxRules(em, tenant, {
      providerCeilings: providerCeilings(provider),
      uploadBytes: provider === 'microsoft' ? await largestUpload(em, { tenantId, mailAccountId: id }) : 0,
      now,
    })

  return {
    ...createDraftStore(app),

    open: (key) =>
      inTenant(key, async (em) => {
        const tenant = await em.findOneOrFail(Tenant, { id: key.tenantId })
        const account = await em.findOne(MailAccount, { id: key.mailAccountId })
        const ended = trialEnded(tenant.trialEndsAt, app.clock())
        const refusal = tenant.isActive ? (ended ? 'TRIAL_ENDED' : null) : 'TENANT_INACTIVE'
        if (refusal) await pauseCampaigns(app, em, key.tenantId, refusal, key)
        const mailbox = account && account.status !== 'error' ? openMailbox(app, account) : null
        if (!account || !mailbox) {
          await blockMailbox(app, em, key, account?.status === 'error' ? 'RECONNECT' : 'NO_MAILBOX')
          return null
        }
        return {
          mailbox,
          from: { name: account.name, address: account.email },
          rules: await rulesOf(em, tenant, account, app.clock()),
          throttledUntil: account.throttledUntil ?? null,
          sends: refusal === null,
          sendAgainInDoubt: (await settingsOf(em, key.tenantId)).sendAgainInDoubt,
          outage: await outageOf(em, key),
          brokeOffUntil: account.breakdown ? new Date(account.breakdown.until) : null,
        }
      }),

    unsettled: (key, now) =>
      inTenant(key, async (em) =>
        attempts(
          await em.execute<AttemptRow[]>(
            `select ${ATTEMPT} from email_logs l
             where l.tenant_id = :tenantId and l.mail_account_id = :mailAccountId and l.status = 'sending' and (l.look_at is null or l.look_at <= :now)`,
            { tenantId: key.tenantId, mailAccountId: key.mailAccountId, now },
          ),
        ),
      ),

    claim: (key, { rules, most, protocol, room }, now) =>
      inTenant(key, async (em) => {
        if (rules.windows.some(({ scope }) => scope === 'workspace')) {
          await em.execute(`select pg_advisory_xact_lock(hashtextextended(:tenantId, 1))`, { tenantId: key.tenantId })
        }
        const allowed = room === null ? pace(rules, await departures(em, key, rules.windows, now), now) : { room }
        if (allowed.room === 0) return { attempts: [], pace: allowed }
        const limit = Math.min(most, allowed.room)
        const rows = await em.execute<AttemptRow[]>(
          `with picked as (
             select turn.id from campaign_mailboxes m
             join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
             cross join lateral (
               select id, row_number() over () as place from (
                 select id from email_logs
                 where tenant_id = :tenantId and campaign_id = c.id and status = 'pending' and (retry_at is null or retry_at <= :now)
                   and ${TAKEABLE}
                 order by id limit :limit for update skip locked) as next) as turn
             where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.status = 'sending'
               and (c.scheduled_at is null or c.scheduled_at <= :now)
             order by turn.place limit :limit)
           update email_logs l set status = 'sending', attempted_at = :now, attempts = attempts + 1, mail_account_id = :mailAccountId,
             protocol = :protocol, retry_at = null, look_at = null, draft_id = case when mail_account_id = :mailAccountId then draft_id end,
             draft_history = case when draft_id is null or mail_account_id = :mailAccountId then draft_history else '[]' end
           where l.tenant_id = :tenantId and l.id = any (array (select id from picked))
           returning ${ATTEMPT}`,
          { tenantId: key.tenantId, now, limit, mailAccountId: key.mailAccountId, protocol },
        )
        return { attempts: attempts(rows), pace: allowed }
      }),

    content: (key, campaignId) =>
      inTenant(key, async (em) => {
        const campaign = await em.findOneOrFail(Campaign, { id: campaignId })
        return { ...(await mailContent(app, em, campaign)), own: await addressesOf(app, em, campaign) }
      }),

    record: (key, outcomes) =>
      inTenant(key, async (em) => {
        const rows = outcomes.map(({ attempt, at, ...outcome }) => {
          const receipt = 'receipt' in outcome ? outcome.receipt : null
          return {
            id: attempt.logId,
            claimed: attempt.claimedAt,
            at,
            error: 'error' in outcome ? outcome.error.slice(0, 4_000) : null,
            history: attempt.history,
            message: receipt?.messageId ?? null,
            internet: receipt?.internetMessageId ?? null,
            thread: receipt?.threadId ?? null,
          }
        })
        const changed = await em.execute<{ id: string }[]>(
          `with settled as (
             update email_logs l set status = case when o.error is null then 'sent' else 'failed' end, error = o.error,
               sent_at = case when o.error is null then o.at end, failed_at = case when o.error is not null then o.at end,
               message_id = o.message, internet_message_id = o.internet, thread_id = o.thread, look_at = null,
               draft_history = o.history
             from jsonb_to_recordset(:rows::jsonb) as o (id uuid, claimed timestamptz, at timestamptz, error text, message text,
               internet text, thread text, history jsonb)
             where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = o.id and l.status = 'sending'
               and l.attempted_at = o.claimed
             returning l.campaign_id, l.status),
           counted as (
             select campaign_id, count(*) filter (where status = 'sent')::int as sent,
               count(*) filter (where status = 'failed')::int as failed
             from settled group by campaign_id)
           update campaigns c set sent_count = sent_count + sent, failed_count = failed_count + failed from counted
           where c.tenant_id = :tenantId and c.id = counted.campaign_id returning c.id`,
          { rows: JSON.stringify(rows), tenantId: key.tenantId, ids: uuidArray(rows.map(({ id }) => id)) },
        )
        await announce(app, em, key.tenantId, changed)
      }),

    release: (key, released, again) =>
      inTenant(key, async (em) => {
        await holdSuppressions(em, key.tenantId)
        // Whoever cancels a campaign holds it: a mail comes back before that, or is not sent any more.
        await em.execute(
          `select from campaigns where tenant_id = :tenantId and id = any (:ids::uuid[]) order by id for update`,
          { tenantId: key.tenantId, ids: uuidArray(new Set(released.map(({ campaignId }) => campaignId))) },
        )
        for (const { logId, campaignId, claimedAt, draftId, history } of released) {
          if (again?.mayHaveLeft) {
            await keepDepartures(em, { tenantId: key.tenantId, id: campaignId }, ['l.id = ?', [logId]], again.retryAt)
          }
          await em.execute(
            `update email_logs set status = 'pending', retry_at = :retryAt, attempted_at = null, look_at = null, draft_history = :history::jsonb,
               attempts = attempts - :attempts, failures = failures + :failures
             where tenant_id = :tenantId and id = :logId and status = 'sending' and attempted_at = :claimedAt
               and (:draftId::text is not null or draft_id is null)`,
            {
              retryAt: again?.retryAt ?? null,
              history: JSON.stringify(history),
              attempts: again ? 0 : 1,
              failures: again?.failed ? 1 : 0,
              tenantId: key.tenantId,
              logId,
              claimedAt,
              draftId,
            },
          )
          await announce(app, em, key.tenantId, await failSuppressed(em, key.tenantId, app.clock(), { logId }))
        }
        for (const campaignId of new Set(released.map((attempt) => attempt.campaignId))) {
          await announce(app, em, key.tenantId, await failCancelled(em, key.tenantId, app.clock(), campaignId))
        }
      }),

    throttle: (key, until) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update mail_accounts set throttled_until = greatest(throttled_until, :until) where tenant_id = :tenantId and id = :mailAccountId`,
          { until, tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
      }),

    noteOutage: (key, event, everywhere, now) =>
      inTenant(key, (em) => noteOutage(em, key, event, everywhere, now.getTime())),

    noteBreakdown: (key, broken, now) =>
      inTenant(key, async (em) => {
        const breakdown = await noteBreakdown(em, key, broken, now.getTime())
        if (!breakdown) return null
        const until = new Date(breakdown.until)
        await stopWithReason(app, em, key, 'INTERNAL_ERROR', until)
        return until
      }),

    noteWrongClock: (key) => inTenant(key, (em) => stopWithReason(app, em, key, 'CLOCK_WRONG', null)),

    expire: (key, reason) =>
      inTenant(key, async (em) => {
        await em.execute(
          `update mail_accounts set status = 'error', status_reason = :statusReason where tenant_id = :tenantId and id = :mailAccountId`,
          { statusReason: reason.slice(0, 1_000), tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
        await blockMailbox(app, em, key, 'RECONNECT')
      }),

    explain: (key, why, { rules, perSecond }, now) =>
      inTenant(key, async (em) => {
        // Whoever changes the settings wakes these rows after it: with them held, the rules read here are the last ones or it comes later.
        await em.execute(
          `select from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
           where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.status = 'sending' order by c.id for update of c, m`,
          { tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
        const tenant = await em.findOneOrFail(Tenant, { id: key.tenantId })
        const account = await em.findOne(MailAccount, { id: key.mailAccountId })
        if (!account || !isDeepStrictEqual(await rulesOf(em, tenant, account, now), rules)) return false
        const outlook = { rules, perSecond, departures: await departures(em, key, rules.windows, now) }
        await explainMailbox(app, em, key, why, outlook, now)
        return true
      }),

    watchCanary: (key) =>
      inTenant(key, async (em) => pauseByCanary(app, em, key, (await settingsOf(em, key.tenantId)).canaryPercent)),

    finish: (key, now) =>
      inTenant(key, async (em) => {
        // Whoever gives a campaign new mails holds it. Looked for before they were there, and changed after, it would be over with mails to send.
        await em.execute(
          `select from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
           where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.status in ('sending', 'paused') and ${NOTHING_LEFT}
           order by c.id for update of c`,
          { tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
        const finished = await em.execute<{ id: string }[]>(
          `update campaigns c set status = case when sent_count > 0 then 'sent' else 'failed' end, sent_at = :now,
             status_reason = null, resumes_at = null, finishes_at = null
           from campaign_mailboxes m
           where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.tenant_id = m.tenant_id and c.id = m.campaign_id
             and c.status in ('sending', 'paused') and ${NOTHING_LEFT} and not ${TO_BE_RESUMED}
           returning c.id`,
          { now, tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
        await announce(app, em, key.tenantId, finished)
        await em.execute(
          `update mail_accounts m set last_used_at = coalesce((
             select max(attempted_at) from email_logs l where l.tenant_id = m.tenant_id and l.mail_account_id = m.id and ${LEFT}), last_used_at)
           where tenant_id = :tenantId and id = :mailAccountId`,
          { tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
      }),

    nextDue: (key) =>
      inTenant(key, async (em) => {
        const [left] = await em.execute<{ due: Date }[]>(
          `select greatest(m.throttled_until, ?, left_over.at, ${msOf('m.outage')}, ${msOf('m.breakdown')}) as due from mail_accounts m
           cross join lateral (
             select min(coalesce(look_at, attempted_at)) as at from email_logs l
             where l.tenant_id = m.tenant_id and l.mail_account_id = m.id and l.status = 'sending') as left_over
           where m.tenant_id = ? and m.id = ? and ${CAN_BE_ASKED('m')} and left_over.at is not null`,
          [app.clock(), key.tenantId, key.mailAccountId, JSON.stringify(Object.keys(app.vendors))],
        )
        const [row] = await em.execute<{ due: Date }[]>(
          `select greatest(coalesce(l.retry_at, :now), coalesce(c.scheduled_at, :now)) as due
           from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
           cross join lateral (
             select retry_at from email_logs where tenant_id = :tenantId and campaign_id = c.id and status = 'pending'
               and ${TAKEABLE}
             order by retry_at nulls first limit 1) as l
           where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId and c.status = 'sending' and ${able('m')} order by 1 limit 1`,
          { now: app.clock(), tenantId: key.tenantId, mailAccountId: key.mailAccountId },
        )
        const dues = [left, row].flatMap((found) => (found ? [new Date(found.due).getTime()] : []))
        return dues.length === 0 ? null : new Date(Math.min(...dues))
      }),
  }
}

/**
 * Mailboxes with campaigns that are sending and whose time has come, and those with emails that a dead worker left under way, whatever
 * became of their campaigns since: only the mailbox tells whether such an email left. One that cannot be asked waits until it can.
 */
export async function dueMailboxes(app: Pick<App, 'database' | 'clock' | 'vendors'>): Promise<MailboxKey[]> {
  return app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select tenant_id as "tenantId", mail_account_id as "mailAccountId" from (
         select a.tenant_id, a.id as mail_account_id from mail_accounts a
         where coalesce(greatest(a.throttled_until, ${msOf('a.outage')}, ${msOf('a.breakdown')}) <= ?, true) and ${CAN_BE_ASKED('a')}
           and (a.tenant_id, a.id) in (
             select l.tenant_id, l.mail_account_id from email_logs l where l.status = 'sending' and (l.look_at is null or l.look_at <= ?))
         union
         select m.tenant_id, m.mail_account_id from campaigns c
         join campaign_mailboxes m on m.tenant_id = c.tenant_id and m.campaign_id = c.id
         where c.status = 'sending' and (c.scheduled_at is null or c.scheduled_at <= ?)
           and (m.resumes_at is null or m.resumes_at <= ?) and m.status_reason is distinct from 'RECONNECT') as due
       order by random() limit 1000`,
      [app.clock(), JSON.stringify(Object.keys(app.vendors)), app.clock(), app.clock(), app.clock()],
    ),
  )
}

/** Bytes of the largest upload among the campaigns that a mailbox sends; 0 when all files fit into their messages. */
async function largestUpload(em: Em, key: MailboxKey): Promise<number> {
  const [row] = await em.execute<{ bytes: number }[]>(
    `select max(bytes)::int as bytes from (
       select sum(a.size) as bytes from campaign_mailboxes m
       join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id and c.status = 'sending'
       join attachments a on a.tenant_id = c.tenant_id and a.campaign_id = c.id
       where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId group by c.id having sum(a.size) > :UPLOADED_FROM) as uploads`,
    { tenantId: key.tenantId, mailAccountId: key.mailAccountId, UPLOADED_FROM },
  )
  return row?.bytes ?? 0
}

function attempts(rows: AttemptRow[]): Attempt[] {
  return rows.map(({ merge, claimedAt, lookAt, ...row }) => ({
    ...row,
    ...merge,
    claimedAt: new Date(claimedAt),
    lookAt: lookAt && new Date(lookAt),
  }))
}
