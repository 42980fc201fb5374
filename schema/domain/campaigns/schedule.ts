/** Maximum ms that a campaign can be scheduled ahead. */
export const SCHEDULED_AHEAD_MAX = 366 * 86_400_000

/** Maximum seconds for which a launch can be held back to be undone. */
export const UNDO_SECONDS_MAX = 1_800
/** Seconds for which the web app holds a launch back, unless the workspace chose another time. */
export const UNDO_SECONDS_DEFAULT = 10
/** Seconds to choose from. */
export const UNDO_SECONDS_CHOICES = [10, 30, 60, 300, 600, 1_800] as const

/** "10 seconds", "1 minute". */
export function undoTimeText(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
}

/** Whole seconds left to undo a launch; null when it can no longer be undone. */
export function undoSecondsLeft(campaign: { status: string; undoUntil?: Date | null }, now: Date): number | null {
  const left = campaign.undoUntil ? campaign.undoUntil.getTime() - now.getTime() : 0
  return campaign.status === 'sending' && left > 0 ? Math.ceil(left / 1_000) : null
}
