import { DAY } from './dates.ts'

/** Days that a note without a date holds a person. */
const UNDATED_DAYS = 7

/** When the person is back, in ms at 00:00 UTC, from a note without a date. */
export const undatedBack = (written: number): number => written + UNDATED_DAYS * DAY

/**
 * The first day on which an absent person is written to again, at 00:00 UTC: the working day after the day they are back
 * (`awayUntil`, of which only the day counts), so that their first day is theirs. Monday to Friday are working days.
 */
export function resumesOn(awayUntil: Date): Date {
  let day = Math.floor(awayUntil.getTime() / DAY) * DAY + DAY
  while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY
  return new Date(day)
}
