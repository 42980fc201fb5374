import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray } from '#api/platform/database/database.ts'
import { SUBSCRIBED_AGAIN } from './unsubscribe.ts'

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
  'away',
  'automaticAnswer',
  'bounceUnproven',
  'returnedUnsent',
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
  away: 'away',
  automatic: 'automaticAnswer',
  unproven: 'bounceUnproven',
  unsent: 'returnedUnsent',
} as const

/** The tracked links of campaigns in document order, with click counts: campaign id → links. */
export async function linkClicksOf(call: Call, campaignIds: readonly string[]): Promise<Map<string, LinkClicks[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<(LinkClicks & { id: string })[]>(
      `with counted as (
         select campaign_id, position, sum(people)::int as people, sum(machines)::int as machines from tracking_counts
         where tenant_id = :tenantId and campaign_id = any (:ids::uuid[]) group by campaign_id, position),
       by_person as (
         select link_id, log_id, count(*) filter (where not machine) as clicks, count(*) filter (where machine) as machine
         from email_events where tenant_id = :tenantId and campaign_id = any (:ids::uuid[]) and kind = 'click' group by link_id, log_id),
       by_link as materialized (
         select link_id, count(*) filter (where clicks > 0)::int as people, sum(clicks)::int as clicks, sum(machine)::int as machine
         from by_person group by link_id)
       select k.campaign_id as id, k.url, coalesce(e.people, 0) as people, coalesce(e.clicks, 0) + coalesce(n.people, 0) as clicks,
         coalesce(e.machine, 0) + coalesce(n.machines, 0) as "machineClicks"
       from tracked_links k left join by_link e on e.link_id = k.id 
         left join counted n on n.campaign_id = k.campaign_id and n.position = k.position
       where k.tenant_id = :tenantId and k.campaign_id = any (:ids::uuid[]) order by k.position`,
      { tenantId, ids: uuidArray(campaignIds) },
    )
    const clicks = rows.map(({ id, ...link }) => ({ id, link }))
    return new Map([...Map.groupBy(clicks, ({ id }) => id)].map(([id, own]) => [id, own.map(({ link }) => link)]))
  })
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
         select * from email_events where tenant_id = :tenantId and log_id = logs.id
         order by occurred_at, id limit ${EVENTS_MAX}) as e
       left join tracked_links k on k.tenant_id = :tenantId and k.id = e.link_id
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
