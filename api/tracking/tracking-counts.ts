import { hasFeature } from '#domain/tenants/plans.ts'
import { type Hit, type TrackingLevel } from '#domain/tracking/tracking.ts'
import { machineReason } from '#domain/tracking/machine-hits.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { groupCommit, type GroupCommit } from '#api/platform/jobs/group-commit.ts'
import type { CountKey } from './link-tokens.ts'

/** Opens and clicks that are counted for a campaign without recording who opened or clicked. */

/** Request for a tracking pixel or tracked link whose URL all recipients share. */
type CountedHit = Hit & { at: Date } & ({ kind: 'open' } | { kind: 'click'; link: number })

/**
 * Counts of opens and clicks of one campaign, or of one of its A/B subjects. Repeated opens and clicks count each time.
 */
export interface TrackingCounts {
  opens: number
  clicks: number
  machineOpens: number
  machineClicks: number
}

/** Counts of a campaign in all, by test subject, and by link number. */
export interface CampaignCounts {
  all: TrackingCounts
  variants: Record<string, TrackingCounts>
  links: Record<number, { clicks: number; machineClicks: number }>
}

export const NO_COUNTS: TrackingCounts = { opens: 0, clicks: 0, machineOpens: 0, machineClicks: 0 }
export const NOTHING_COUNTED: CampaignCounts = { all: NO_COUNTS, variants: {}, links: {} }

/** Number that stands for opens beside the numbers of the links. */
const OPENS = -1

/** A request for a pixel or link, with the IP address that it came from; `write`: whether it may be counted. */
interface CountItem {
  key: CountKey
  hit: CountedHit
  write: boolean
}

/** Redirect target of a click; null for opens and unknown links. */
interface Counted {
  destination: string | null
}

/**
 * Makes the function that counts opens and clicks, with those of programs apart; it batches simultaneous requests of a
 * tenant into one transaction. Nothing of a request is stored. Programs are recognized only by what their request says
 * and by requests right after the start: without recipients, no scanner shows by following every link.
 */
export function createCounter(app: Pick<App, 'database' | 'events'>): (item: CountItem) => Promise<Counted> {
  const tenants = new Map<string, GroupCommit<CountItem, Counted>>()
  return (item) => {
    const { tenantId } = item.key
    let commits = tenants.get(tenantId)
    if (!commits)
      tenants.set(tenantId, (commits = groupCommit((items) => countAll(app, tenantId, items), { intervalMs: 0 })))
    return commits.add(item)
  }
}

async function countAll(
  app: Pick<App, 'database' | 'events'>,
  tenantId: string,
  items: readonly CountItem[],
): Promise<Counted[]> {
  return app.database.inTenant(tenantId, async (em) => {
    const targets = await targetsOf(em, tenantId, items)
    const sums = new Map<string, Sum>()
    const answers = items.map((item) => {
      const target = targets.get(nameOf(item))
      if (!target || (item.hit.kind === 'click' && target.url === null)) return { destination: null }
      if (item.write && isCounted(target, item.hit.kind)) addTo(sums, item, target)
      return { destination: target.url }
    })
    if (sums.size > 0) await save(em, tenantId, [...sums.values()])
    for (const id of new Set([...sums.values()].map((sum) => sum.campaign_id))) {
      await app.events.publish(em, { kind: 'campaign', tenantId, id })
    }
    return answers
  })
}

const positionOf = (hit: CountedHit) => (hit.kind === 'open' ? OPENS : hit.link)
const nameOf = ({ key, hit }: Pick<CountItem, 'key' | 'hit'>) => `${key.campaignId}/${positionOf(hit)}`

interface Target {
  campaign_id: string
  position: number
  url: string | null
  started: string | null
  tracking: TrackingLevel | null
  track_opens: boolean
  track_clicks: boolean
  features: Record<string, boolean>
}

/** Finds the campaigns and links of the requests, by {@link nameOf}. */
async function targetsOf(em: Em, tenantId: string, items: readonly CountItem[]): Promise<Map<string, Target>> {
  const wanted = items.map(({ key, hit }) => ({ campaign_id: key.campaignId, position: positionOf(hit) }))
  const rows = await em.execute<Target[]>(
    `select distinct on (c.id, w.position) c.id as campaign_id, w.position, k.url, c.started_at as started, c.tracking,
       c.track_opens, c.track_clicks, t.features
     from jsonb_to_recordset(:wanted::jsonb) as w (campaign_id uuid, position int)
     join campaigns c on c.tenant_id = :tenantId and c.id = w.campaign_id
     join tenants t on t.id = c.tenant_id
     left join tracked_links k on k.tenant_id = c.tenant_id and k.campaign_id = c.id and k.position = w.position`,
    { tenantId, wanted: JSON.stringify(wanted) },
  )
  return new Map(rows.map((row) => [`${row.campaign_id}/${row.position}`, row]))
}

function isCounted({ tracking, features, track_opens, track_clicks }: Target, kind: Hit['kind']): boolean {
  return tracking === 'counts' && hasFeature(features, 'tracking') && (kind === 'open' ? track_opens : track_clicks)
}

/** Amount to add to a row of tracking_counts. */
interface Sum {
  campaign_id: string
  variant: string
  position: number
  people: number
  machines: number
}

function addTo(sums: Map<string, Sum>, { key, hit }: CountItem, { started }: Target): void {
  const seconds = started === null ? null : (hit.at.getTime() - new Date(started).getTime()) / 1_000
  const isMachine = machineReason(hit, seconds) !== null
  const row = { campaign_id: key.campaignId, variant: key.variant ?? '', position: positionOf(hit) }
  const name = Object.values(row).join('/')
  const { people, machines } = sums.get(name) ?? { people: 0, machines: 0 }
  sums.set(name, { ...row, people: people + Number(!isMachine), machines: machines + Number(isMachine) })
}

/** Adds to the counts, in a fixed order, so that two writers never deadlock. */
async function save(em: Em, tenantId: string, sums: readonly Sum[]): Promise<void> {
  await em.execute(
    `insert into tracking_counts as c (tenant_id, campaign_id, variant, position, people, machines)
     select :tenantId, campaign_id, variant, position, people, machines
     from jsonb_to_recordset(:sums::jsonb) as s (campaign_id uuid, variant text, position int, people int, machines int)
     order by campaign_id, variant, position
     on conflict (tenant_id, campaign_id, variant, position)
     do update set people = c.people + excluded.people, machines = c.machines + excluded.machines`,
    { tenantId, sums: JSON.stringify(sums) },
  )
}

/** Counts of campaigns: campaign id → counts. */
export async function trackingCountsOf(call: Call, ids: readonly string[]): Promise<Map<string, CampaignCounts>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<
      { id: string; variant: string; position: number; people: number; machines: number }[]
    >(
      `select campaign_id as id, variant, position, people, machines from tracking_counts
       where tenant_id = :tenantId and campaign_id = any (:ids::uuid[])`,
      { tenantId, ids: uuidArray(ids) },
    )
    const counts = new Map<string, CampaignCounts>()
    for (const { id, variant, position, people, machines } of rows) {
      const { all, variants, links } = counts.get(id) ?? NOTHING_COUNTED
      const more: Partial<TrackingCounts> =
        position === OPENS ? { opens: people, machineOpens: machines } : { clicks: people, machineClicks: machines }
      const link = links[position] ?? { clicks: 0, machineClicks: 0 }
      counts.set(id, {
        all: plus(all, more),
        variants: variant === '' ? variants : { ...variants, [variant]: plus(variants[variant] ?? NO_COUNTS, more) },
        links:
          position === OPENS
            ? links
            : {
                ...links,
                [position]: { clicks: link.clicks + people, machineClicks: link.machineClicks + machines },
              },
      })
    }
    return counts
  })
}

function plus(counts: TrackingCounts, more: Partial<TrackingCounts>): TrackingCounts {
  return {
    opens: counts.opens + (more.opens ?? 0),
    clicks: counts.clicks + (more.clicks ?? 0),
    machineOpens: counts.machineOpens + (more.machineOpens ?? 0),
    machineClicks: counts.machineClicks + (more.machineClicks ?? 0),
  }
}
