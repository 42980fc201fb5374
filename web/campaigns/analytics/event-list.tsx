import {
  Ban,
  Bot,
  CalendarOff,
  Check,
  CheckCheck,
  CircleHelp,
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
} from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import type { RecipientEventsQuery } from '#web/generated/graphql.ts'
import { cn } from '#web/ui/class-names.ts'
import { Time } from '#web/ui/date-time.tsx'
import { failureDetail } from '../failure-texts.ts'
import { awayDetail } from './away-texts.ts'

type Node = NonNullable<RecipientEventsQuery['node']>
export type RecipientEvent = Extract<Node, { events: unknown }>['events'][number]

const KINDS: Record<RecipientEvent['kind'], { icon: IconType; words: string; look?: string }> = {
  queued: { icon: Clock, words: 'Queued' },
  sent: { icon: Send, words: 'Sent', look: 'text-good' },
  delivered: { icon: CheckCheck, words: 'Delivered', look: 'text-good' },
  opened: { icon: Eye, words: 'Opened', look: 'text-ink' },
  clicked: { icon: MousePointerClick, words: 'Clicked', look: 'text-ink' },
  replied: { icon: Reply, words: 'Replied', look: 'text-ink' },
  away: { icon: CalendarOff, words: 'Out of office' },
  automaticAnswer: { icon: Bot, words: 'Automatic answer' },
  bounceUnproven: { icon: CircleHelp, words: 'Reported as bounced, not verified' },
  returnedUnsent: { icon: Undo2, words: 'Returned unsent, waits to be sent again', look: 'text-waiting' },
  unsubscribed: { icon: Ban, words: 'Unsubscribed', look: 'text-waiting' },
  subscribedAgain: { icon: Undo2, words: 'Subscribed again' },
  complained: { icon: ShieldAlert, words: 'Marked as spam', look: 'text-bad' },
  bounced: { icon: CornerDownLeft, words: 'Bounced', look: 'text-bad' },
  failed: { icon: MailX, words: 'Failed', look: 'text-bad' },
}

const LEFT_OUT = { icon: UserMinus, words: 'Left out', look: 'text-ink-soft' }

interface EventListProps {
  label: string
  events: readonly RecipientEvent[]
  className?: string
}

/** Lists the events of one email, oldest first. */
export function EventList({ label, events, className }: EventListProps) {
  return (
    <ol aria-label={label} className={cn('mt-5', className)}>
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

const isFailureText = (kind: RecipientEvent['kind']) =>
  ['failed', 'bounced', 'bounceUnproven', 'returnedUnsent'].includes(kind)

/** The detail of an event, without codes. */
function detailWords(kind: RecipientEvent['kind'], detail: string): string {
  if (kind === 'away') return awayDetail(detail)
  return isFailureText(kind) ? failureDetail(detail) : detail
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
