import { notFound } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import { watch } from '../graphql/watch.ts'
import type { Campaign } from './campaign.ts'
import { Campaign as CampaignEntity } from './campaign.ts'
import { findCampaign } from './campaigns.ts'

/** How many campaigns the first message of the list holds: the newest, and those that are sending anyway. */
const FIRST = 50

/** A campaign as it stands, then at each change. Throws NOT_FOUND. */
export async function watchCampaign(call: Call, id: string): Promise<AsyncGenerator<Campaign, void>> {
  const viewer = viewerOf(call)
  const load = async () => {
    const campaign = await findCampaign(call, id)
    if (!campaign) throw notFound('Campaign')
    return campaign
  }
  await load()
  return watch({
    app: call.app,
    viewer,
    wanted: (event) => event.kind === 'campaign' && event.id === id,
    current: load,
    changed: load,
  })
}

/** The list of campaigns as it stands, then what changes. */
export async function watchCampaigns(
  call: Call,
): Promise<AsyncGenerator<{ campaigns: Campaign[]; removed: string[] }, void>> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  const newest = () =>
    call.app.database.inTenant(tenantId, (em) =>
      em.find(CampaignEntity, { tenantId }, { orderBy: { id: 'desc' }, limit: FIRST }),
    )
  const byIds = (ids: string[]) =>
    call.app.database.inTenant(tenantId, (em) => em.find(CampaignEntity, { id: { $in: ids } }))
  return watch({
    app: call.app,
    viewer,
    wanted: (event) => event.kind === 'campaign',
    current: async () => ({ campaigns: await newest(), removed: [] }),
    changed: async (events) => {
      if (events.includes('anything')) return { campaigns: await newest(), removed: [] }
      const touched = events.flatMap((event) => (event !== 'anything' && event.kind === 'campaign' ? [event] : []))
      const removed = new Set(touched.filter((event) => event.removed).map((event) => event.id))
      const ids = [...new Set(touched.map((event) => event.id))].filter((id) => !removed.has(id))
      return { campaigns: ids.length === 0 ? [] : await byIds(ids), removed: [...removed] }
    },
  })
}
