import type { SendWindow } from '#domain/settings.ts'

/** A period in which emails may be sent; ms since 1970, `closes` exclusive. */
export interface Opening {
  opens: number
  closes: number
}

const DAY = 86_400_000
const ALWAYS: Opening = { opens: Number.NEGATIVE_INFINITY, closes: Number.POSITIVE_INFINITY }

/**
 * The opening at `moment`, or the next one. A workspace without a send window is always open. Times are in the window's
 * zone. If clocks skip a bound, it is after the gap; if they repeat it, it is the first of the two.
 */
export function openingAt(window: SendWindow | null | undefined, moment: number): Opening {
  if (!window) return ALWAYS
  const today = dateIn(window.timeZone, moment)
  for (let day = 0; day <= 8; day += 1) {
    const date = today + day * DAY
    const weekday = new Date(date).getUTCDay() || 7
    if (!window.days.includes(weekday)) continue
    const opening = {
      opens: instantOf(date + timeOfDay(window.from), window.timeZone),
      closes: instantOf(date + timeOfDay(window.to), window.timeZone),
    }
    if (moment < opening.closes && opening.opens < opening.closes) return opening
  }
  return ALWAYS
}

const timeOfDay = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000

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
function offsetOf(timeZone: string, moment: number): number {
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
