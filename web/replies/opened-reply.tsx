import { useQuery } from '@apollo/client/react'
import { Reply, ThumbsUp } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { AnswerEditor } from './answer-editor.tsx'
import { AnswerStates } from './answer-states.tsx'
import { Conversation } from './conversation.tsx'
import { REPLY_THREAD, type ReplyRow } from './operations.ts'
import { ReplyAssignee } from './reply-assignee.tsx'
import { ReplyPerson } from './reply-person.tsx'
import { ReplyText } from './reply-text.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'

interface OpenedReplyProps {
  reply: ReplyRow
  name: string
  isAnswering: boolean
  onAnswering: (isAnswering: boolean) => void
  onAssign: (userId: string | null) => Promise<unknown>
  onSnooze: (until: string | null) => Promise<void>
  onPositive: (isPositive: boolean) => Promise<unknown>
}

/** An opened reply: the conversation, the contact's data, the answer, and the actions. */
export function OpenedReply({
  reply,
  name,
  isAnswering,
  onAnswering,
  onAssign,
  onSnooze,
  onPositive,
}: OpenedReplyProps) {
  const user = useUser()
  const { data, error, refetch } = useQuery(REPLY_THREAD, {
    variables: { id: reply.id },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  const thread = data?.node?.__typename === 'Reply' ? data.node : null
  const { campaign, assignee, doneAt, doneBy, snoozedUntil, answering, fromEmail, answerTo } = reply
  const again = () => void refetch().catch(() => undefined)
  const contactId = thread?.conversation.find(({ emailLog }) => emailLog)?.emailLog?.contactId
  const drafts = thread?.answers.filter(({ state }) => state === 'draft') ?? []
  const draft = drafts.at(-1) ?? null
  const colleague = answering && answering.id !== user.id ? answering : null
  const canAnswer = thread?.mailbox?.canSend ?? false
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="grid content-start gap-4">
        {thread ? (
          <Conversation entries={thread.conversation} reply={reply} />
        ) : error ? (
          <ReplyText reply={reply} />
        ) : (
          <Loading label="Loading the conversation" className="grid gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-16" />
          </Loading>
        )}
        {thread && (
          <AnswerStates
            replyId={reply.id}
            answers={thread.answers}
            onEdit={async () => {
              await refetch().catch(() => undefined)
              onAnswering(true)
            }}
          />
        )}
        {colleague && (
          <p role="status">
            <Badge tone="live">{colleague.name} is answering</Badge>
          </p>
        )}
        {isAnswering && thread && canAnswer && (
          <AnswerEditor
            replyId={reply.id}
            to={answerTo}
            sender={fromEmail}
            from={thread.mailbox?.email ?? ''}
            draft={draft}
            hasSignature={thread.mailbox?.signature != null}
            onClose={() => onAnswering(false)}
            onChanged={again}
          />
        )}
        {isAnswering && thread && !canAnswer && (
          <p className="text-ink-soft">
            {thread.mailbox
              ? `Only people who may send from ${thread.mailbox.email} can answer. Ask its owner to share it with you.`
              : 'The mailbox that received this reply is no longer connected.'}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          {!isAnswering && (
            <Button size="sm" icon={Reply} onClick={() => onAnswering(true)}>
              {draft ? 'Continue answer' : 'Answer'}
            </Button>
          )}
          {!doneAt &&
            (snoozedUntil ? (
              <Button size="sm" onClick={() => void onSnooze(null)}>
                End snooze
              </Button>
            ) : (
              <SnoozeMenu of={name} onSnooze={onSnooze} />
            ))}
          <Button
            size="sm"
            icon={ThumbsUp}
            aria-pressed={reply.isPositive}
            className={reply.isPositive ? 'text-good' : ''}
            onClick={() => void onPositive(!reply.isPositive)}
          >
            Positive answer
          </Button>
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
      {contactId && <ReplyPerson contactId={contactId} />}
    </div>
  )
}
