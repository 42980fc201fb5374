import { usePerSecond } from '#web/ui/use-every-second.ts'
import type { CampaignSummary } from '../operations.ts'

/** The fields of a campaign that the countdown to its launch needs. */
export type HeldLaunch = Pick<CampaignSummary, 'id' | 'status' | 'scheduledAt' | 'undoSecondsLeft'>

/** Campaign and launch → start time in ms by this browser's clock, which may differ from the server's. */
const ends = new Map<string, number>()

/**
 * Returns the time in ms by this browser's clock at which a launch that can be undone starts (in the past once it has
 * started); null for another campaign.
 */
export function undoEnd(campaign: HeldLaunch, now: number): number | null {
  const { status, undoSecondsLeft } = campaign
  if (status !== 'sending' || undoSecondsLeft == null) return null
  // The same answer is read from the cache later, with the same number.
  const end = Math.min(ends.get(launchOf(campaign)) ?? Infinity, now + undoSecondsLeft * 1_000)
  ends.set(launchOf(campaign), end)
  return end
}

/** Whole seconds until a launch can no longer be undone, counting down to 0; null for another campaign. */
export function useUndoSeconds(campaign: HeldLaunch): number | null {
  const left = usePerSecond((now) => {
    const end = undoEnd(campaign, now)
    return end === null ? '' : String(secondsUntil(end, now))
  })
  return left === '' ? null : Number(left)
}

/** Returns a key that identifies one launch: a campaign may be launched again after an undo. */
export function launchOf({ id, scheduledAt }: HeldLaunch): string {
  return `${id} ${scheduledAt ?? ''}`
}

/** Whole seconds from `now` until `end` (both in ms), at least 0. */
export function secondsUntil(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1_000))
}

/** A countdown in words: seconds, or whole minutes from two minutes on. */
export function countdown(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
