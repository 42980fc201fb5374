import { bucketsBetween, bucketSeconds } from '#domain/tracking.ts'
import { viewerOf, type Call } from '../context.ts'
import { uuidArray } from '../platform/database.ts'
import { SUBSCRIBED_AGAIN } from './unsubscribe.ts'

/**
 * An interval of a campaign's timeline. Each recipient action counts once, so all points together add up to the
 * campaign's counters.
 */
export interface TimelinePoint {
  at: Date
  sent: number
  opened: number
  machineOpened: number
  clicked: number
}
export interface Timeline {
  bucketSeconds: number
  points: TimelinePoint[]
}

/** A link of a campaign with its click counts. */
export interface LinkClicks {
  url: string
  people: number
  clicks: number
  machineClicks: number
}

export const RECIPIENT_EVENTS = [
  'queued',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'replied',
  'unsubscribed',
  'subscribedAgain',
  'complained',
  'bounced',
  'failed',
] as const

/** An event in the history of one email. */
export interface RecipientEvent {
  kind: (typeof RECIPIENT_EVENTS)[number]
  at: Date
  machine: boolean
  url: string | null
  detail: string | null
}

/** maximum raw events per email */
const EVENTS_MAX = 200
const KINDS = {
  open: 'opened',
  click: 'clicked',
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  complaint: 'complained',
  reply: 'replied',
} as const

/** Metrics over time: the timestamp column, and the rows that have one. Each has a matching partial index (0009). */
const MOMENTS = {
  sent: { column: 'sent_at', rows: 'sent_at is not null' },
  opened: { column: 'opened_at', rows: 'opened_at is not null' },
  machineOpened: { column: 'machine_opened_at', rows: 'machine_opened_at is not null and opened_at is null' },
  clicked: { column: 'clicked_at', rows: 'clicked_at is not null' },
} as const satisfies Record<keyof Omit<TimelinePoint, 'at'>, { column: string; rows: string }>
const KINDS_OVER_TIME = Object.keys(MOMENTS) as (keyof typeof MOMENTS)[]

/** SQL for the first or last timestamp of a kind in campaign `:campaignId` of `:tenantId`. */
function extreme(which: 'min' | 'max', kind: keyof typeof MOMENTS): string {
  const { column, rows } = MOMENTS[kind]
  return `(select ${which}(${column}) from email_logs where tenant_id = :tenantId and campaign_id = :campaignId and ${rows})`
}

/**
 * SQL for counts per interval of `:seconds` between `:begins` and `:ends`. date_bin counts in whole microseconds;
 * extract() would divide decimals, which takes three times as long.
 */
function overTime(kind: keyof typeof MOMENTS): string {
  const { column, rows } = MOMENTS[kind]
  return `select '${kind}' as kind, date_bin(make_interval(secs => :seconds), ${column}, to_timestamp(0)) as bucket, count(*)::int as count
    from email_logs where tenant_id = :tenantId and campaign_id = :campaignId and ${rows} and ${column} >= :begins and ${column} <= :ends group by 2`
}

/**
 * Sends, opens and clicks over time, for a part of the campaign's life or all of it; null before its first email. A
 * start before the first email means that email; an end in the future means now.
 */
export async function timeline(
  call: Call,
  campaignId: string,
  from: Date | null,
  to: Date | null,
): Promise<Timeline | null> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const [span] = await em.execute<[{ first: string | null; last: string | null }]>(
      `select ${extreme('min', 'sent')} as first, greatest(${KINDS_OVER_TIME.map((kind) => extreme('max', kind)).join(', ')}) as last`,
      { tenantId, campaignId },
    )
    if (!span.first || !span.last) return null
    const first = new Date(span.first).getTime()
    const last = new Date(span.last).getTime()
    const within = (moment: Date | null, otherwise: number) =>
      Math.min(Math.max(moment?.getTime() ?? otherwise, first), Math.max(last, call.app.clock().getTime()))
    const begins = new Date(within(from, first))
    const ends = new Date(Math.max(begins.getTime(), within(to, last)))
    const seconds = bucketSeconds((ends.getTime() - begins.getTime()) / 1_000)
    const rows = await em.execute<{ kind: keyof typeof MOMENTS; bucket: string; count: number }[]>(
      KINDS_OVER_TIME.map((kind) => overTime(kind)).join(' union all '),
      { seconds, tenantId, campaignId, begins, ends },
    )
    const points = new Map(
      bucketsBetween(begins, ends, seconds).map((at): [number, TimelinePoint] => [
        at.getTime() / 1_000 / seconds,
        { at, sent: 0, opened: 0, machineOpened: 0, clicked: 0 },
      ]),
    )
    for (const { kind, bucket, count } of rows) {
      const point = points.get(new Date(bucket).getTime() / 1_000 / seconds)
      if (point) point[kind] = count
    }
    return { bucketSeconds: seconds, points: [...points.values()] }
  })
}

/** The tracked links of a campaign in document order, with click counts. */
export async function linkClicks(call: Call, campaignId: string): Promise<LinkClicks[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) =>
    em.execute<LinkClicks[]>(
      `with counted as (
         select position, sum(people)::int as people, sum(machines)::int as machines from tracking_counts
         where tenant_id = :tenantId and campaign_id = :campaignId group by position),
       by_person as (
         select link_id, log_id, count(*) filter (where not machine) as clicks, count(*) filter (where machine) as machine
         from email_events where tenant_id = :tenantId and campaign_id = :campaignId and kind = 'click' group by link_id, log_id),
       by_link as materialized (
         select link_id, count(*) filter (where clicks > 0)::int as people, sum(clicks)::int as clicks, sum(machine)::int as machine
         from by_person group by link_id)
       select k.url, coalesce(e.people, 0) as people, coalesce(e.clicks, 0) + coalesce(n.people, 0) as clicks,
         coalesce(e.machine, 0) + coalesce(n.machines, 0) as "machineClicks"
       from tracked_links k left join by_link e on e.link_id = k.id left join counted n on n.position = k.position
       where k.tenant_id = :tenantId and k.campaign_id = :campaignId order by k.position`,
      { tenantId, campaignId },
    ),
  )
}

/** Number of emails opened only by programs: campaign id → count. */
export async function machineOpensOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string; count: number }[]>(
      `select campaign_id as id, count(*)::int as count from email_logs
       where tenant_id = :tenantId and campaign_id = any (:ids::uuid[])
         and machine_opened_at is not null and opened_at is null group by campaign_id`,
      { tenantId, ids: uuidArray(ids) },
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}

/**
 * The history of emails from when they were queued: log id → events by time. Includes the first {@link EVENTS_MAX}
 * opens, clicks and the like.
 */
export async function eventsOf(call: Call, ids: readonly string[]): Promise<Map<string, RecipientEvent[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<(Omit<RecipientEvent, 'kind' | 'at'> & { id: string; kind: string; at: string })[]>(
      `with logs as (
         select * from email_logs where tenant_id = :tenantId and id = any (:ids::uuid[]))
       select logs.id, kind, at, false as machine, null as url, case when kind = 'failed' then error end as detail
       from logs cross join lateral (values
         (0, 'queued', created_at), (1, 'sent', sent_at), (2, 'delivered', delivered_at), (9, 'failed', failed_at)) as step (place, kind, at)
       where at is not null
       union all
       select logs.id, e.kind, e.occurred_at, e.machine, k.url, e.detail
       from logs cross join lateral (
         select * from email_events where tenant_id = logs.tenant_id and log_id = logs.id
         order by occurred_at, id limit ${EVENTS_MAX}) as e
       left join tracked_links k on k.tenant_id = e.tenant_id and k.id = e.link_id
       order by at`,
      { tenantId, ids: uuidArray(ids) },
    )
    const events = rows.map(({ id, kind, at, ...rest }) => ({
      id,
      event: { ...rest, ...named(kind, rest.detail), at: new Date(at) },
    }))
    return new Map(
      [...Map.groupBy(events, ({ id }) => id)].map(([id, own]) => [
        id,
        own.map(({ event }) => event).toSorted(inOrder),
      ]),
    )
  })
}

function named(kind: string, detail: string | null): Pick<RecipientEvent, 'kind' | 'detail'> {
  if (kind === 'unsubscribe' && detail === SUBSCRIBED_AGAIN) return { kind: 'subscribedAgain', detail: null }
  return { kind: KINDS[kind as keyof typeof KINDS] ?? (kind as RecipientEvent['kind']), detail }
}

/** Sorts by time; events at the same time in their only possible order. */
function inOrder(a: RecipientEvent, b: RecipientEvent): number {
  return a.at.getTime() - b.at.getTime() || RECIPIENT_EVENTS.indexOf(a.kind) - RECIPIENT_EVENTS.indexOf(b.kind)
}
