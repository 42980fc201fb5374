import { Ban, CornerDownLeft, Eye, MousePointerClick, Reply, CalendarOff } from '#web/ui/generated/icons.ts'
import type { ReactNode } from 'react'
import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import { cn } from '#web/ui/class-names.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { MoreFailed } from '#web/shared/show-more.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { exactTime } from '#web/ui/format-time.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useMedia, useSteps } from '#web/ui/use-media-query.ts'
import { VirtualTable, type Column, type RowState } from '#web/ui/virtual-table.tsx'
import { awayWords } from './away-texts.ts'
import { shortFailure } from '../failure-texts.ts'
import type { CampaignDetails } from '../operations.ts'
import type { EmailLogRow } from './recipient-operations.ts'
import { EmailStatusBadge } from '../status-badge.tsx'
import type { EmailLogs } from './use-email-logs.ts'

/** Shown for a missing time. */
const NO_TIME = '-'

/** Day and time; relative time on narrow screens. */
const moment = (at: string | null, { steps }: RowState) =>
  at ? <Time at={at} show={steps.lg ? 'moment' : 'relative'} /> : NO_TIME

/** Below or beside the recipient's name: the address, and on phones also the sent time, or why there is none. */
function Beneath({ log, steps }: { log: EmailLogRow; steps: RowState['steps'] }) {
  const { contactName, contactEmail, sentAt, error, failure } = log
  const at = steps.sm ? null : sentAt
  // Wider screens have a column for it.
  if (!steps.md && failure) {
    return (
      <span className={cn('block truncate text-xs', isLeftOut(error) ? 'text-ink-soft' : 'text-bad')}>
        {shortFailure({ error, failure })}
      </span>
    )
  }
  return (
    <span className="flex min-w-0 gap-1 text-xs text-ink-soft">
      {contactName !== '' && <span className="truncate">{contactEmail}</span>}
      {contactName !== '' && at && <span aria-hidden="true">·</span>}
      {at && (
        <span className="shrink-0">
          <span className="sr-only">Sent </span>
          <Time at={at} />
        </span>
      )}
    </span>
  )
}

const CONTACT: Column<EmailLogRow> = {
  key: 'contact',
  header: 'Contact',
  width: 'minmax(104px, 1fr)',
  cell: (log, { steps }) => (
    <>
      {log.contactName || log.contactEmail}
      {/* Wider screens have an address column. */}
      {!steps.sm && <Beneath log={log} steps={steps} />}
    </>
  ),
}
const EMAIL: Column<EmailLogRow> = {
  key: 'email',
  header: 'Email',
  width: 'minmax(180px, 1.4fr)',
  hideBelow: 'sm',
  cell: ({ contactEmail }) => contactEmail,
}
const STATUS: Column<EmailLogRow> = {
  key: 'status',
  header: 'Status',
  width: '138px',
  cell: ({ status, error }) => <EmailStatusBadge status={status} error={error} />,
}
const SENT_AT: Column<EmailLogRow> = {
  key: 'sentAt',
  header: 'Sent At',
  // The full time where it fits, relative time on tablets.
  width: 'clamp(120px, 31.25vw - 120px, 190px)',
  hideBelow: 'sm',
  cell: ({ sentAt }, state) => moment(sentAt, state),
}
const DELIVERED_AT: Column<EmailLogRow> = {
  key: 'deliveredAt',
  header: 'Delivered At',
  width: '190px',
  hideBelow: 'lg',
  cell: ({ deliveredAt }, state) => moment(deliveredAt, state),
}
/** The recipient, which opens its timeline; the id is available to screen readers and on hover. */
const contactId = (onOpen: (log: EmailLogRow) => void): Column<EmailLogRow> => ({
  key: 'contactId',
  header: 'Contact ID',
  width: 'minmax(130px, 3fr)',
  cell: (log, { steps }) => {
    const name = log.contactName || log.contactEmail
    return (
      <span className={cn(steps.lg && 'flex items-baseline gap-3')}>
        <Tooltip content={`${name} · ${log.contactId}`}>
          <button
            type="button"
            onClick={() => onOpen(log)}
            className="group block max-w-full min-w-0 shrink-0 truncate rounded-sm text-left focus-visible:-outline-offset-1"
          >
            <span className="underline decoration-edge underline-offset-3 group-hover:decoration-current">{name}</span>
            <span className="sr-only"> {log.contactId}</span>
          </button>
        </Tooltip>
        <Beneath log={log} steps={steps} />
      </span>
    )
  },
})
/** The recipient's response, if tracked. */
const SEEN: Column<EmailLogRow> = {
  key: 'seen',
  header: 'Response',
  width: '104px',
  hideBelow: 'lg',
  cell: (log) => (
    <span className="flex gap-2 text-ink-soft">
      {RESPONSES.map(({ key, icon: Icon, word }) => {
        const at = log[key]
        return (
          at && (
            <Tooltip
              key={key}
              content={() =>
                key === 'awayUntil' ? awayWords(at, log.awayDateGiven === true) : `${word} ${exactTime(at)}`
              }
            >
              <Icon role="img" aria-label={word} className="size-4" />
            </Tooltip>
          )
        )
      })}
    </span>
  ),
}
const RESPONSES = [
  { key: 'openedAt', icon: Eye, word: 'Opened' },
  { key: 'clickedAt', icon: MousePointerClick, word: 'Clicked' },
  { key: 'repliedAt', icon: Reply, word: 'Replied' },
  { key: 'awayUntil', icon: CalendarOff, word: 'Out of office' },
  { key: 'bouncedAt', icon: CornerDownLeft, word: 'Bounced' },
  { key: 'unsubscribedAt', icon: Ban, word: 'Unsubscribed' },
] as const
const ERROR: Column<EmailLogRow> = {
  key: 'error',
  header: 'Error',
  width: 'minmax(120px, 1.4fr)',
  hideBelow: 'md',
  cell: ({ error, failure }) =>
    failure ? (
      <Tooltip content={`${failure.message}. ${failure.howToFix}`}>
        <span className={cn('truncate text-xs', !isLeftOut(error) && 'text-bad')}>
          {shortFailure({ error, failure })}
        </span>
      </Tooltip>
    ) : (
      ''
    ),
}

/** In px: one line for a mouse; two lines, or room for a finger. */
const ROW_HEIGHT = { line: 36, pair: 44 } as const

/** Analytics dialog, tab Email Details. */
export const DIALOG_COLUMNS = [CONTACT, EMAIL, STATUS, SENT_AT]

/** Columns of the campaign analytics that may be empty for every recipient. */
interface FilledColumns {
  delivered: boolean
  responses: boolean
  failures: boolean
}

/** Returns which columns hold anything, by the campaign's counts. */
export function filledColumns(campaign: CampaignDetails): FilledColumns {
  const { openedCount, clickedCount, repliedCount, awayCount, bouncedCount, unsubscribedCount } = campaign
  const responses = [openedCount, clickedCount, repliedCount, awayCount, bouncedCount, unsubscribedCount]
  return {
    delivered: campaign.deliveredCount > 0,
    responses: responses.some((count) => count > 0),
    failures: campaign.failedCount + campaign.leftOutCount > 0,
  }
}

/** Campaign analytics, Email Delivery Details. */
export function pageColumns(filled: FilledColumns, onOpen: (log: EmailLogRow) => void): Column<EmailLogRow>[] {
  const { delivered, responses, failures } = filled
  const optional = [delivered && DELIVERED_AT, responses && SEEN, failures && ERROR]
  return [contactId(onOpen), STATUS, SENT_AT, ...optional.filter((column) => column !== false)]
}

export interface EmailTableProps {
  label: string
  columns: ReadonlyArray<Column<EmailLogRow>>
  logs: EmailLogs
  /** Shown when there are no rows. */
  empty: ReactNode
  maxHeight?: string
}

const idOf = ({ id }: EmailLogRow) => id

/** A campaign's recipients and their outcomes, virtualized. */
export function EmailTable({ label, columns, logs, empty, maxHeight }: EmailTableProps) {
  const { lg } = useSteps()
  const isCoarse = useMedia('(pointer: coarse)')
  const rowHeight = ROW_HEIGHT[lg && !isCoarse ? 'line' : 'pair']
  if (logs.rows === undefined) {
    if (!logs.error || logs.loading) return <EmailTableSkeleton />
    return (
      <ErrorState
        title="The recipients could not be loaded"
        line={errorMessage(logs.error)}
        onRetry={() => void logs.refetch().catch(() => undefined)}
      />
    )
  }
  if (logs.rows.length === 0) return empty
  return (
    <>
      <VirtualTable
        // The height of rows is measured once.
        key={rowHeight}
        label={label}
        columns={columns}
        rowHeight={rowHeight}
        rows={logs.rows}
        total={logs.atLeast}
        rowKey={idOf}
        onMissing={logs.loadMore}
        onRange={logs.onRange}
        maxHeight={maxHeight}
      />
      <MoreFailed more={logs.uncounted} of="recipients" title="The recipients could not be counted" />
      <MoreFailed more={logs} of="recipients" />
    </>
  )
}

function EmailTableSkeleton() {
  return (
    <Loading label="Loading recipients" className="grid gap-4 px-4 py-3">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </Loading>
  )
}
