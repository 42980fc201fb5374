/** Whether a campaign was started for a time that is yet to come. */
export function isScheduled({ status, statusReason }: { status: string; statusReason?: string | null }): boolean {
  return status === 'sending' && statusReason === 'SCHEDULED'
}
