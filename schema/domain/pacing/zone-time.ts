/** ms of a day of 24 hours */
export const DAY = 86_400_000

/**
 * The next moment at which the clocks of `zone` show the date and time that those of `from` show at `moment`: the same
 * date, or the first later day whose time is not over at `now`. ms since 1970; IANA zones.
 */
export function sameClockTime(moment: number, from: string, zone: string, now: number): number {
  let local = moment + offsetOf(from, moment)
  while (instantOf(local, zone) < now) local += DAY
  return instantOf(local, zone)
}

/** The calendar day in a zone at a moment, as UTC midnight of that date. */
export function dateIn(timeZone: string, moment: number): number {
  const local = moment + offsetOf(timeZone, moment)
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

const formats = new Map<string, Intl.DateTimeFormat>()

/** ms by which a zone is ahead of UTC at a moment */
export function offsetOf(timeZone: string, moment: number): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const local = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  )
  return local - Math.floor(moment / 1_000) * 1_000
}
