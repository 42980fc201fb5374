import type { CampaignSummary } from '../operations.ts'

/** Campaign and launch → when it starts by this browser's clock, which may differ from the server's. */
const ends = new Map<string, number>()

/**
 * When a launch that can be undone starts, in ms by this browser's clock at `now`; null for another campaign. The past
 * once it has started.
 */
export function undoEnd(campaign: CampaignSummary, now: number): number | null {
  const { status, undoSecondsLeft } = campaign
  if (status !== 'sending' || undoSecondsLeft == null) return null
  // The same answer is read from the cache later, with the same number.
  const end = Math.min(ends.get(launchOf(campaign)) ?? Infinity, now + undoSecondsLeft * 1_000)
  ends.set(launchOf(campaign), end)
  return end
}

/** Names a launch: a campaign may be launched again after an undo. */
export function launchOf({ id, scheduledAt }: CampaignSummary): string {
  return `${id} ${scheduledAt ?? ''}`
}

/** Whole seconds until then, at least 0. */
export function secondsUntil(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1_000))
}
