import type { CampaignDetails } from '../operations.ts'

/** Changes whenever the outcome of any email does. */
export function changeOf(campaign: CampaignDetails): string {
  const { status, sentCount, failedCount, deliveredCount, openedCount, clickedCount } = campaign
  const { bouncedCount, repliedCount, unsubscribedCount, machineOpenedCount } = campaign
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
    unsubscribedCount,
  ].join()
}
