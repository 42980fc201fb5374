import { usePerSecond } from './use-every-second.ts'
import { dayAndTime, dayOf, exactTime, relativeTime, timeOfDay, type Moment, type Place } from './format-time.ts'
import { Tooltip } from './tooltip.tsx'

export interface TimeProps extends Place {
  at: Moment
  /**
   * Form of the time. `relative`: "in 12 min."; `day`; `moment`: day and time; `clock`: time of day, plus the day if it
   * is not today.
   */
  show?: 'relative' | 'day' | 'moment' | 'clock'
  /** True if the tooltip can be reached by keyboard; omit it in long lists. */
  focusable?: boolean
}

/** Shows a time in the user's zone and language, with the exact time in a tooltip. */
export function Time(props: TimeProps) {
  const { at, show } = props
  if (show === 'day') return <Still {...props} text={dayOf(at, props)} />
  if (show === 'moment') return <Still {...props} text={dayAndTime(at, props)} />
  return <Ticking {...props} />
}

/** Shows a time relative to now, updated every second. */
function Ticking(props: TimeProps) {
  const { at, show } = props
  const text = usePerSecond((now) => (show === 'clock' ? timeOfDay(at, now, props) : relativeTime(at, now, props)))
  return <Still {...props} text={text} />
}

function Still({ at, text, focusable = false, locale, timeZone }: TimeProps & { text: string }) {
  const place = { locale, timeZone }
  return (
    <Tooltip content={() => exactTime(at, place)}>
      <time
        dateTime={new Date(at).toISOString()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the tooltip reachable by keyboard
        tabIndex={focusable ? 0 : undefined}
        className="figures rounded-sm whitespace-nowrap"
      >
        {text}
      </time>
    </Tooltip>
  )
}
