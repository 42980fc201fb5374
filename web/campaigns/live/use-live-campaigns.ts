import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useRefetchWhileDown, useSocketState } from '#web/socket.ts'
import { useMore } from '#web/use-more.ts'
import { followCampaigns } from './campaign-feed.ts'
import { CAMPAIGNS_PAGE, refreshList } from '../campaign-lists.ts'
import { CAMPAIGNS } from '../operations.ts'

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
  const sending = campaigns?.some(({ status }) => status === 'sending') ?? false
  const refresh = useCallback(() => refreshList(client), [client])

  useEffect(() => followCampaigns(client), [client])
  useRefetchWhileDown(refresh, sending)
  useWhenBack(refresh)

  const fetchPage = useCallback(
    (after: string) => fetchMore({ variables: { first: CAMPAIGNS_PAGE, after } }),
    [fetchMore],
  )
  const more = useMore(data?.campaigns.pageInfo, fetchPage)

  return {
    campaigns,
    total: data?.campaigns.totalCount ?? 0,
    ...more,
    loading,
    error,
    refetch,
  }
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
