import { hasFeature } from '#domain/plans.ts'
import { machineReason, type Hit, type TrackingLevel } from '#domain/tracking.ts'
import { viewerOf, type App, type Call } from '../context.ts'
import { uuidArray, type Em } from '../platform/database.ts'
import type { CountKey } from './tokens.ts'

/** Opens and clicks that are counted for a campaign without recording whose they are. */

/** A request for the pixel or a link that all recipients share. */
export type CountedHit = Hit & { at: Date } & ({ kind: 'open' } | { kind: 'click'; link: number })

/** Counts of one campaign, or of one of its test subjects. Repeats count. */
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

/** The place of the opens, beside the numbers of the links. */
const OPENS = -1

/**
 * Counts an open or click, a program's apart, and returns the link's target. Nothing of the request is kept. Programs
 * are told only by what their request says and by coming right after the start: without recipients, no scanner shows by
 * following every link.
 */
export async function countHit(
  app: Pick<App, 'database' | 'events'>,
  { tenantId, campaignId, variant }: CountKey,
  hit: CountedHit,
  options: { write: boolean },
): Promise<{ destination: string | null }> {
  return app.database.inTenant(tenantId, async (em) => {
    const position = hit.kind === 'open' ? OPENS : hit.link
    const campaign = await campaignOf(em, tenantId, campaignId, position)
    if (!campaign || (hit.kind === 'click' && campaign.url === null)) return { destination: null }
    if (options.write && isCounted(campaign, hit.kind)) {
      const seconds =
        campaign.started === null ? null : (hit.at.getTime() - new Date(campaign.started).getTime()) / 1_000
      const machine = machineReason(hit, seconds) !== null
      await add(em, { tenantId, campaignId, variant: variant ?? '', position, machine })
      await app.events.publish(em, { kind: 'campaign', tenantId, id: campaignId })
    }
    return { destination: campaign.url }
  })
}

interface CampaignRow {
  url: string | null
  started: string | null
  tracking: TrackingLevel | null
  track_opens: boolean
  track_clicks: boolean
  features: Record<string, boolean>
}

async function campaignOf(em: Em, tenantId: string, campaignId: string, position: number) {
  const [row] = await em.execute<CampaignRow[]>(
    `select k.url, c.started_at as started, c.tracking, c.track_opens, c.track_clicks, t.features
     from campaigns c join tenants t on t.id = c.tenant_id
     left join tracked_links k on k.tenant_id = c.tenant_id and k.campaign_id = c.id and k.position = :position
     where c.tenant_id = :tenantId and c.id = :campaignId`,
    { tenantId, campaignId, position },
  )
  return row
}

function isCounted({ tracking, features, track_opens, track_clicks }: CampaignRow, kind: Hit['kind']): boolean {
  return tracking === 'counts' && hasFeature(features, 'tracking') && (kind === 'open' ? track_opens : track_clicks)
}

async function add(
  em: Em,
  values: { tenantId: string; campaignId: string; variant: string; position: number; machine: boolean },
): Promise<void> {
  await em.execute(
    `insert into tracking_counts as c (tenant_id, campaign_id, variant, position, people, machines)
     values (:tenantId, :campaignId, :variant, :position, (not :machine::boolean)::int, (:machine::boolean)::int)
     on conflict (tenant_id, campaign_id, variant, position)
     do update set people = c.people + excluded.people, machines = c.machines + excluded.machines`,
    values,
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
