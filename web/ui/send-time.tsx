import { usePerSecond } from './use-every-second.ts'
import { exactTime, relativeTime, timeOfDay, type Moment, type Place } from './format-time.ts'
import { Tooltip } from './tooltip.tsx'

/** Wait in ms below which it is shown as a countdown only, without the time of day. */
const COUNTDOWN_BELOW_MS = 100_000

/**
 * Shows the expected end of sending: "14:20", on another day "Fri 27 Nov, 14:20"; "now" once reached. The exact time is
 * in a tooltip.
 */
export function AboutTime({ at, ...place }: { at: Moment } & Place) {
  const text = usePerSecond((now) => (msOf(at) <= now ? 'now' : timeOfDay(at, now, place)))
  return <Exact at={at} text={text} place={place} />
}

/**
 * Shows the end of a wait: "in 12 seconds", "at 14:20 (in 25 min)", "any moment" once reached. The exact time is in a
 * tooltip. `isBare`: without "at".
 */
export function UntilTime({ at, isBare = false, ...place }: { at: Moment; isBare?: boolean } & Place) {
  const text = usePerSecond((now) => {
    const left = msOf(at) - now
    if (left <= 0) return 'any moment now'
    if (left < COUNTDOWN_BELOW_MS) return inSeconds(Math.ceil(left / 1_000), place.locale)
    return `${isBare ? '' : 'at '}${timeOfDay(at, now, place)} (${relativeTime(at, now, place)})`
  })
  return <Exact at={at} text={text} place={place} />
}

function Exact({ at, text, place }: { at: Moment; text: string; place: Place }) {
  return (
    <Tooltip content={exactTime(at, place)}>
      <time
        dateTime={new Date(at).toISOString()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the tooltip reachable by keyboard
        tabIndex={0}
        className="figures rounded-sm"
      >
        {text}
      </time>
    </Tooltip>
  )
}

const msOf = (at: Moment) => new Date(at).getTime()

function inSeconds(seconds: number, locale?: string): string {
  return new Intl.RelativeTimeFormat(locale).format(seconds, 'second')
}
