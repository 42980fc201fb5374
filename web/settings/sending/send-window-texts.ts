import type { SendWindow } from '#domain/settings/setting-register.ts'

/** Some Monday, in ms since the epoch, from which the names of weekdays are made. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/** The weekdays from Monday, in the user's locale. */
export function dayNames(locale?: string): { day: number; short: string; long: string }[] {
  const name = (weekday: 'short' | 'long', day: number) =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY)
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, short: name('short', day), long: name('long', day) }))
}

/**
 * Returns a sending window as text: "Mon to Fri, 09:00 to 17:00, Europe/Lisbon." Three or more consecutive days are
 * shown as a range.
 */
export function windowText({ days, from, to, timeZone }: SendWindow, locale?: string): string {
  const names = new Map(dayNames(locale).map(({ day, short }) => [day, short]))
  const runs: number[][] = []
  for (const day of days.toSorted()) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const told = runs.flatMap((run) => {
    const ends = run.length > 2 ? [run[0], run.at(-1)] : run
    const words = ends.map((day) => names.get(day ?? 0) ?? '')
    return run.length > 2 ? [words.join(' to ')] : words
  })
  const which = days.length === 7 ? 'Every day' : told.join(', ')
  return `${which}, ${from} to ${to}, ${timeZone.replaceAll('_', ' ')}.`
}

/** The user's time zone. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** All time zones plus the user's own, UTC and `also`, sorted. */
export function timeZones(also: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', localTimeZone(), also])].toSorted()
}
