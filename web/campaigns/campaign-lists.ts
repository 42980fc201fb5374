import type { ApolloCache, ApolloClient } from '@apollo/client'
import { CAMPAIGNS, type CampaignSummary } from './operations.ts'

/** Campaigns in a page of the list. Every screen asks by this size, as all of them join in one list of the cache. */
export const CAMPAIGNS_PAGE = 50
/** The most that the server gives at once. */
const PAGE_MAX = 500

const LIST = { query: CAMPAIGNS, variables: { first: CAMPAIGNS_PAGE } }

/** Puts campaigns that the list does not hold yet where they belong, newest first; those it holds change by themselves. */
export function addToList(cache: ApolloCache, campaigns: readonly CampaignSummary[]): void {
  cache.updateQuery(LIST, (data) => {
    if (!data) return null
    const { edges, totalCount, pageInfo } = data.campaigns
    const known = new Set(edges.map(({ node }) => node.id))
    const last = edges.at(-1)?.node
    const added = campaigns.filter(
      (campaign) => !known.has(campaign.id) && (!pageInfo.hasNextPage || !last || newestFirst(campaign, last) < 0),
    )
    if (added.length === 0) return null
    const joined = [
      ...added.map((node) => ({ __typename: 'QueryCampaignsConnectionEdge' as const, cursor: '', node })),
      ...edges,
    ].toSorted((one, other) => newestFirst(one.node, other.node))
    return { campaigns: { ...data.campaigns, edges: joined, totalCount: totalCount + added.length } }
  })
}

/** Takes campaigns that are gone out of the list and the cache. */
export function dropFromList(cache: ApolloCache, ids: readonly string[]): void {
  if (ids.length === 0) return
  cache.updateQuery(LIST, (data) => {
    if (!data) return null
    const edges = data.campaigns.edges.filter(({ node }) => !ids.includes(node.id))
    // A campaign that is not loaded yet was counted all the same.
    const gone = data.campaigns.pageInfo.hasNextPage ? ids.length : data.campaigns.edges.length - edges.length
    const totalCount = Math.max(edges.length, data.campaigns.totalCount - gone)
    return { campaigns: { ...data.campaigns, edges, totalCount } }
  })
  for (const id of ids) cache.evict({ id: cache.identify({ __typename: 'Campaign', id }) })
  cache.gc()
}

/** Reads again as much of the list as is shown, at most 500 campaigns. */
export async function refreshList(client: ApolloClient): Promise<void> {
  const shown = client.readQuery(LIST)?.campaigns.edges.length ?? 0
  const first = Math.min(PAGE_MAX, Math.max(CAMPAIGNS_PAGE, shown))
  await client.query({ query: CAMPAIGNS, variables: { first }, fetchPolicy: 'network-only' })
}

function newestFirst(one: CampaignSummary, other: CampaignSummary): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1
  return one.id > other.id ? -1 : one.id < other.id ? 1 : 0
}
