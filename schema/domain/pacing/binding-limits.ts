import type { BindingLimit } from '../campaigns/rehearsals.ts'
import type { StatusReason } from '../campaigns/campaigns.ts'
import { forecast, type Arrivals } from './sending-forecast.ts'
import type { PaceRules, SentCounts } from './pace.ts'

/** Minimum share (0 to 1) of the whole time that must be saved without a limit for the limit to count. */
const MATTERS = 0.1
/** ms up to which a launch counts as not slowed down. */
const SHORT_LAUNCH_MS = 60_000
/** Maximum number of limits named. */
const NAMED = 2

/**
 * Returns the limits that decide when a mailbox will have sent `need` emails, the most important first: without one of
 * them the end would come forward by a tenth or more. Where several hold it back equally, the one that would take
 * longest by itself. Empty if nothing slows it down. `arrivals`: times before which some may not leave; they count as a
 * limit. Pure.
 */
export function bindingLimits(
  rules: PaceRules,
  counts: readonly SentCounts[],
  need: number,
  perSecond: number,
  now: Date,
  arrivals: readonly Arrivals[] = [],
): BindingLimit[] {
  const end = (reasons: (reason: StatusReason) => boolean) => {
    const kept = rules.windows.map((window, index) => ({ window, count: counts[index] }))
    const shown = kept.filter(({ window }) => reasons(window.reason))
    const part: PaceRules = {
      windows: shown.map(({ window }) => window),
      spacing: reasons('BETWEEN_INTERVALS') ? rules.spacing : 0,
      sendWindow: reasons('OUTSIDE_WINDOW') ? rules.sendWindow : null,
    }
    const used = shown.map(({ count }) => count ?? { used: 0, oldest: null, newest: null })
    const waves = reasons('LOCAL_TIME') ? arrivals : []
    return (forecast(part, used, need, perSecond, now, waves) ?? now).getTime() - now.getTime()
  }
  const whole = end(() => true)
  if (whole <= Math.max(SHORT_LAUNCH_MS, (need / perSecond) * 2_000)) return []
  const reasons = new Set<StatusReason>(rules.windows.map(({ reason }) => reason))
  if (arrivals.length > 0) reasons.add('LOCAL_TIME')
  if (rules.sendWindow) reasons.add('OUTSIDE_WINDOW')
  const measured = [...reasons].map((reason) => ({
    reason,
    gain: whole - end((other) => other !== reason),
    alone: end((other) => other === reason),
  }))
  const strong = measured.filter(({ gain }) => gain >= whole * MATTERS).toSorted((a, b) => b.gain - a.gain)
  const chosen = strong.length > 0 ? strong : measured.toSorted((a, b) => b.alone - a.alone).slice(0, 1)
  return chosen.slice(0, NAMED).map(({ reason }) => {
    const slowest = rules.windows
      .filter((window) => window.reason === reason)
      .toSorted((a, b) => a.count / a.seconds - b.count / b.seconds)[0]
    if (!slowest) return { reason }
    const { count, seconds, recipients } = slowest
    return { reason, count, seconds, ...(recipients !== undefined && { recipients }) }
  })
}
