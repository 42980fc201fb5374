import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useRefetchWhileDown, useSocketState } from '#web/client/websocket-state.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { addToList, CAMPAIGNS_PAGE, dropFromList, recount, refreshList, refreshActive } from '../campaign-lists.ts'
import { CAMPAIGNS, CAMPAIGNS_CHANGED, CAMPAIGNS_UNDER_WAY, type CampaignSummary, UNDER_WAY } from '../operations.ts'

/**
 * The workspace's campaigns, newest first, kept live by the socket, with a refetch every second as a fallback while any
 * is sending (product: campaigns.live). `campaigns` is undefined while loading.
 */
export function useLiveCampaigns() {
  const client = useApolloClient()
  const { data, loading, error, refetch, fetchMore } = useQuery(CAMPAIGNS, {
    variables: { first: CAMPAIGNS_PAGE },
    notifyOnNetworkStatusChange: true,
  })
  const campaigns = useMemo(() => data?.campaigns.edges.map(({ node }) => node), [data])
  const refresh = useCallback(() => refreshList(client), [client])

  // The Apollo client deduplicates: all screens share one subscription.
  useSubscription(CAMPAIGNS_CHANGED, {
    ignoreResults: true,
    onData: ({ data: { data: changes } }) => {
      if (!changes) return
      addToList(client.cache, changes.campaignsChanged.campaigns)
      dropFromList(client.cache, changes.campaignsChanged.removed)
      if (changes.campaignsChanged.removed.length > 0) recount(client)
    },
  })
  useRefetchWhileDown(refresh, isAnySending(campaigns))
  useWhenBack(refresh)

  const fetchPage = useCallback(
    (after: string) => fetchMore({ variables: { first: CAMPAIGNS_PAGE, after } }),
    [fetchMore],
  )
  const more = usePagination(data?.campaigns.pageInfo, fetchPage)
  return { campaigns, list: data?.campaigns, stale: false, ...more, loading, error, refetch }
}

/** Returns the watched campaigns, live: the newest, and older ones that are or were active; undefined while loading. */
export function useWatchedCampaigns(): readonly CampaignSummary[] | undefined {
  const { campaigns: newest } = useLiveCampaigns()
  const client = useApolloClient()
  const { data, loading } = useQuery(CAMPAIGNS_UNDER_WAY, { variables: UNDER_WAY.variables })
  const underWay = useMemo(() => data?.campaigns.edges.map(({ node }) => node), [data])
  useRefetchWhileDown(() => refreshActive(client), isAnySending(underWay))
  return useMemo(() => {
    if (!newest || loading) return undefined
    const known = new Set(newest.map(({ id }) => id))
    return [...newest, ...(underWay ?? []).filter(({ id }) => !known.has(id))]
  }, [newest, loading, underWay])
}

function isAnySending(campaigns: readonly CampaignSummary[] | undefined): boolean {
  return campaigns?.some(({ status }) => status === 'sending') ?? false
}

/** Refetches when the socket reconnects, because events during the outage are lost. */
function useWhenBack(refetch: () => Promise<unknown>): void {
  const state = useSocketState()
  const before = useRef(state)
  useEffect(() => {
    if (state === 'connecting') return
    if (before.current === 'down' && state === 'connected') refetch().catch(() => undefined)
    before.current = state
  }, [state, refetch])
}
