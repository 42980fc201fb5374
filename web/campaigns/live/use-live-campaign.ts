import { useQuery, useSubscription } from '@apollo/client/react'
import { errorCode } from '#web/errors.ts'
import { useRefetchWhileDown } from '#web/socket.ts'
import { CAMPAIGN, CAMPAIGN_PROGRESS } from '../operations.ts'

/**
 * One campaign, kept as it is on the server: by the socket, and while that is down by a refetch each second as long as it is sending.
 * `campaign` is null when there is none of this id, undefined while that is not known. While `shown` is false it stands still.
 */
export function useLiveCampaign(id: string, shown = true) {
  const { data, loading, error, refetch } = useQuery(CAMPAIGN, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const missing = data?.campaign === null || errorCode(error) === 'NOT_FOUND'
  const campaign = missing ? null : data?.campaign
  useSubscription(CAMPAIGN_PROGRESS, { variables: { id }, skip: !campaign || !shown, ignoreResults: true })
  useRefetchWhileDown(() => refetch(), shown && campaign?.status === 'sending')
  return { campaign, loading, error: missing ? undefined : error, refetch }
}
