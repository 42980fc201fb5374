import { useQuery } from '@apollo/client/react'
import { CalendarOff } from '#web/ui/generated/icons.ts'
import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { zoneName } from '#web/ui/format-time.ts'
import { Time } from '#web/ui/date-time.tsx'
import { NextFollowUp } from './recipient-follow-ups.tsx'
import { RECIPIENT_EVENTS, type EmailLogRow } from './recipient-operations.ts'
import { followUpName } from '../follow-up-texts.ts'
import { EmailStatusBadge } from '../status-badge.tsx'
import { awayWords } from './away-texts.ts'
import { EventList, type RecipientEvent } from './event-list.tsx'
import { useAfterChange } from '#web/shared/use-delayed-change.ts'

/** Delay in ms before events are reloaded after the campaign changed. */
const REREAD_AFTER = 1_000

export interface RecipientDialogProps {
  log: EmailLogRow
  /** Changes whenever the email may have changed. */
  change: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The live timeline of one recipient's email. */
export function RecipientDialog({ log, change, open, onOpenChange }: RecipientDialogProps) {
  const timeline = useQuery(RECIPIENT_EVENTS, {
    variables: { id: log.id },
    skip: !open,
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  useAfterChange(change, timeline.data !== undefined, timeline.refetch, REREAD_AFTER)
  const node = timeline.data?.node
  const now = node && 'events' in node ? node : null
  const { contactName, contactEmail, status, variant, untracked, awayUntil, awayDateGiven, failure } = now ?? log
  const { waitsUntil, timeZone, utcOffset } = now ?? log
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title={contactName || contactEmail}
      description={contactName ? contactEmail : undefined}
    >
      <div className="flex flex-wrap gap-2">
        <EmailStatusBadge status={status} error={(now ?? log).error} />
        {variant && <Badge icon={null}>Subject {variant}</Badge>}
        {untracked && <Badge icon={null}>Not tracked</Badge>}
        {awayUntil && <Badge icon={CalendarOff}>{awayWords(awayUntil, awayDateGiven === true)}</Badge>}
      </div>
      {waitsUntil && (
        <p className="mt-4 text-ink-soft">
          Waits until <Time at={waitsUntil} show="moment" focusable />
          {timeZone && utcOffset && (
            <>
              : <Time at={waitsUntil} show="moment" timeZone={utcOffset} /> in {zoneName(timeZone)}
            </>
          )}
          .
        </p>
      )}
      {failure && (
        <Callout tone={isLeftOut((now ?? log).error) ? 'neutral' : 'bad'} title={failure.message} className="mt-4">
          {failure.howToFix}
        </Callout>
      )}
      {open && <Events events={now?.events} asked={timeline} />}
      {now?.followUpEmails.map(({ id, events, failure: problem }, index) => (
        <section key={id} aria-label={followUpName(index + 2)} className="mt-5 border-t border-line pt-4">
          <h3 className="font-strong">{followUpName(index + 2)}</h3>
          {problem && <p className="mt-1 text-bad">{problem.message}</p>}
          <EventList label={`Activity of ${followUpName(index + 2)}`} events={events} />
        </section>
      ))}
      {now && <NextFollowUp recipient={now} />}
    </Dialog>
  )
}

interface EventsProps {
  events: readonly RecipientEvent[] | undefined
  asked: { error?: unknown; loading: boolean; refetch: () => Promise<unknown> }
}

function Events({ events, asked: { error, loading, refetch } }: EventsProps) {
  if (!events) {
    if (!error || loading) {
      return (
        <Loading label="Loading activity" className="mt-5 grid gap-4">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </Loading>
      )
    }
    return (
      <ErrorState
        title="Activity could not be loaded"
        line={errorMessage(error)}
        onRetry={() => void refetch().catch(() => undefined)}
        className="py-6"
      />
    )
  }
  return <EventList label="Activity" events={events} />
}
