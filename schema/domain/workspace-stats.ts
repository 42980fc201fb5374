import { rate } from './rate-percent.ts'

/** Changes that the dashboard shows: real ones, or none (product: results.changes). */

/** Growth from before to now in percent with one decimal; null where there was nothing before. */
export function growth(before: number, now: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 1_000) / 10 : null
}

/** Change of a rate in percentage points with one decimal; null where either is a rate of nothing. */
export function rateChange(
  before: { part: number; whole: number },
  now: { part: number; whole: number },
): number | null {
  if (before.whole <= 0 || now.whole <= 0) return null
  return Math.round((rate(now.part, now.whole) - rate(before.part, before.whole)) * 10) / 10
}

/** Days that the report of how welcome emails were looks back. */
export const WELCOME_DAYS = { usual: 90, max: 365 } as const
