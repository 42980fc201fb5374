import { RESTORED_REASONS } from '#domain/campaigns/campaigns.ts'
import { TASK_KINDS } from '#domain/tasks.ts'
import { canClaim } from '#api/emails/claim-emails.ts'
import { awaitsWinner, canSend, isUncertain, vendorsOf } from '#api/emails/email-sql-conditions.ts'
import { isSending } from '#api/emails/follow-up-conditions.ts'
import type { App } from '#api/platform/app-context.ts'
import { setVariables, type Em } from '#api/platform/database/database.ts'
import type { GaugeValue } from './metrics.ts'

/** ms that one statement may take; then the values are missing from this scrape */
const STATEMENT_TIMEOUT = 3_000
/** Maximum number of rows that are counted, because a metrics scrape must stay cheap. */
const COUNTED_ROWS_MAX = 100_000

type FiguresApp = Pick<App, 'database' | 'clock' | 'vendors'>

/**
 * Reads the values about the whole installation: short statements over partial indexes and over the campaigns that are
 * sending, never over all emails or contacts. Rejects if the database does not answer.
 */
export async function installationFigures(app: FiguresApp): Promise<GaugeValue[]> {
  return app.database.asSystem(async (em) => {
    await setVariables(em, { statement_timeout: String(STATEMENT_TIMEOUT) })
    return [
      ...(await queueFigures(em)),
      ...(await sendingFigures(app, em)),
      ...(await emailFigures(em)),
      ...(await webhookFigures(em)),
      ...(await otherFigures(app, em)),
    ]
  })
}

/** Reads how many jobs wait in each queue; the queue updates its own counts every few seconds. */
async function queueFigures(em: Em): Promise<GaugeValue[]> {
  const rows = await em.execute<{ queue: string; ready: number; active: number; deferred: number }[]>(
    `select name as queue, ready_count as ready, active_count as active, deferred_count as deferred from pgboss.queue
     where name not like '\\_\\_%'`,
  )
  return rows.flatMap(({ queue, ...counts }) =>
    Object.entries(counts).map(([state, count]): GaugeValue => ['queueJobs', { queue, state }, count]),
  )
}

/** SQL for when a circuit breaker lets the next request through; null if it is closed. */
const openUntil = (breaker: string) => `to_timestamp((${breaker}->>'until')::bigint / 1000.0)`

/** SQL: number of emails of campaign `c` without an outcome. */
const REMAINING = 'c.total_contacts - c.sent_count - c.failed_count'

/** SQL: time since which campaign `c` may send from its mailbox `a`, because nothing holds it back. */
const MAY_SINCE = `greatest(c.started_at, c.scheduled_at, m.wakes_at, a.throttled_until, a.quota_until, ${openUntil('a.outage')}, ${openUntil('a.sign_in_doubt')},
  ${openUntil('a.breakdown')}, (:outages::jsonb ->> a.provider)::timestamptz)`

interface SendingRow {
  pending: string
  due: string
  oldest: number | null
  circuits: Record<string, number> | null
  throttled: Record<string, number> | null
}

/**
 * Reads figures of campaigns that are sending, with their mailboxes. A mailbox that may send counts as waiting since
 * the last reason to wait ended, or since its last email.
 */
async function sendingFigures(app: FiguresApp, em: Em): Promise<GaugeValue[]> {
  const down = await em.execute<{ provider: string; until: Date | null; open: number; refused: number }[]>(
    `select provider, greatest(${openUntil('outage')}, ${openUntil('registration')}) as until,
       (outage is not null and ${openUntil('outage')} > :now)::int as open,
       -- It is tried at most every few minutes, and stays refused in between.
       (registration is not null and ${openUntil('registration')} > :now::timestamptz - interval '10 minutes')::int as refused
     from provider_outages`,
    { now: app.clock() },
  )
  const [row] = await em.execute<[SendingRow]>(
    `with ways as materialized (
       select c.tenant_id, c.id, a.id as mailbox_id, a.provider, ${REMAINING} as remaining,
         greatest(a.throttled_until, a.quota_until) as rests_until, ${openUntil('a.outage')} as outage_until,
         ${MAY_SINCE} as may_since, (
           select l.attempted_at from email_logs l
           where l.tenant_id = c.tenant_id and l.mailbox_id = a.id and l.attempted_at is not null
           order by l.attempted_at desc limit 1) as last_at,
         ${REMAINING} > 0 and ${MAY_SINCE} <= :now and ${canSend('m', 'c.tenant_id')} and exists (
           select from email_logs e where e.tenant_id = c.tenant_id and e.campaign_id = c.id and e.status = 'pending'
             and (e.retry_at is null or e.retry_at <= :now) and not ${awaitsWinner('e', 'c')}
             and ${canClaim('e', 'm', 'c', 'c.tenant_id')}) as ready
       from campaigns c
       join campaign_mailboxes m on m.tenant_id = c.tenant_id and m.campaign_id = c.id
       join mailboxes a on a.tenant_id = c.tenant_id and a.id = m.mailbox_id
       where ${isSending('c', 'c.tenant_id')}),
     waits as (
       select greatest(min(may_since), max(last_at)) as since from ways where ready group by tenant_id, mailbox_id)
     select (select coalesce(sum(${REMAINING}), 0) from campaigns c where ${isSending('c', 'c.tenant_id')}) as pending,
       (select coalesce(sum(remaining), 0) from (select distinct tenant_id, id, remaining from ways where ready) as r) as due,
       (select extract(epoch from :now::timestamptz - min(since))::float8 from waits) as oldest,
       (select jsonb_object_agg(provider, mailboxes) from (
          select provider, count(distinct mailbox_id) as mailboxes from ways where outage_until > :now group by provider) as o) as circuits,
       (select jsonb_object_agg(provider, mailboxes) from (
          select provider, count(distinct mailbox_id) as mailboxes from ways where rests_until > :now group by provider) as t) as throttled`,
    {
      now: app.clock(),
      vendors: vendorsOf(app),
      outages: JSON.stringify(Object.fromEntries(down.map(({ provider, until }) => [provider, until]))),
    },
  )
  const unread = await em.execute<{ provider: string; inboxes: number }[]>(
    `select provider, count(*)::int as inboxes from mailboxes
     where inbox_error is not null and status <> 'error' group by provider`,
  )
  const providers = Object.keys(app.vendors)
  return [
    ['emailsPending', {}, Number(row.pending)],
    ['emailsDue', {}, Number(row.due)],
    ['oldestDueAge', {}, Math.max(0, row.oldest ?? 0)],
    ...down.flatMap(({ provider, open, refused }): GaugeValue[] => [
      ['openCircuits', { provider, scope: 'provider' }, open],
      ['openCircuits', { provider, scope: 'registration' }, refused],
    ]),
    ...providers.flatMap((provider): GaugeValue[] => [
      ['openCircuits', { provider, scope: 'mailbox' }, row.circuits?.[provider] ?? 0],
      ['throttledMailboxes', { provider }, row.throttled?.[provider] ?? 0],
      ['unreadInboxes', { provider }, unread.find((each) => each.provider === provider)?.inboxes ?? 0],
    ]),
  ]
}

/** SQL: how many rows there are, counted up to the limit. */
const counted = (from: string) =>
  `(select count(*)::int from (select 1 from ${from} limit ${COUNTED_ROWS_MAX}) as seen)`

async function emailFigures(em: Em): Promise<GaugeValue[]> {
  const [row] = await em.execute<[{ flight: number; doubt: number }]>(
    `select ${counted(`email_logs l where l.status = 'sending'`)} as flight,
       ${counted(`email_logs l where ${isUncertain('l')}`)} as doubt`,
  )
  return [
    ['emailsInFlight', {}, row.flight],
    ['emailsInDoubt', {}, row.doubt],
  ]
}

async function webhookFigures(em: Em): Promise<GaugeValue[]> {
  const [row] = await em.execute<[{ waiting: number; enabled: number; failing: number; disabled: number }]>(
    `select ${counted(`webhook_deliveries d where d.status = 'pending'`)} as waiting, w.* from (
       select count(*) filter (where enabled)::int as enabled,
         count(*) filter (where enabled and failing_since is not null)::int as failing,
         count(*) filter (where not enabled and disabled_because is not null)::int as disabled
       from webhooks where live_until is null) as w`,
  )
  return [
    ['webhookDeliveries', {}, row.waiting],
    ...(['enabled', 'failing', 'disabled'] as const).map((state): GaugeValue => ['webhooks', { state }, row[state]]),
  ]
}

/** Reads figures of tasks, of the protection against restored databases, and of the workers' heartbeat. */
async function otherFigures(app: FiguresApp, em: Em): Promise<GaugeValue[]> {
  const tasks = await em.execute<{ kind: string; running: number; age: number }[]>(
    `select kind, count(*)::int as running, extract(epoch from :now::timestamptz - min(touched_at))::float8 as age
     from tasks where status = 'running' group by kind`,
    { now: app.clock() },
  )
  // A row for each mailbox that was searched because of a restore; without one no campaign is held.
  const [row] = await em.execute<[{ held: number; searches: number; age: number | null }]>(
    `select (exists (
         select 1 from mailbox_searches s
         join campaign_mailboxes m on m.tenant_id = s.tenant_id and m.mailbox_id = s.mailbox_id
         join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
         where c.status = 'paused' and c.paused_because in (select value from jsonb_array_elements_text(:reasons::jsonb))))::int as held,
       ${counted(`mailbox_searches s where s.outcome is null`)} as searches,
       (select extract(epoch from :now::timestamptz - max(beat_at))::float8 from installation) as age`,
    { now: app.clock(), reasons: JSON.stringify([...RESTORED_REASONS]) },
  )
  return [
    ...TASK_KINDS.flatMap((kind): GaugeValue[] => {
      const { running, age } = tasks.find((task) => task.kind === kind) ?? { running: 0, age: 0 }
      return [
        ['tasksRunning', { kind }, running],
        ['taskHeartbeatAge', { kind }, Math.max(0, age)],
      ]
    }),
    ['installationHeld', {}, row.held],
    ['mailboxesToSearch', {}, row.searches],
    ...(row.age === null ? [] : [['heartbeatAge', {}, Math.max(0, row.age)] satisfies GaugeValue]),
  ]
}
