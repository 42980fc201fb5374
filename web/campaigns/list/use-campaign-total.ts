import type { CampaignFilter } from '#web/generated/graphql.ts'
import { useTotal } from '#web/shared/use-total.ts'
import { CAMPAIGN_TOTAL, TOTAL_OF_ALL } from '../operations.ts'
import type { useFoundCampaigns } from './use-found-campaigns.ts'

/** How many campaigns match a filter, or how many there are for null; undefined until they are counted. */
export function useCampaignTotal(
  filter: CampaignFilter | null,
  { list, stale }: Pick<ReturnType<typeof useFoundCampaigns>, 'list' | 'stale'>,
): number | undefined {
  return useTotal({
    query: CAMPAIGN_TOTAL,
    variables: filter === null ? TOTAL_OF_ALL.variables : { filter },
    totalOf: ({ campaigns }) => campaigns.totalCount,
    list,
    stale,
    again: true,
  }).total
}
