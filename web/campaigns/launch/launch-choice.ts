import { SCHEDULED_AHEAD_MAX } from '#domain/schedule.ts'
import { dayAndTime, relativeTime } from '#web/ui/format-time.ts'

/** When and from where a campaign is to be sent. */
export interface LaunchChoice {
  /** `later`: it stays a draft. */
  when: 'later' | 'now' | 'scheduled'
  /** Day and time in the person's own zone, as the browser's box has it: 2026-11-27T09:00. */
  at: string
  /** They take turns; null = not chosen, so the usual one. */
  mailAccountIds: readonly string[] | null
}

const DAY = 86_400_000

export const SEND_LATER: LaunchChoice = { when: 'later', at: '', mailAccountIds: null }
export const SEND_NOW: LaunchChoice = { when: 'now', at: '', mailAccountIds: null }

/** Nine o'clock on the day after `now`, in the person's zone. */
export function tomorrowMorning(now: number): string {
  return boxValue(new Date(new Date(now + DAY).setHours(9, 0, 0, 0)))
}

/** A moment as the browser's box has it. */
export function boxValue(moment: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** What is wrong with the time that was chosen, as a sentence, or null. */
export function scheduleProblem({ when, at }: LaunchChoice, now: number): string | null {
  if (when !== 'scheduled') return null
  const moment = Date.parse(at)
  if (Number.isNaN(moment)) return 'Choose a day and a time'
  if (moment <= now) return 'Choose a time that is yet to come'
  return moment - now > SCHEDULED_AHEAD_MAX ? 'Choose a time within a year' : null
}

/** The moment a forecast begins at, in ISO 8601; null = now, also while none is chosen. */
export function forecastFrom(choice: LaunchChoice): string | null {
  return Number.isNaN(Date.parse(choice.at)) ? null : scheduledAt(choice)
}

/** The moment that was chosen, in ISO 8601; null = at once. */
export function scheduledAt({ when, at }: LaunchChoice): string | null {
  return when === 'scheduled' ? new Date(at).toISOString() : null
}

/** "Friday, 27 Nov 2026, 09:00 in your time zone (Europe/Lisbon): tomorrow." How far it lies ahead may be short for something, with a dot. */
export function inWords(at: string, now: number): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  const weekday = new Date(at).toLocaleDateString(undefined, { weekday: 'long' })
  const ahead = relativeTime(at, now)
  return `${weekday}, ${dayAndTime(at)} in your time zone (${zone}): ${ahead}${ahead.endsWith('.') ? '' : '.'}`
}
