import { useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useAfterChange } from '#web/campaigns/live/use-after-change.ts'
import { useWatchedCampaigns } from '#web/campaigns/live/use-watched-campaigns.ts'
import { STATS } from './operations.ts'

/** Throttle delay in ms before rates follow sends, opens and clicks: they are computed over the whole workspace. */
const FOLLOW_AFTER = 5_000

/**
 * The workspace's figures. Loaded on mount, and reloaded when a campaign is added, removed, changes its status or sends
 * its first email, and with a delay after other changes.
 */
export function useLiveStats() {
  const { data, error, loading, refetch } = useQuery(STATS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const campaigns = useWatchedCampaigns()
  const state = campaigns?.map(({ id, status, sentCount }) => `${id} ${status} ${sentCount > 0}`).join()
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && known.current !== state) refetch().catch(() => undefined)
    known.current = state
  }, [state, refetch])
  const counts = campaigns?.map((each) => [each.sentCount, each.failedCount, each.openedCount, each.clickedCount])
  useAfterChange(counts?.join() ?? '', counts !== undefined && data !== undefined, refetch, FOLLOW_AFTER)
  return { stats: data?.stats, error, loading, refetch }
}
