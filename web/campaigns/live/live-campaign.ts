import { useQuery, useSubscription } from '@apollo/client/react'
import { errorCode } from '#web/client/call-errors.ts'
import { useRefetchWhileDown } from '#web/client/websocket-state.ts'
import { CAMPAIGN, CAMPAIGN_PROGRESS, type CampaignDetails } from '../operations.ts'

/**
 * Loads a campaign and keeps it live by the socket, with a refetch every second as a fallback while it is sending.
 * `campaign` is null when it does not exist, undefined while loading. While `shown` is false it does not update.
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

/** Returns a text that changes whenever the outcome of any of the campaign's emails does. */
export function changeOf(campaign: CampaignDetails): string {
  const { status, sentCount, failedCount, deliveredCount, openedCount, clickedCount } = campaign
  const { bouncedCount, repliedCount, awayCount, unsubscribedCount, machineOpenedCount, followUps } = campaign
  return [
    status,
    sentCount,
    failedCount,
    deliveredCount,
    openedCount,
    machineOpenedCount,
    clickedCount,
    bouncedCount,
    repliedCount,
    awayCount,
    unsubscribedCount,
    ...followUps.flatMap((step) => [step.totalContacts, step.sentCount, step.failedCount, step.repliedCount]),
  ].join()
}
