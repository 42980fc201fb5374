import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { hasPainted } from '#web/shared/after-first-paint.tsx'
import { useAfterChange } from '#web/shared/use-delayed-change.ts'
import { useWatchedCampaigns } from '#web/campaigns/live/live-campaigns.ts'
import { STATS } from './operations.ts'

/**
 * Throttle delay in ms for reloading the rates after sends, opens and clicks: they are computed over the whole
 * workspace.
 */
const FOLLOW_AFTER = 5_000

/**
 * The workspace's figures. Loaded on mount. Reloaded when a campaign is added, removed, changes its status or sends its
 * first email; other changes are throttled.
 */
export function useLiveStats() {
  // At the start of the app they were loaded for this page (lazy-pages.ts).
  const [isFirst] = useState(() => !hasPainted())
  const { data, error, loading, refetch } = useQuery(STATS, {
    fetchPolicy: (isFirst ? 'cache-first' : 'cache-and-network') as 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const campaigns = useWatchedCampaigns()
  const state = campaigns?.map(({ id, status, sentCount }) => `${id} ${status} ${sentCount > 0}`).join()
  useAfterChange(state ?? '', state !== undefined, refetch, 0)
  const counts = campaigns?.map((each) => [each.sentCount, each.failedCount, each.openedCount, each.clickedCount])
  useAfterChange(counts?.join() ?? '', counts !== undefined && data !== undefined, refetch, FOLLOW_AFTER)
  return { stats: data?.stats, error, loading, refetch }
}
