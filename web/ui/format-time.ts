const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Moment = Date | string | number

export interface Place {
  /** BCP 47; the person's own unless given. */
  locale?: string
  /** IANA; the person's own unless given. */
  timeZone?: string
}

/** The exact moment: day, time and zone, as the person writes them. */
export function exactTime(at: Moment, { locale, timeZone }: Place = {}): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date(at))
}

/** The day, as the person writes it. */
export function dayOf(at: Moment, { locale, timeZone }: Place = {}): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at))
}

/** Day and time to the minute. */
export function dayAndTime(at: Moment, { locale, timeZone }: Place = {}): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
}

/** Time of day to the minute; with the day when it is not the day of `now`. */
export function timeOfDay(at: Moment, now: Moment, { locale, timeZone }: Place = {}): string {
  if (dayOf(at, { locale, timeZone }) !== dayOf(now, { locale, timeZone })) return dayAndTime(at, { locale, timeZone })
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(at))
}

/** How far `at` lies from `now`: "in 12 min.", "3 hr. ago"; the day itself once it is a week away. */
export function relativeTime(at: Moment, now: Moment, { locale, timeZone }: Place = {}): string {
  const seconds = Math.round((new Date(at).getTime() - new Date(now).getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance >= 7 * DAY) return dayOf(at, { locale, timeZone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  if (distance < 5) return relative.format(0, 'second')
  if (distance < MINUTE) return relative.format(seconds, 'second')
  if (distance < HOUR) return relative.format(Math.round(seconds / MINUTE), 'minute')
  if (distance < DAY) return relative.format(Math.round(seconds / HOUR), 'hour')
  return relative.format(Math.round(seconds / DAY), 'day')
}
