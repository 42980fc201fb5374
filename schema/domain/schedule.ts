/** How long ahead a campaign can be scheduled at most, in ms. */
export const SCHEDULED_AHEAD_MAX = 366 * 86_400_000
