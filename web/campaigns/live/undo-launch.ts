import type { CampaignSummary } from '../operations.ts'

/** A launch that the server holds back for now. */
export interface HeldLaunch {
  campaign: CampaignSummary
  /** When it starts, in ms by this browser's clock. */
  endsAt: number
}

/** Campaign and launch → when it starts by this browser's clock, which may differ from the server's. */
const ends = new Map<string, number>()

/** The launches among these campaigns that can be undone, as the server last told; `now` in ms. */
export function heldLaunches(campaigns: readonly CampaignSummary[], now: number): HeldLaunch[] {
  return campaigns.flatMap((campaign) => {
    const { id, status, scheduledAt, undoSecondsLeft } = campaign
    if (status !== 'sending' || undoSecondsLeft == null) return []
    // The same launch is read from the cache later, with the same number.
    const key = `${id} ${scheduledAt ?? ''}`
    const endsAt = Math.min(ends.get(key) ?? Infinity, now + undoSecondsLeft * 1_000)
    ends.set(key, endsAt)
    return endsAt > now ? [{ campaign, endsAt }] : []
  })
}

/** Whole seconds until then, at least 0. */
export function secondsUntil(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1_000))
}
