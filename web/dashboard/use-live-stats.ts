import { useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useLiveCampaigns } from '#web/campaigns/use-live-campaigns.ts'
import { STATS } from './operations.ts'

/**
 * The figures of the workspace: asked for when they are shown, and again when a campaign comes, goes, changes its status or has sent its
 * first mail.
 */
export function useLiveStats() {
  const { data, error, loading, refetch } = useQuery(STATS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const { campaigns } = useLiveCampaigns()
  const state = campaigns?.map(({ id, status, sentCount }) => `${id} ${status} ${sentCount > 0}`).join()
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && known.current !== state) refetch().catch(() => undefined)
    known.current = state
  }, [state, refetch])
  return { stats: data?.stats, error, loading, refetch }
}
