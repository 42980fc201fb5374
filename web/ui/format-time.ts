const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Moment = Date | string | number

export interface Place {
  /** BCP 47 language tag; default: the user's own. */
  locale?: string
  /** IANA time zone; default: the user's own. */
  timeZone?: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a timestamp. Creating an Intl format costs a hundred times as much as using it, so formats are cached. */
/** Returns an IANA time zone as words: "New York", "Europe/Berlin" as "Berlin", "+02:00" as "UTC+02:00". */
export function zoneName(timeZone: string): string {
  if (/^[+-]/.test(timeZone)) return `UTC${timeZone}`
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

export function format(at: Moment, { locale, timeZone }: Place, styles: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${timeZone} ${Object.entries(styles).join()}`
  let made = formats.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { ...styles, timeZone })
    formats.set(key, made)
  }
  return made.format(new Date(at))
}

/** The exact timestamp in the user's format: day, time and zone. */
export function exactTime(at: Moment, place: Place = {}): string {
  return format(at, place, { dateStyle: 'full', timeStyle: 'long' })
}

/** The day in the user's format. */
export function dayOf(at: Moment, place: Place = {}): string {
  return format(at, place, { dateStyle: 'medium' })
}

/** Day and time to the minute. */
export function dayAndTime(at: Moment, place: Place = {}): string {
  return format(at, place, { dateStyle: 'medium', timeStyle: 'short' })
}

const WEEKDAY = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const

/** Time of day to the minute; adds weekday and day when it is not today, and the year when it is months away. */
export function timeOfDay(at: Moment, now: Moment, place: Place = {}): string {
  if (dayOf(at, place) === dayOf(now, place)) return format(at, place, { timeStyle: 'short' })
  const far = Math.abs(new Date(at).getTime() - new Date(now).getTime()) > 180 * DAY * 1000
  return far ? dayAndTime(at, place) : format(at, place, WEEKDAY)
}

const relativeFormats = new Map<string | undefined, Intl.RelativeTimeFormat>()

function relativeFormat(locale: string | undefined): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(locale)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  relativeFormats.set(locale, made)
  return made
}

/** Relative time: "in 12 min.", "3 hr. ago"; the date when a week or more away. */
export function relativeTime(at: Moment, now: Moment, { locale, timeZone }: Place = {}): string {
  const seconds = Math.round((new Date(at).getTime() - new Date(now).getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance >= 7 * DAY) return dayOf(at, { locale, timeZone })
  const relative = relativeFormat(locale)
  if (distance < 5) return relative.format(0, 'second')
  if (distance < MINUTE) return relative.format(seconds, 'second')
  if (distance < HOUR) return relative.format(Math.round(seconds / MINUTE), 'minute')
  if (distance < DAY) return relative.format(Math.round(seconds / HOUR), 'hour')
  return relative.format(Math.round(seconds / DAY), 'day')
}
