import type { SentCounts, PaceRules, PaceWindow } from './pace.ts'
import { openingAt } from './send-window.ts'

/** Number of emails simulated one by one; the rest is extrapolated at the same rate. */
const FOLLOWED = 20_000
/**
 * Maximum number of emails of waves (recipients of one time zone), whose rate says nothing about the rest: as many as
 * one campaign can have.
 */
const WAVE_EMAILS_MAX = 200_000

/** Possible rounding error of a quotient. */
const ROUNDING = 1e-6

/** Number of emails that may not leave before a time. */
export interface Arrivals {
  at: Date
  count: number
}

/**
 * Returns when a mailbox with these rules will have sent `need` more emails at no more than `perSecond`; null if none
 * are needed. `arrivals`: times before which some of them may not leave, earliest first. Earlier sends count as spread
 * evenly over their window, so this is an estimate; pure.
 */
export function forecast(
  rules: PaceRules,
  departures: readonly SentCounts[],
  need: number,
  perSecond: number,
  now: Date,
  arrivals: readonly Arrivals[] = [],
): Date | null {
  return need <= 0 ? null : scheduleOf(rules, departures, need, perSecond, now, arrivals)(need)
}

/**
 * Returns when each of `need` more emails, at least one, will have left: the nth, counted from 1. As for {@link
 * forecast}.
 */
export function scheduleOf(
  rules: PaceRules,
  departures: readonly SentCounts[],
  need: number,
  perSecond: number,
  now: Date,
  arrivals: readonly Arrivals[] = [],
): (nth: number) => Date {
  const steps = Math.min(need, arrivals.length > 0 ? WAVE_EMAILS_MAX : FOLLOWED)
  const waves = arrivals.map(({ at, count }) => ({ at: at.getTime(), count }))
  const gap = Math.max(rules.spacing * 0.75, 1_000 / perSecond)
  const history = rules.windows.map((window, index) => earlier(window.count, departures[index], now.getTime()))
  const windows = rules.windows.map((window) => ({ seconds: window.seconds, stages: stagesOf(window) }))
  const times = new Float64Array(steps)
  let opening = openingAt(rules.sendWindow, now.getTime())
  for (let step = 0; step < steps; step += 1) {
    while (waves[0]?.count === 0) waves.shift()
    const wave = waves[0]
    if (wave) wave.count -= 1
    let moment = Math.max(step === 0 ? now.getTime() : (times[step - 1] ?? 0) + gap, wave?.at ?? 0)
    for (const [index, { seconds, stages }] of windows.entries()) {
      for (const { since, until, count } of stages) {
        const before = step - count
        const past = before >= 0 ? times[before] : history[index]?.(-before)
        const opens = Math.max(moment, since, past === undefined ? moment : past + seconds * 1_000)
        if (opens >= until) continue
        moment = opens
        break
      }
    }
    if (moment >= opening.closes) opening = openingAt(rules.sendWindow, moment)
    times[step] = Math.max(moment, opening.opens)
  }
  const last = times[steps - 1] ?? now.getTime()
  const each = (last - now.getTime()) / steps
  return (nth) => new Date(nth > steps ? last + each * (nth - steps) : (times[nth - 1] ?? last))
}

/** Returns how many emails a window allows, and when (in ms). */
function stagesOf({ count, grows = [] }: PaceWindow): { since: number; until: number; count: number }[] {
  return [{ from: null, count }, ...grows].map((stage, index) => ({
    since: stage.from?.getTime() ?? Number.NEGATIVE_INFINITY,
    until: grows[index]?.from.getTime() ?? Number.POSITIVE_INFINITY,
    count: stage.count,
  }))
}

/** Time of the `back`-th newest departure of a window, counted from 1; undefined if there were fewer. */
function earlier(count: number, departures: SentCounts | undefined, now: number): (back: number) => number | undefined {
  const { used = 0, oldest = null, newest = null } = departures ?? {}
  if (!oldest || used === 0) return () => undefined
  const end = newest?.getTime() ?? now
  const step = used > 1 ? (end - oldest.getTime()) / (used - 1) : 0
  return (back) => (back <= Math.min(used, count) ? end - (back - 1) * step : undefined)
}

/**
 * Returns what one of `turns` mailboxes sends of these emails, rounded up. `waves`: of the recipients, with the times
 * before which nothing leaves to them; those who get no email are taken as spread evenly over the waves. Pure.
 */
export function shareOf(
  emails: number,
  turns: number,
  waves: readonly { at: Date; recipients: number }[] = [],
): { need: number; arrivals: Arrivals[] } {
  if (waves.length === 0) return { need: Math.ceil(emails / Math.max(1, turns)), arrivals: [] }
  const recipients = waves.reduce((sum, wave) => sum + wave.recipients, 0)
  const each = emails / Math.max(1, recipients) / Math.max(1, turns)
  const arrivals = waves.map((wave) => ({
    at: wave.at,
    count: Math.max(0, Math.ceil(wave.recipients * each - ROUNDING)),
  }))
  return { need: arrivals.reduce((sum, { count }) => sum + count, 0), arrivals }
}

/**
 * Returns when each wave of recipients gets its first and its last email if these mailboxes take turns. Waves with the
 * same time are sent together. A wave without emails has its own time twice. An estimate, like {@link forecast}; pure.
 */
export function waveSpans(
  mailboxes: readonly { rules: PaceRules; counts: readonly SentCounts[] }[],
  waves: readonly { at: Date; recipients: number }[],
  emails: number,
  perSecond: number,
  now: Date,
): { first: Date; last: Date }[] {
  const { need, arrivals } = shareOf(emails, mailboxes.length, waves)
  const schedules =
    need > 0 ? mailboxes.map(({ rules, counts }) => scheduleOf(rules, counts, need, perSecond, now, arrivals)) : []
  const until = (time: Date) => arrivals.reduce((sum, { at, count }) => (at <= time ? sum + count : sum), 0)
  return waves.map(({ at }) => {
    const [before, after] = [until(new Date(at.getTime() - 1)), until(at)]
    if (schedules.length === 0 || after === before) return { first: at, last: at }
    const [firsts, lasts] = [before + 1, after].map((nth) => schedules.map((leaves) => leaves(nth).getTime()))
    return { first: new Date(Math.min(...(firsts ?? []))), last: new Date(Math.max(...(lasts ?? []))) }
  })
}

/** Emails that a mailbox sends until one of its campaigns is complete, when campaigns of these sizes take turns. */
export function needOf(own: number, all: readonly number[]): number {
  return all.reduce((sum, other) => sum + Math.min(own, other), 0)
}
