import { reputationOf, type Outcomes, type Reputation } from '../mailboxes/mailboxes.ts'

/**
 * Limit of a new workspace: few emails a day, more with every day of good behavior, until its reputation is known
 * (product: sending.new-workspace). Pure. It is computed from past days, so that it stays the same all day.
 */

const DAY = 86_400_000
/** Number of emails on the first day, and on every day of a workspace with a poor reputation. */
const FIRST = 50
/** Days in which the limit doubles, by reputation; never with a poor one. */
const DOUBLES_IN: Record<Reputation, number> = { excellent: 2, good: 2, fair: 4, poor: Number.POSITIVE_INFINITY }
/** Number of days and emails after which a workspace with a good reputation counts as known. */
const KNOWN = { days: 30, sent: 200 }
/** Number of days for which the limit is forecast. */
const FORECAST_DAYS = 30

export interface Probation {
  /** emails in any 24 hours, from all mailboxes of the workspace */
  perDay: number
  /** later limits, each with the time from which it applies, if the reputation stays good */
  grows: readonly { from: Date; count: number }[]
  /** True if bounces, complaints or unsubscribes slow the workspace down or keep its limit from growing. */
  heldBack: boolean
  /** True if the workspace has a known reputation and needs no such limit any more. */
  isOver: boolean
}

/** Returns when the current day of a probation began. Only emails sent before count. */
export function probationDay(since: Date, now: Date): Date {
  return new Date(since.getTime() + daysOf(since, now) * DAY)
}

/** The limit of a workspace that is new `since` then. `outcomes`: of its emails before {@link probationDay}. */
export function probationOf(since: Date, outcomes: Outcomes, now: Date): Probation {
  const { reputation } = reputationOf(outcomes)
  const today = daysOf(since, now)
  const isGood = DOUBLES_IN[reputation] === DOUBLES_IN.good
  const limitOn = (day: number, sent: number) =>
    Math.min(FIRST * 2 ** Math.floor(day / DOUBLES_IN[reputation]), FIRST + sent)
  const perDay = limitOn(today, outcomes.sent)
  const grows: { from: Date; count: number }[] = []
  let sent = outcomes.sent
  for (let day = today + 1; day <= today + FORECAST_DAYS; day += 1) {
    const before = grows.at(-1)?.count ?? perDay
    sent += before
    const count = limitOn(day, sent)
    if (count > before) grows.push({ from: new Date(since.getTime() + day * DAY), count })
  }
  return { perDay, grows, heldBack: !isGood, isOver: isGood && today >= KNOWN.days && outcomes.sent >= KNOWN.sent }
}

const daysOf = (since: Date, now: Date) => Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY))
