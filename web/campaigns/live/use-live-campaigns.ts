import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useRefetchWhileDown, useSocketState } from '#web/socket.ts'
import { useMore } from '#web/use-more.ts'
import { followCampaigns } from './campaign-feed.ts'
import { CAMPAIGNS_PAGE, refreshList } from '../campaign-lists.ts'
import { CAMPAIGNS } from '../operations.ts'

/**
 * The campaigns of the workspace, newest first, kept as they are on the server: by the socket, and while that is down by a refetch each
 * second as long as any campaign is sending (product: campaigns.live). `campaigns` is undefined until they came.
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

/** Refetches when the socket is back: what went while it was down is told by nobody. */
function useWhenBack(refetch: () => Promise<unknown>): void {
  const state = useSocketState()
  const before = useRef(state)
  useEffect(() => {
    if (state === 'connecting') return
    if (before.current === 'down' && state === 'connected') refetch().catch(() => undefined)
    before.current = state
  }, [state, refetch])
}
