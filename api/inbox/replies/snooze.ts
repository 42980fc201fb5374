import { AppError } from '#domain/errors.ts'
import { SNOOZE_MAX } from '#domain/inbox/replies.ts'

/** A day in the future until which a reply is set aside; a past one means not at all. Throws BAD_INPUT for a year ahead. */
export function snoozeOf(until: Date | null, now: Date): Date | null {
  if (!until || until <= now) return null
  if (until.getTime() - now.getTime() <= SNOOZE_MAX) return until
  throw new AppError('BAD_INPUT', 'A reply can be snoozed for up to a year. Choose an earlier day.')
}
