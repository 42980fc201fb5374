import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { watch, watchOne } from '#api/accounts/state-subscription.ts'
import type { Campaign } from './campaign.ts'
import { Campaign as CampaignEntity } from './campaign.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { findCampaign } from './campaigns.ts'

/**
 * Number of newest campaigns in the first message of the subscription; older campaigns that are sending come in
 * addition.
 */
const NEWEST = 50
const SENDING = 500

/** Yields the present state of a campaign, then its state at each change. Throws NOT_FOUND. */
export function watchCampaign(call: Call, id: string): Promise<AsyncGenerator<Campaign, void>> {
  return watchOne(call, { kind: 'campaign', type: 'Campaign', id }, findCampaign)
}

/** A change in the list of campaigns. `tenant`: the workspace, first and when its sending was stopped or resumed. */
export interface CampaignsChange {
  campaigns: Campaign[]
  removed: string[]
  tenant: Tenant | null
}

/** The current list of campaigns, then each change. */
export async function watchCampaigns(call: Call): Promise<AsyncGenerator<CampaignsChange, void>> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  const workspace = () =>
    call.app.database.inTenant(tenantId, (em) => em.findOne(Tenant, { id: tenantId }, { refresh: true }))
  const standing = () =>
    call.app.database.inTenant(tenantId, async (em) => {
      const newest = await em.find(CampaignEntity, { tenantId }, { orderBy: { id: 'desc' }, limit: NEWEST })
      const last = newest.at(NEWEST - 1)
      if (!last) return newest
      const older = { tenantId, status: 'sending', id: { $lt: last.id } } as const
      return [...newest, ...(await em.find(CampaignEntity, older, { orderBy: { id: 'desc' }, limit: SENDING }))]
    })
  const byIds = (ids: string[]) =>
    call.app.database.inTenant(tenantId, (em) => em.find(CampaignEntity, { id: { $in: ids } }))
  return watch({
    app: call.app,
    viewer,
    overSocket: call.overSocket,
    topic: 'campaigns',
    wanted: (event) => event.kind === 'campaign' || event.kind === 'stop',
    current: async () => ({ campaigns: await standing(), removed: [], tenant: await workspace() }),
    changed: async (events) => {
      if (events.includes('anything')) {
        return { campaigns: await standing(), removed: [], tenant: await workspace() }
      }
      const touched = events.flatMap((event) => (event !== 'anything' && event.kind === 'campaign' ? [event] : []))
      const removed = new Set(touched.filter((event) => event.removed).map((event) => event.id))
      const ids = [...new Set(touched.map((event) => event.id))].filter((id) => !removed.has(id))
      const stop = events.some((event) => event !== 'anything' && event.kind === 'stop')
      return {
        campaigns: ids.length === 0 ? [] : await byIds(ids),
        removed: [...removed],
        tenant: stop ? await workspace() : null,
      }
    },
  })
}
