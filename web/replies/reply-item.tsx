import { Check, ChevronRight, Undo2 } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Time } from '#web/ui/time.tsx'
import type { ReplyRow } from './operations.ts'
import { ReplyAssignee } from './reply-assignee.tsx'
import { ReplyText } from './reply-text.tsx'

export interface ReplyItemProps {
  reply: ReplyRow
  onDone: (done: boolean) => Promise<void>
  onAssign: (userId: string | null) => Promise<void>
}

/** One reply: who answered which campaign and when; opened, its text from the mailbox and what to do with it. */
export function ReplyItem({ reply, onDone, onAssign }: ReplyItemProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const body = useId()
  const { fromEmail, receivedAt, emailLog, campaign, assignee, doneAt, doneBy } = reply
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
          data-reply=""
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => setOpen(!isOpen)}
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
              {isElsewhere && <span className="wrap-anywhere">sent to {emailLog.contactEmail}</span>}
              {assignee && <Badge icon={null}>{assignee.name}</Badge>}
              {doneAt && <Badge tone="good">Done</Badge>}
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
        <div id={body} className="grid gap-4 px-4 pb-4 sm:pl-10">
          <ReplyText reply={reply} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <ReplyAssignee assignee={assignee} of={name} onAssign={onAssign} />
            {campaign && (
              <Link to={`/campaigns/${campaign.id}/analytics`} className="underline hover:text-ink">
                Campaign “{campaign.name}”
              </Link>
            )}
            {doneAt && (
              <p className="text-ink-soft">
                Done {doneBy && `by ${doneBy.name} `}
                <Time at={doneAt} focusable />
              </p>
            )}
          </div>
        </div>
      )}
    </article>
  )
}
