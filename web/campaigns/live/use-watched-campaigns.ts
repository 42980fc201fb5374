import { useApolloClient, useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { useRefetchWhileDown } from '#web/socket.ts'
import { refreshUnderWay } from '../campaign-lists.ts'
import { CAMPAIGNS_UNDER_WAY, type CampaignSummary } from '../operations.ts'
import { useLiveCampaigns } from './use-live-campaigns.ts'

/** The watched campaigns, live: the newest, and older ones that are or were active; undefined while loading. */
export function useWatchedCampaigns(): readonly CampaignSummary[] | undefined {
  const { campaigns: newest } = useLiveCampaigns()
  const client = useApolloClient()
  const { data, loading } = useQuery(CAMPAIGNS_UNDER_WAY)
  const underWay = useMemo(() => data?.campaigns.edges.map(({ node }) => node), [data])
  useRefetchWhileDown(() => refreshUnderWay(client), underWay?.some(({ status }) => status === 'sending') ?? false)
  return useMemo(() => {
    if (!newest || loading) return undefined
    if (!underWay) return newest
    const known = new Set(newest.map(({ id }) => id))
    return [...newest, ...underWay.filter(({ id }) => !known.has(id))]
  }, [newest, loading, underWay])
}
