import { viewerOf, type Call } from '../context.ts'
import { watch, watchOne } from '../graphql/watch.ts'
import type { Campaign } from './campaign.ts'
import { Campaign as CampaignEntity } from './campaign.ts'
import { findCampaign } from './campaigns.ts'

/** Size of the list's first message: the newest campaigns, plus older ones that are sending. */
const NEWEST = 50
const SENDING = 500

/** A campaign as it stands, then at each change. Throws NOT_FOUND. */
export function watchCampaign(call: Call, id: string): Promise<AsyncGenerator<Campaign, void>> {
  return watchOne(call, { kind: 'campaign', type: 'Campaign', id }, findCampaign)
}

/** The current list of campaigns, then each change. */
export async function watchCampaigns(
  call: Call,
): Promise<AsyncGenerator<{ campaigns: Campaign[]; removed: string[] }, void>> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
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
    wanted: (event) => event.kind === 'campaign',
    current: async () => ({ campaigns: await standing(), removed: [] }),
    changed: async (events) => {
      if (events.includes('anything')) return { campaigns: await standing(), removed: [] }
      const touched = events.flatMap((event) => (event !== 'anything' && event.kind === 'campaign' ? [event] : []))
      const removed = new Set(touched.filter((event) => event.removed).map((event) => event.id))
      const ids = [...new Set(touched.map((event) => event.id))].filter((id) => !removed.has(id))
      return { campaigns: ids.length === 0 ? [] : await byIds(ids), removed: [...removed] }
    },
  })
}
