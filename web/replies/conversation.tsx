import { useQuery } from '@apollo/client/react'
import { ChevronRight } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { ReplyThreadQuery } from '#web/generated/graphql.ts'
import { cn } from '#web/ui/class-names.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { SENT_MAIL, type ReplyRow } from './operations.ts'
import { ReplyText } from './reply-text.tsx'

type Thread = Extract<NonNullable<ReplyThreadQuery['node']>, { __typename: 'Reply' }>
export type ConversationEntry = Thread['conversation'][number]

/** The messages before and after an opened reply, each folded to one line until it is opened. */
export function Conversation({ entries, reply }: { entries: readonly ConversationEntry[]; reply: ReplyRow }) {
  return (
    <ol aria-label="Conversation" className="grid max-w-prose gap-1">
      {entries.map((entry) => (
        <li key={entry.emailLog?.id ?? entry.reply?.id}>
          {entry.reply?.id === reply.id ? (
            <div className="my-2 border-l-2 border-accent pl-3">
              <ReplyText reply={reply} />
            </div>
          ) : (
            <Folded entry={entry} reply={reply} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Folded({
  entry: { at, emailLog, reply: other, isAnswer },
  reply,
}: {
  entry: ConversationEntry
  reply: ReplyRow
}) {
  const [isOpen, setOpen] = useState(false)
  const body = useId()
  const who = other ? other.fromEmail : isAnswer ? 'Your answer' : 'Your email'
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-2 rounded-sm px-1 py-1 text-left text-ink-soft hover:bg-ink/4"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 grow wrap-anywhere">{who}</span>
        <span className="text-xs">
          <Time at={at} />
        </span>
      </button>
      {isOpen && (
        <div id={body} className="my-1 border-l-2 border-line pl-3">
          {other ? (
            <ReplyText reply={{ id: other.id, mailbox: reply.mailbox }} />
          ) : (
            emailLog && <SentText id={emailLog.id} />
          )}
        </div>
      )}
    </>
  )
}

/** The text of an email as its recipient got it. */
function SentText({ id }: { id: string }) {
  const { data, error } = useQuery(SENT_MAIL, { variables: { id } })
  if (error) return <p className="text-ink-soft">{errorMessage(error)}</p>
  if (!data) {
    return (
      <Loading label="Loading the email" className="grid gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-12" />
      </Loading>
    )
  }
  const { subject, text } = data.sentMail
  return (
    <div className="grid gap-2">
      <h3 className="font-strong wrap-anywhere">{subject}</h3>
      <p className="whitespace-pre-wrap wrap-anywhere">{text.trim()}</p>
    </div>
  )
}
