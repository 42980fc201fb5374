import type { Departures, PaceRules } from './pace.ts'
import { openingAt } from './send-window.ts'

/** Mails that are followed one by one; the rest is taken to go on at the same rate. */
const FOLLOWED = 20_000

/**
 * When the `need`-th mail from now will have left a mailbox that sends by these rules at most `perSecond` mails a second; null when it
 * needs none. What left before counts as spread evenly over its window, so that this is a forecast and not a promise; pure.
 */
export function forecast(
  rules: PaceRules,
  departures: readonly Departures[],
  need: number,
  perSecond: number,
  now: Date,
): Date | null {
  if (need <= 0) return null
  const steps = Math.min(need, FOLLOWED)
  const gap = Math.max(rules.spacing * 0.75, 1_000 / perSecond)
  const history = rules.windows.map((window, index) => earlier(window.count, departures[index], now.getTime()))
  const times = new Float64Array(steps)
  let opening = openingAt(rules.sendWindow, now.getTime())
  for (let step = 0; step < steps; step += 1) {
    let moment = step === 0 ? now.getTime() : (times[step - 1] ?? 0) + gap
    for (const [index, { count, seconds }] of rules.windows.entries()) {
      const before = step - count
      const past = before >= 0 ? times[before] : history[index]?.(-before)
      if (past !== undefined) moment = Math.max(moment, past + seconds * 1_000)
    }
    if (moment >= opening.closes) opening = openingAt(rules.sendWindow, moment)
    times[step] = Math.max(moment, opening.opens)
  }
  const last = times[steps - 1] ?? now.getTime()
  const rest = need > steps ? ((last - now.getTime()) / steps) * (need - steps) : 0
  return new Date(last + rest)
}

/** When the `back`-th newest of the departures of a window happened, counted from 1; undefined when there were fewer. */
function earlier(count: number, departures: Departures | undefined, now: number): (back: number) => number | undefined {
  const { used = 0, oldest = null, newest = null } = departures ?? {}
  if (!oldest || used === 0) return () => undefined
  const end = newest?.getTime() ?? now
  const step = used > 1 ? (end - oldest.getTime()) / (used - 1) : 0
  return (back) => (back <= Math.min(used, count) ? end - (back - 1) * step : undefined)
}

/** Mails that leave a mailbox until one of its campaigns is through, when campaigns with these numbers of mails take turns. */
export function needOf(own: number, all: readonly number[]): number {
  return all.reduce((sum, other) => sum + Math.min(own, other), 0)
}
