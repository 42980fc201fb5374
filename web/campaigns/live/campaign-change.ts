import type { CampaignDetails } from '../operations.ts'

/** Differs whenever the outcome of some mail does. */
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
