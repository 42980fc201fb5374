import { useQuery } from '@apollo/client/react'
import { errorMessage } from '#web/client/call-errors.ts'
import { cn } from '#web/ui/class-names.ts'
import { LAUNCH_FORECAST } from './operations.ts'
import { ZoneList } from './zone-list.tsx'

export interface LocalTimesProps {
  campaignId: string
  mailboxIds: readonly string[]
  /** start time, ISO 8601 */
  scheduledAt: string
  localTimeZone: string
  /** True while the draft is being edited: keep the last figures until it is saved. */
  waiting: boolean
}

/** Loads and shows the number of recipients in each time zone, and when it is the chosen local time there. */
export function LocalTimes({ campaignId, waiting, mailboxIds, ...when }: LocalTimesProps) {
  const { data, previousData, error, loading } = useQuery(LAUNCH_FORECAST, {
    variables: { id: campaignId, mailboxIds: [...mailboxIds], ...when },
    fetchPolicy: 'network-only',
    skip: waiting,
  })
  const waves = (data ?? previousData)?.launchForecast.waves
  if (error && !loading) return <p className="text-xs text-ink-soft">{errorMessage(error)}</p>
  if (!waves)
    return (
      <p className="text-xs text-ink-soft">
        {waiting ? 'The local times are shown after the campaign is saved.' : 'Looking up time zones…'}
      </p>
    )
  return (
    <section aria-label="Time zones" aria-busy={loading} className={cn('grid gap-2 text-xs', loading && 'opacity-60')}>
      <ZoneList waves={waves} localTimeZone={when.localTimeZone} />
    </section>
  )
}
