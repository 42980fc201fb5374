import type { SendWindow } from '../settings/setting-register.ts'
import { DAY, dateIn, instantOf } from './zone-time.ts'

/** A period in which emails may be sent; ms since 1970, `closes` exclusive. */
export interface Opening {
  opens: number
  closes: number
}

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
