import type { TrackingLevel } from '#domain/tracking/tracking.ts'

/** The tracking levels in words. */
export const TRACKING_WORDS: Record<TrackingLevel, { label: string; hint: string }> = {
  off: { label: 'Off', hint: 'No tracking pixel, and links as you wrote them.' },
  counts: { label: 'Counts only', hint: 'How many opens and clicks, but not whose. Repeats count too.' },
  recipient: { label: 'Per recipient', hint: 'Whether and when each recipient opened and clicked.' },
}
