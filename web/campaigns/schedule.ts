/** Whether a campaign is scheduled for a future time. */
export function isScheduled({ status, statusReason }: { status: string; statusReason?: string | null }): boolean {
  return status === 'sending' && statusReason === 'SCHEDULED'
}
