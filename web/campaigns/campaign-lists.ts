import type { ApolloCache, ApolloClient } from '@apollo/client'
import { CAMPAIGNS, CAMPAIGNS_BY_ID, type CampaignSummary, TOTAL_OF_ALL, UNDER_WAY } from './operations.ts'

/** Page size of the campaign list. All screens use it, because the pages share one cached list. */
export const CAMPAIGNS_PAGE = 50
/** The server's maximum page size. */
const PAGE_MAX = 500

const LIST = { query: CAMPAIGNS, variables: { first: CAMPAIGNS_PAGE } }

/**
 * Adds new campaigns to the cached list, newest first and without runs of repeating ones, and those sending to the list of active ones; existing entries
 * update by themselves.
 */
export function addToList(cache: ApolloCache, campaigns: readonly CampaignSummary[]): void {
  addUnderWay(
    cache,
    campaigns.filter(({ status }) => status === 'sending'),
  )
  cache.updateQuery(LIST, (data) => {
    if (!data) return null
    const { edges, pageInfo } = data.campaigns
    const known = new Set(edges.map(({ node }) => node.id))
    const last = edges.at(-1)?.node
    const added = campaigns.filter(
      (campaign) =>
        !known.has(campaign.id) &&
        campaign.repeatOf === null &&
        (!pageInfo.hasNextPage || !last || newestFirst(campaign, last) < 0),
    )
    if (added.length === 0) return null
    const joined = [...added.map(edgeOf), ...edges].toSorted((one, other) => newestFirst(one.node, other.node))
    changeTotal(cache, added.length)
    return { campaigns: { ...data.campaigns, edges: joined } }
  })
}

function addUnderWay(cache: ApolloCache, campaigns: readonly CampaignSummary[]): void {
  cache.updateQuery(UNDER_WAY, (data) => {
    const known = new Set(data?.campaigns.edges.map(({ node }) => node.id))
    const added = campaigns.filter(({ id }) => !known.has(id))
    if (!data || added.length === 0) return null
    return { campaigns: { ...data.campaigns, edges: [...data.campaigns.edges, ...added.map(edgeOf)] } }
  })
}

function edgeOf(node: CampaignSummary) {
  return { __typename: 'CampaignEdge' as const, cursor: '', node }
}

/** Removes deleted campaigns from the list and the cache. The total needs {@link recount} if some were not loaded. */
export function dropFromList(cache: ApolloCache, ids: readonly string[]): void {
  if (ids.length === 0) return
  cache.updateQuery(LIST, (data) => {
    if (!data) return null
    const edges = data.campaigns.edges.filter(({ node }) => !ids.includes(node.id))
    changeTotal(cache, edges.length - data.campaigns.edges.length)
    return { campaigns: { ...data.campaigns, edges } }
  })
  for (const id of ids) cache.evict({ id: cache.identify({ __typename: 'Campaign', id }) })
  cache.gc()
}

/** Changes the cached total of the list, if it was counted. */
function changeTotal(cache: ApolloCache, by: number): void {
  cache.updateQuery(
    TOTAL_OF_ALL,
    (counted) => counted && { campaigns: { ...counted.campaigns, totalCount: counted.campaigns.totalCount + by } },
  )
}

/** Counts the campaigns on screen again, without waiting for it. */
export function recount(client: ApolloClient): void {
  client
    .refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => queryName === 'CampaignTotal' })
    .catch(() => undefined)
}

/** Reloads the shown part of the list, at most 500 campaigns, and counts them all if it is not the whole list. */
export async function refreshList(client: ApolloClient): Promise<void> {
  const shown = client.readQuery(LIST)?.campaigns.edges.length ?? 0
  const first = Math.min(PAGE_MAX, Math.max(CAMPAIGNS_PAGE, shown))
  await client.query({ query: CAMPAIGNS, variables: { first }, fetchPolicy: 'network-only' })
  recount(client)
}

/** Reloads the active campaigns. Campaigns that just ended stay in the list once more, with their final status. */
export async function refreshActive(client: ApolloClient): Promise<void> {
  const sending = client.readQuery(UNDER_WAY)?.campaigns.edges.map(({ node }) => node) ?? []
  const { data } = await client.query({ ...UNDER_WAY, fetchPolicy: 'network-only' })
  const still = new Set(data?.campaigns.edges.map(({ node }) => node.id))
  const ids = sending.filter(({ id, status }) => status === 'sending' && !still.has(id)).map(({ id }) => id)
  if (ids.length === 0) return
  const ended = await client.query({ query: CAMPAIGNS_BY_ID, variables: { ids }, fetchPolicy: 'network-only' })
  const known = ended.data?.nodes.filter((node): node is CampaignSummary => node !== null && 'id' in node)
  addUnderWay(client.cache, known ?? [])
}

function newestFirst(one: CampaignSummary, other: CampaignSummary): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1
  return one.id > other.id ? -1 : one.id < other.id ? 1 : 0
}
