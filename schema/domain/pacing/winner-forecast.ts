import { testSize, type WinnerRule } from '../campaigns/ab-winner-rule.ts'
import { forecast } from './sending-forecast.ts'
import type { PaceRules, SentCounts } from './pace.ts'

/** When the emails of an A/B test and those of the rest will have been sent. */
export interface WinnerForecast {
  /** when the winner is decided */
  decidesAt: Date
  /** for each mailbox: time of its last email; null if it sends none */
  finishes: (Date | null)[]
}

/**
 * The forecast of a launch whose winner goes to the rest: the mailboxes share the test, its waiting time passes after the
 * last email of it, and they share the rest. Pure.
 */
export function forecastWinner(
  mailboxes: readonly { rules: PaceRules; counts: readonly SentCounts[] }[],
  emails: number,
  rule: WinnerRule,
  { perSecond, startsAt }: { perSecond: number; startsAt: Date },
): WinnerForecast {
  const inTest = testSize(emails, rule.share)
  const turns = Math.max(1, mailboxes.length)
  const [test, rest] = [Math.ceil(inTest / turns), Math.ceil((emails - inTest) / turns)]
  const tested = mailboxes.map(({ rules, counts }) => forecast(rules, counts, test, perSecond, startsAt) ?? startsAt)
  const last = Math.max(startsAt.getTime(), ...tested.map((time) => time.getTime()))
  const decidesAt = new Date(last + rule.waitHours * 3_600_000)
  const arrivals = [
    { at: startsAt, count: test },
    { at: decidesAt, count: rest },
  ]
  const finishes = mailboxes.map(({ rules, counts }) =>
    forecast(rules, counts, test + rest, perSecond, startsAt, arrivals),
  )
  return { decidesAt, finishes }
}
