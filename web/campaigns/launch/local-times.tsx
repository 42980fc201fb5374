import { useQuery } from '@apollo/client/react'
import { errorMessage } from '#web/errors.ts'
import { cn } from '#web/ui/cn.ts'
import { Time } from '#web/ui/time.tsx'
import { zoneName } from '#web/ui/format-time.ts'
import { LAUNCH_FORECAST } from './operations.ts'

/** Zones shown before the rest is summed up. */
const SHOWN = 8

export interface LocalTimesProps {
  campaignId: string
  mailAccountIds: readonly string[]
  /** ISO 8601 */
  scheduledAt: string
  localTimeZone: string
  /** It is being edited: keep the last figures until it is saved. */
  waiting: boolean
}

/** How many recipients are in which time zone, and when it is the chosen time there. */
export function LocalTimes({ campaignId, waiting, mailAccountIds, ...when }: LocalTimesProps) {
  const { data, previousData, error, loading } = useQuery(LAUNCH_FORECAST, {
    variables: { id: campaignId, mailAccountIds: [...mailAccountIds], ...when },
    fetchPolicy: 'network-only',
    skip: waiting,
  })
  const waves = (data ?? previousData)?.launchForecast.waves
  if (error && !loading) return <p className="text-xs text-ink-soft">{errorMessage(error)}</p>
  if (!waves)
    return <p className="text-xs text-ink-soft">{waiting ? 'Shown after saving.' : 'Looking up time zones…'}</p>
  const rest = waves.slice(SHOWN)
  return (
    <section aria-label="Time zones" aria-busy={loading} className={cn('grid gap-2 text-xs', loading && 'opacity-60')}>
      <ul className="grid gap-1">
        {waves.slice(0, SHOWN).map(({ timeZone, recipients, at, leavesAt }) => (
          <li key={timeZone} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {timeZone === null ? `Unknown: as in ${zoneName(when.localTimeZone)}` : zoneName(timeZone)}
            </span>
            <span className="figures">{recipients.toLocaleString()}</span>
            <span className="col-span-2 text-ink-soft">
              <Time at={leavesAt} show="moment" /> here
              {leavesAt !== at && (
                <span className="text-waiting">
                  {' '}
                  and <Time at={leavesAt} show="moment" timeZone={timeZone ?? when.localTimeZone} /> there, because of
                  your sending hours
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="text-ink-soft">
          and {rest.reduce((sum, { recipients }) => sum + recipients, 0).toLocaleString()} in {rest.length} more time
          zones
        </p>
      )}
    </section>
  )
}
