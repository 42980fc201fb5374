import { isTimeZone } from '#domain/pacing/zone-time.ts'
import { AppError } from '#domain/errors.ts'
import { SCHEDULED_AHEAD_MAX, UNDO_SECONDS_MAX } from '#domain/campaigns/schedule.ts'
import { type LocalTime } from './recipient-local-times.ts'

/** A future time; a past one means immediately. Throws BAD_INPUT for more than a year ahead. */
export function scheduleOf(moment: Date | null, now: Date): Date | null {
  if (!moment || moment <= now) return null
  if (moment.getTime() - now.getTime() > SCHEDULED_AHEAD_MAX) {
    throw new AppError('BAD_INPUT', 'You can schedule a campaign up to a year ahead. Choose an earlier time.')
  }
  return moment
}

/**
 * Returns the planned local time with its zone. Throws BAD_INPUT for an unknown zone, or a zone without a start time.
 */
export function localTimeOf(planned: Date | null, timeZone: string | null): LocalTime | null {
  if (timeZone === null) return null
  if (!isTimeZone(timeZone))
    throw new AppError('BAD_INPUT', 'The time zone must be an IANA name such as Europe/Berlin.')
  if (!planned) throw new AppError('BAD_INPUT', 'Local times need a start time in the future. Choose one.')
  return { moment: planned, timeZone }
}

/** Returns until when a launch can be undone; null for 0 seconds. Throws BAD_INPUT for a number that is not 0–1,800. */
export function undoUntilOf(seconds: number, now: Date): Date | null {
  if (seconds < 0 || seconds > UNDO_SECONDS_MAX) {
    throw new AppError('BAD_INPUT', `A launch can be held back for 0 to ${UNDO_SECONDS_MAX} seconds.`)
  }
  return seconds === 0 ? null : new Date(now.getTime() + seconds * 1_000)
}
