import { CalendarClock, Clock, Send } from './generated/icons.ts'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import type { Moment } from './format-time.ts'
import { perMinuteText, sendShares, type SendCounts } from './send-figures.ts'
import { Count } from './count-figure.tsx'
import { AboutTime, UntilTime } from './send-time.tsx'

/** The reason why nothing is being sent at the moment, and until when. */
export interface SendWait {
  /** The reason as a sentence. */
  reason: string
  /** Time when sending resumes, if known. */
  until?: Moment | null
  /** True if sending has not started yet: the time is a start, not a resume. */
  scheduled?: boolean
  /** True if something failed: the time is that of the next retry, which may fail again. */
  isRetry?: boolean
  /** True if sending is not paused: the time is when the next email leaves. */
  isNext?: boolean
}

export interface SendBarProps extends SendCounts {
  /** Accessible name: the name of what is being sent. */
  label: string
  /** True while emails are being sent: the bar's end is animated. */
  active?: boolean
  /** Measured emails per minute; shown while active. */
  perMinute?: number | null
  /** Time when the last email will be sent, if known. */
  finishesAt?: Moment | null
  waits?: SendWait | null
  /** Text shown in place of the wait reason when there is none, to prevent a layout shift. */
  note?: ReactNode
  /** Small buttons for actions on the campaign. */
  actions?: ReactNode
  className?: string
}

/** Progress of a campaign: sent, failed, left out and waiting as segments, with counts, rate, finish time and wait reason. */
export function SendBar(props: SendBarProps) {
  const {
    label,
    total,
    sent,
    failed,
    leftOut = 0,
    active = false,
    perMinute,
    finishesAt,
    waits,
    note,
    actions,
    className,
  } = props
  const { waiting, sentShare, failedShare, leftOutShare, percent } = sendShares(props)
  const skipped = leftOut > 0 && `${leftOut} left out`
  const words = [`${sent} of ${total} sent`, `${failed} failed`, skipped, `${waiting} waiting`, waits?.reason]
    .filter(Boolean)
    .join(', ')
  return (
    <div className={cn('grid gap-2', className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="relative h-2.5"
      >
        <div className="hatched flex h-full gap-px overflow-clip rounded-full bg-ink/6 text-ink-soft">
          <span className="h-full bg-good transition-[width] duration-200" style={{ width: `${sentShare}%` }} />
          <span className="h-full bg-bad transition-[width] duration-200" style={{ width: `${failedShare}%` }} />
          <span className="h-full bg-edge transition-[width] duration-200" style={{ width: `${leftOutShare}%` }} />
        </div>
        {active && waiting > 0 && (
          <span
            className="absolute top-1/2 grid size-4 -translate-y-1/2 place-items-center rounded-full bg-surface transition-[left] duration-200"
            style={{ left: `min(${sentShare + failedShare + leftOutShare}%, 100% - 16px)` }}
          >
            <span className="size-2.5 animate-pulse rounded-full bg-accent" />
          </span>
        )}
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-xs text-ink-soft">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Part mark={<span className="size-2 rounded-full bg-good" />} value={sent} of={total} word="sent" strong />
          <Part mark={<span className="size-2 rotate-45 bg-bad" />} value={failed} word="failed" strong={failed > 0} />
          {leftOut > 0 && <Part mark={<span className="h-1 w-2.5 bg-edge" />} value={leftOut} word="left out" strong />}
          <Part
            mark={<span className="hatched size-2.5 rounded-[2px] bg-ink/6 outline outline-edge" />}
            value={waiting}
            word="waiting"
          />
        </p>
        <p className="figures flex flex-wrap gap-x-4 gap-y-1">
          {active && perMinute != null && perMinute > 0 && <span>{perMinuteText(perMinute)}</span>}
          {waiting > 0 && finishesAt != null && (
            <span>
              finishes around <AboutTime at={finishesAt} />
            </span>
          )}
        </p>
      </div>
      {(waits || note || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs">
          <p className={cn('flex min-w-0 grow basis-60 gap-1.5', waits ? 'text-waiting' : 'text-ink-soft')}>
            {waits ? <Wait {...waits} /> : note && <Going active={active}>{note}</Going>}
          </p>
          {actions && <div className="-my-1 flex flex-wrap gap-1">{actions}</div>}
        </div>
      )}
    </div>
  )
}

function Wait({ reason: why, until, scheduled, isRetry, isNext }: SendWait) {
  const Icon = scheduled ? CalendarClock : Clock
  return (
    <>
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span>
        {why}
        {until != null && (
          <>
            {' '}
            {scheduled ? 'Starts' : isRetry ? 'Next attempt' : isNext ? 'Next:' : 'Resumes'}{' '}
            <UntilTime at={until} {...(isNext && { isBare: true })} />.
          </>
        )}
      </span>
    </>
  )
}

function Going({ active, children }: { active: boolean; children: ReactNode }) {
  return (
    <>
      {active && <Send aria-hidden="true" className="mt-px size-3.5 shrink-0" />}
      <span>{children}</span>
    </>
  )
}

function Part({
  mark,
  value,
  of,
  word,
  strong = false,
}: {
  mark: ReactNode
  value: number
  /** Total number, for text such as "3 of 5"; omitted by default. */
  of?: number
  word: string
  strong?: boolean
}) {
  return (
    <span className={cn('inline-flex items-center gap-1.5', strong && 'text-ink')}>
      <span aria-hidden="true" className="grid size-2.5 place-items-center">
        {mark}
      </span>
      <span>
        <Count value={value} />
        {of !== undefined && (
          <>
            /<Count value={of} />
          </>
        )}{' '}
        {word}
      </span>
    </span>
  )
}
