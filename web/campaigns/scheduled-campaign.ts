/** Returns whether a campaign is scheduled for a future time, also while all sending of its workspace is stopped. */
export function isScheduled(campaign: {
  status: string
  statusReason?: string | null
  scheduledAt: string | null
}): boolean {
  const { status, statusReason, scheduledAt } = campaign
  if (status !== 'sending') return false
  if (statusReason === 'SENDING_STOPPED') return scheduledAt !== null && Date.parse(scheduledAt) > Date.now()
  return statusReason === 'SCHEDULED'
}
