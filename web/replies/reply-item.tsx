import { Check, ChevronRight, ThumbsUp, Undo2 } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Time } from '#web/ui/date-time.tsx'
import type { ReplyRow } from './operations.ts'
import { OpenedReply } from './opened-reply.tsx'

export interface ReplyItemProps {
  reply: ReplyRow
  onDone: (done: boolean) => Promise<void>
  onAssign: (userId: string | null) => Promise<unknown>
  onSnooze: (until: string | null) => Promise<void>
  onPositive: (isPositive: boolean) => Promise<unknown>
  /** True while an answer to the reply is written, which opens the reply. */
  isAnswering: boolean
  onAnswering: (isAnswering: boolean) => void
}

/**
 * Item in the list of replies: who answered which campaign and when. Opened, it shows the conversation and its actions.
 */
export function ReplyItem({ reply, onDone, onAssign, onSnooze, onPositive, isAnswering, onAnswering }: ReplyItemProps) {
  const user = useUser()
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || isAnswering
  const [isSaving, setSaving] = useState(false)
  const body = useId()
  const { fromEmail, receivedAt, emailLog, campaign, assignee, doneAt, snoozedUntil, answeredAt, answering } = reply
  const name = emailLog?.contactName || fromEmail
  const isElsewhere = emailLog != null && fromEmail !== emailLog.contactEmail.toLowerCase()
  const toggleDone = async () => {
    setSaving(true)
    await onDone(doneAt == null)
    setSaving(false)
  }
  return (
    <article aria-label={`Reply from ${name}`}>
      <div className="flex items-start gap-2 px-3 py-2">
        <button
          type="button"
          data-reply={reply.id}
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => {
            setUnfolded(!isOpen)
            if (isOpen) onAnswering(false)
          }}
          className="flex min-w-0 grow items-start gap-2 rounded-sm px-1 py-1.5 text-left hover:bg-ink/4"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn('mt-0.5 size-4 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 grow">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-strong">{name}</span>
                {name !== fromEmail && <span className="text-ink-soft"> {fromEmail}</span>}
              </span>
              <span className="text-xs text-ink-soft">
                <Time at={receivedAt} />
              </span>
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
              <span className="min-w-0 wrap-anywhere">{campaign?.name ?? 'Deleted campaign'}</span>
              {isElsewhere && <span className="wrap-anywhere">Email was sent to {emailLog.contactEmail}</span>}
              {assignee && <Badge icon={null}>{assignee.name}</Badge>}
              {reply.isPositive && (
                <Badge tone="good" icon={ThumbsUp}>
                  Positive
                </Badge>
              )}
              {doneAt && <Badge tone="good">Done</Badge>}
              {!doneAt && snoozedUntil && (
                <Badge tone="waiting">
                  Snoozed until <Time at={snoozedUntil} show="day" />
                </Badge>
              )}
              {!doneAt && !snoozedUntil && answeredAt && <Badge tone="waiting">Answered</Badge>}
              {answering && answering.id !== user.id && <Badge tone="live">{answering.name} is answering</Badge>}
            </span>
          </span>
        </button>
        <Button
          size="sm"
          variant="quiet"
          icon={doneAt ? Undo2 : Check}
          busy={isSaving}
          aria-label={`${doneAt ? 'Open again' : 'Mark as done'}: ${name}`}
          className="mt-1 max-sm:px-2"
          onClick={() => void toggleDone()}
        >
          <span className="max-sm:sr-only">{doneAt ? 'Open again' : 'Mark as done'}</span>
        </Button>
      </div>
      {isOpen && (
        <div id={body} className="px-4 pb-4 sm:pl-10">
          <OpenedReply
            reply={reply}
            name={name}
            isAnswering={isAnswering}
            onAnswering={(is) => {
              setUnfolded(true)
              onAnswering(is)
            }}
            onAssign={onAssign}
            onSnooze={onSnooze}
            onPositive={onPositive}
          />
        </div>
      )}
    </article>
  )
}
