import { zoneOffset } from '#zone-data'

/** ms of a day of 24 hours */
export const DAY = 86_400_000

/**
 * The next moment at which the clocks of `zone` show the date and time that those of `from` show at `moment`: the same
 * date, or the first later day whose time is not over at `now`. ms since 1970; IANA zones.
 */
export function sameClockTime(moment: number, from: string, zone: string, now: number): number {
  let local = wallClock(from, moment)
  while (instantOf(local, zone) < now) local += DAY
  return instantOf(local, zone)
}

/** The calendar day in a zone at a moment, as UTC midnight of that date. */
export function dateIn(timeZone: string, moment: number): number {
  const local = wallClock(timeZone, moment)
  return local - (((local % DAY) + DAY) % DAY)
}

/**
 * The moment at which the zone's clocks show `local` (a UTC stamp of the same date and time). The first if they show it
 * twice; if they skip it, the same distance after the gap.
 */
export function instantOf(local: number, timeZone: string): number {
  const moments = [local - DAY, local + DAY].map((about) => local - offsetOf(timeZone, about))
  const shown = moments.filter((moment) => moment + offsetOf(timeZone, moment) === local)
  return shown.length > 0 ? Math.min(...shown) : Math.max(...moments)
}

/**
 * Returns the date and time that a zone's clocks show at a moment, as the UTC time that reads the same: format it with
 * `timeZone: 'UTC'`.
 */
export function wallClock(timeZone: string, moment: number): number {
  return moment + offsetOf(timeZone, moment)
}

/**
 * UTC offset of a zone at an instant, in ms.
 *
 * @throws RangeError for a zone that {@link isTimeZone} refuses
 */
export function offsetOf(timeZone: string, moment: number): number {
  const offset = zoneOffset(timeZone, moment)
  if (offset === null) throw new RangeError(`Unknown time zone: ${timeZone}`)
  return offset
}

/** Returns whether there is a time zone of this IANA name, or with this offset such as "+02:00". */
export function isTimeZone(name: string): boolean {
  return zoneOffset(name, 0) !== null
}

/** Writes the offset of a zone at an instant as "-05:00": what a browser needs to show the local time exactly. */
export function offsetText(timeZone: string, moment: number): string {
  const minutes = Math.round(offsetOf(timeZone, moment) / 60_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}
