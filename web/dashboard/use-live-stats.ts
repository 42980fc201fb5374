import { useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useAfterChange } from '#web/campaigns/live/use-after-change.ts'
import { useWatchedCampaigns } from '#web/campaigns/live/use-watched-campaigns.ts'
import { STATS } from './operations.ts'

/** How soon rates follow the mails that are sent, opened and clicked, in ms: they are computed over the whole workspace. */
const FOLLOW_AFTER = 5_000

/**
 * The figures of the workspace: asked for when they are shown, again when a campaign comes, goes, changes its status or has sent its first
 * mail, and a while after anything else became of its mails.
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
