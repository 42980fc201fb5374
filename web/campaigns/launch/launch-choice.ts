import { SCHEDULED_AHEAD_MAX } from '#domain/campaigns/schedule.ts'
import { dayAndTime, relativeTime } from '#web/ui/format-time.ts'

/** When to send a campaign, and from which mailboxes. */
export interface LaunchChoice {
  /** Time of the launch. `later`: keep the campaign as a draft. */
  when: 'later' | 'now' | 'scheduled'
  /** Local date and time as in the browser's input: 2026-11-27T09:00. */
  at: string
  /** True if each recipient gets the email when clocks in the recipient's own time zone show `at`. */
  isLocal: boolean
  /** Ids of the sending mailboxes, used in rotation; null = the default mailbox. */
  mailboxIds: readonly string[] | null
  /** Seconds for which an immediate start can be undone; absent = the workspace's setting. */
  undoSeconds?: number | undefined
  /** Note to the admins, if a second person must approve the launch. */
  note?: string | undefined
}

const DAY = 86_400_000

export const SEND_LATER: LaunchChoice = { when: 'later', at: '', isLocal: false, mailboxIds: null }
export const SEND_NOW: LaunchChoice = { when: 'now', at: '', isLocal: false, mailboxIds: null }

/** Nine o'clock local time on the day after `now`. */
export function tomorrowMorning(now: number): string {
  return toInputValue(new Date(new Date(now + DAY).setHours(9, 0, 0, 0)))
}

/** A timestamp as a value of the browser's datetime input. */
export function toInputValue(moment: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The error of the chosen time as a sentence, or null. */
export function scheduleProblem({ when, at }: LaunchChoice, now: number): string | null {
  if (when !== 'scheduled') return null
  const moment = Date.parse(at)
  if (Number.isNaN(moment)) return 'Choose a day and a time'
  if (moment <= now) return 'Choose a time in the future'
  return moment - now > SCHEDULED_AHEAD_MAX ? 'Choose a time within a year' : null
}

/** The start of a forecast in ISO 8601; null = now, also while no time is chosen. */
export function forecastFrom(choice: LaunchChoice): string | null {
  return Number.isNaN(Date.parse(choice.at)) ? null : scheduledAt(choice)
}

/** The chosen time in ISO 8601; null = now. */
function scheduledAt({ when, at }: LaunchChoice): string | null {
  return when === 'scheduled' ? new Date(at).toISOString() : null
}

/** Returns when the chosen launch starts. */
export function launchTime(choice: LaunchChoice): { scheduledAt: string | null; localTimeZone: string | null } {
  return { scheduledAt: scheduledAt(choice), localTimeZone: localTimeZone(choice) }
}

/** Returns when a rehearsal of the chosen launch starts: now while no time is chosen. */
export function rehearsedTime(choice: LaunchChoice): { scheduledAt: string | null; localTimeZone: string | null } {
  const start = forecastFrom(choice)
  return { scheduledAt: start, localTimeZone: start === null ? null : localTimeZone(choice) }
}

/**
 * Returns the zone of this browser if each recipient gets the email at the chosen time in their own zone; else null.
 */
function localTimeZone({ when, isLocal }: LaunchChoice): string | null {
  return when === 'scheduled' && isLocal ? hereZone() : null
}

const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * "Friday, 27 Nov 2026, 09:00 in your time zone (Europe/Lisbon): tomorrow." The relative part may be abbreviated and
 * end with a dot.
 */
export function describeTime(at: string, now: number): string {
  const zone = hereZone().replaceAll('_', ' ')
  const weekday = new Date(at).toLocaleDateString(undefined, { weekday: 'long' })
  const ahead = relativeTime(at, now)
  return `${weekday}, ${dayAndTime(at)} in your time zone (${zone}): ${ahead}${ahead.endsWith('.') ? '' : '.'}`
}
