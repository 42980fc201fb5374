import { skipToken, useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import type { CampaignFilter } from '#web/generated/graphql.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { CAMPAIGNS_PAGE } from '../campaign-lists.ts'
import { FOUND_CAMPAIGNS } from '../operations.ts'

/**
 * Loads the campaigns that match a filter, newest first; null without a filter. Their figures stay live, because the
 * list of all campaigns is watched beside it. `campaigns` is undefined while loading.
 */
export function useFoundCampaigns(filter: CampaignFilter | null) {
  const { data, previousData, loading, error, refetch, fetchMore } = useQuery(
    FOUND_CAMPAIGNS,
    filter === null
      ? skipToken
      : {
          variables: { first: CAMPAIGNS_PAGE, filter },
          fetchPolicy: 'cache-and-network',
          notifyOnNetworkStatusChange: true,
        },
  )
  const found = (data ?? previousData)?.campaigns
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const more = usePagination(found?.pageInfo, fetchPage)
  const campaigns = found?.edges.map(({ node }) => node)
  return { campaigns, list: found, stale: data === undefined, ...more, loading, error, refetch }
}
