import { useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useLiveCampaigns } from '#web/campaigns/use-live-campaigns.ts'
import { STATS } from './operations.ts'

/** The figures of the workspace: asked for when they are shown, and again when a campaign comes, goes or changes its status. */
export function useLiveStats() {
  const { data, error, loading, refetch } = useQuery(STATS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const { campaigns } = useLiveCampaigns()
  const statuses = campaigns?.map(({ id, status }) => `${id} ${status}`).join()
  const known = useRef(statuses)
  useEffect(() => {
    if (known.current !== undefined && known.current !== statuses) refetch().catch(() => undefined)
    known.current = statuses
  }, [statuses, refetch])
  return { stats: data?.stats, error, loading, refetch }
}
