import { bucketsBetween, bucketSeconds } from '#domain/tracking/tracking.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'

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

/** Metrics over time: the timestamp column, and the rows that have one. Each has a matching partial index (0009). */
const MOMENTS = {
  sent: { column: 'sent_at', rows: 'sent_at is not null' },
  opened: { column: 'opened_at', rows: 'opened_at is not null' },
  machineOpened: { column: 'machine_opened_at', rows: 'machine_opened_at is not null and opened_at is null' },
  clicked: { column: 'clicked_at', rows: 'clicked_at is not null' },
} as const satisfies Record<keyof Omit<TimelinePoint, 'at'>, { column: string; rows: string }>
type Moment = keyof typeof MOMENTS
const KINDS_OVER_TIME = Object.keys(MOMENTS) as Moment[]

/** Period of a campaign that a timeline covers, and the length of its intervals. */
interface Span {
  id: string
  begins: Date
  ends: Date
  seconds: number
}

/**
 * Sends, opens and clicks of campaigns over time, for a part of a campaign's life or all of it: campaign id → timeline.
 * A campaign without emails has none. A start before the first email means that email; an end in the future means now.
 */
export async function timelinesOf(
  call: Call,
  campaignIds: readonly string[],
  { from, to }: { from: Date | null; to: Date | null },
): Promise<Map<string, Timeline>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const lives = await em.execute<{ id: string; first: string | null; last: string | null }[]>(
      `select c.id, ${extreme('min', 'sent')} as first, greatest(${KINDS_OVER_TIME.map((kind) => extreme('max', kind)).join(', ')}) as last
       from unnest(:ids::uuid[]) as c (id)`,
      { tenantId, ids: uuidArray(campaignIds) },
    )
    const now = call.app.clock().getTime()
    const spans = lives.flatMap(({ id, first, last }) =>
      first && last ? [spanOf(id, new Date(first).getTime(), new Date(last).getTime(), now, from, to)] : [],
    )
    const counts = await countsOver(em, tenantId, spans)
    return new Map(spans.map((span) => [span.id, pointsOf(span, counts.get(span.id) ?? [])]))
  })
}

function spanOf(id: string, first: number, last: number, now: number, from: Date | null, to: Date | null): Span {
  const within = (moment: Date | null, otherwise: number) =>
    Math.min(Math.max(moment?.getTime() ?? otherwise, first), Math.max(last, now))
  const begins = new Date(within(from, first))
  const ends = new Date(Math.max(begins.getTime(), within(to, last)))
  return { id, begins, ends, seconds: bucketSeconds((ends.getTime() - begins.getTime()) / 1_000) }
}

interface Count {
  id: string
  kind: Moment
  bucket: string
  count: number
}

async function countsOver(em: Em, tenantId: string, spans: readonly Span[]): Promise<Map<string, Count[]>> {
  if (spans.length === 0) return new Map()
  const rows = await em.execute<Count[]>(
    `select s.id, counted.* from jsonb_to_recordset(:spans::jsonb) as s (id uuid, begins timestamptz, ends timestamptz, seconds int)
     cross join lateral (${KINDS_OVER_TIME.map((kind) => overTime(kind)).join(' union all ')}) as counted`,
    { spans: JSON.stringify(spans), tenantId },
  )
  return Map.groupBy(rows, ({ id }) => id)
}

function pointsOf({ begins, ends, seconds }: Span, counts: readonly Count[]): Timeline {
  const points = new Map(
    bucketsBetween(begins, ends, seconds).map((at): [number, TimelinePoint] => [
      at.getTime() / 1_000 / seconds,
      { at, sent: 0, opened: 0, machineOpened: 0, clicked: 0 },
    ]),
  )
  for (const { kind, bucket, count } of counts) {
    const point = points.get(new Date(bucket).getTime() / 1_000 / seconds)
    if (point) point[kind] = count
  }
  return { bucketSeconds: seconds, points: [...points.values()] }
}

/** SQL for the first or last timestamp of a kind in campaign `c.id` of `:tenantId`. */
function extreme(which: 'min' | 'max', kind: Moment): string {
  const { column, rows } = MOMENTS[kind]
  return `(select ${which}(${column}) from email_logs where tenant_id = :tenantId and campaign_id = c.id and ${rows})`
}

/**
 * SQL for counts per interval of the span `s`. date_bin counts in whole microseconds; extract() would divide decimals,
 * which takes three times as long.
 */
function overTime(kind: Moment): string {
  const { column, rows } = MOMENTS[kind]
  return `select '${kind}' as kind, date_bin(make_interval(secs => s.seconds), ${column}, to_timestamp(0)) as bucket, count(*)::int as count
    from email_logs where tenant_id = :tenantId and campaign_id = s.id and ${rows} and ${column} >= s.begins and ${column} <= s.ends group by 2`
}
