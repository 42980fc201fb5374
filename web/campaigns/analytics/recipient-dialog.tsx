import { useQuery } from '@apollo/client/react'
import {
  Ban,
  Bot,
  CalendarOff,
  Check,
  CheckCheck,
  Clock,
  CornerDownLeft,
  Eye,
  MailX,
  MousePointerClick,
  Reply,
  Send,
  ShieldAlert,
  Undo2,
  UserMinus,
  type LucideIcon,
} from 'lucide-react'
import { isLeftOut } from '#domain/delivery-errors.ts'
import { errorMessage } from '#web/errors.ts'
import type { RecipientEventsQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { cn } from '#web/ui/cn.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { zoneName } from '#web/ui/format-time.ts'
import { Time } from '#web/ui/time.tsx'
import { NextFollowUp } from './recipient-follow-ups.tsx'
import { RECIPIENT_EVENTS, type EmailLogRow } from './recipient-operations.ts'
import { failureDetail } from '../failure-words.ts'
import { followUpName } from '../follow-up-words.ts'
import { EmailStatusBadge } from '../status-badge.tsx'
import { awayDetail, awayWords } from './away-words.ts'
import { useAfterChange } from '#web/use-after-change.ts'

type Node = NonNullable<RecipientEventsQuery['node']>
type RecipientEvent = Extract<Node, { events: unknown }>['events'][number]

const KINDS: Record<RecipientEvent['kind'], { icon: LucideIcon; words: string; look?: string }> = {
  queued: { icon: Clock, words: 'Queued' },
  sent: { icon: Send, words: 'Sent', look: 'text-good' },
  delivered: { icon: CheckCheck, words: 'Delivered', look: 'text-good' },
  opened: { icon: Eye, words: 'Opened', look: 'text-ink' },
  clicked: { icon: MousePointerClick, words: 'Clicked', look: 'text-ink' },
  replied: { icon: Reply, words: 'Replied', look: 'text-ink' },
  away: { icon: CalendarOff, words: 'Out of office' },
  automaticAnswer: { icon: Bot, words: 'Automatic answer' },
  unsubscribed: { icon: Ban, words: 'Unsubscribed', look: 'text-waiting' },
  subscribedAgain: { icon: Undo2, words: 'Subscribed again' },
  complained: { icon: ShieldAlert, words: 'Marked as spam', look: 'text-bad' },
  bounced: { icon: CornerDownLeft, words: 'Bounced', look: 'text-bad' },
  failed: { icon: MailX, words: 'Failed', look: 'text-bad' },
}

const LEFT_OUT = { icon: UserMinus, words: 'Left out', look: 'text-ink-soft' }

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
  const { waitsUntil, timeZone } = now ?? log
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
          {timeZone && (
            <>
              : <Time at={waitsUntil} show="moment" timeZone={timeZone} /> in {zoneName(timeZone)}
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

function EventList({ label, events }: { label: string; events: readonly RecipientEvent[] }) {
  return (
    <ol aria-label={label} className="mt-5">
      {events.map((event, index) => (
        // Events have no id, and the list is replaced as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="relative flex gap-3 pb-4 last:pb-0">
          <EventLine event={event} last={index === events.length - 1} />
        </li>
      ))}
    </ol>
  )
}

/** The detail of an event, without codes. */
function detailWords(kind: RecipientEvent['kind'], detail: string): string {
  if (kind === 'away') return awayDetail(detail)
  return kind === 'failed' || kind === 'bounced' ? failureDetail(detail) : detail
}

function EventLine({ event: { kind, at, machine, url, detail }, last }: { event: RecipientEvent; last: boolean }) {
  const {
    icon: Icon,
    words,
    look,
  } = kind === 'failed' && isLeftOut(detail) ? LEFT_OUT : (KINDS[kind] ?? { icon: Check, words: kind })
  return (
    <>
      {!last && <span aria-hidden="true" className="absolute top-7 bottom-0 left-3.5 w-px bg-line" />}
      <span
        aria-hidden="true"
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full border border-line bg-paper',
          machine ? 'text-ink-soft' : look,
        )}
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 grow pt-1">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className={cn(machine ? 'text-ink-soft' : 'font-strong')}>
            {words}
            {machine && ' by a program: not counted'}
          </span>
          <span className="text-xs text-ink-soft">
            <Time at={at} show="moment" focusable />
          </span>
        </p>
        {url && <p className="text-xs wrap-anywhere text-ink-soft">{url}</p>}
        {detail && !machine && <p className="text-xs wrap-anywhere text-ink-soft">{detailWords(kind, detail)}</p>}
      </div>
    </>
  )
}
