/** Maximum ms that a campaign can be scheduled ahead. */
export const SCHEDULED_AHEAD_MAX = 366 * 86_400_000
