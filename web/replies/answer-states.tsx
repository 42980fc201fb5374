import { useMutation } from '@apollo/client/react'
import { Undo2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { countdown, useUndoSeconds } from '#web/campaigns/live/undo-launch.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANCEL_ANSWER, SAVE_ANSWER, SEND_ANSWER, type AnswerRow } from './operations.ts'

interface AnswerStatesProps {
  replyId: string
  answers: readonly AnswerRow[]
  /** Called when an answer became a draft again, to be edited. */
  onEdit: () => Promise<void>
}

/** Lists the answers that are not sent yet or failed, with buttons for what can be done. */
export function AnswerStates({ replyId, answers, onEdit }: AnswerStatesProps) {
  return answers.map((answer, index) => {
    if (answer.state === 'sending') return <Leaving key={answer.id} answer={answer} onEdit={onEdit} />
    if (answer.state === 'failed' || answer.state === 'stopped') {
      // A failed answer is hidden once a later one was written.
      if (index < answers.length - 1) return null
      return <NotSent key={answer.id} replyId={replyId} answer={answer} onEdit={onEdit} />
    }
    return null
  })
}

function Leaving({ answer, onEdit }: { answer: AnswerRow; onEdit: () => Promise<void> }) {
  const { id, undoUntil, undoSecondsLeft } = answer
  const left = useUndoSeconds({
    id,
    status: 'sending',
    scheduledAt: undoUntil ?? null,
    undoSecondsLeft: undoSecondsLeft ?? null,
  })
  const [cancel, { loading }] = useMutation(CANCEL_ANSWER)
  const undo = async () => {
    try {
      await cancel({ variables: { input: { id } } })
      await onEdit()
    } catch (problem) {
      toast({ title: 'Answer Not Undone', description: errorMessage(problem), variant: 'destructive' })
    }
  }
  const isHeld = left !== null && left > 0
  return (
    <Callout
      role="status"
      title={isHeld ? `Your answer leaves in ${countdown(left)}` : 'Your answer is being sent'}
      action={
        <Button size="sm" icon={Undo2} busy={loading} onClick={() => void undo()}>
          Undo
        </Button>
      }
    >
      {isHeld ? null : 'Your answer is sent as soon as the pace and the limits of the mailbox allow.'}
    </Callout>
  )
}

function NotSent({ replyId, answer, onEdit }: { replyId: string; answer: AnswerRow; onEdit: () => Promise<void> }) {
  const { id, state, content, attachments, emailLog } = answer
  const [save] = useMutation(SAVE_ANSWER)
  const [send] = useMutation(SEND_ANSWER)
  const [busy, setBusy] = useState(false)
  const failure = emailLog?.failure
  const again = async () => {
    setBusy(true)
    try {
      if (state === 'stopped') {
        await send({ variables: { input: { id } } })
        return
      }
      const files = attachments.map((file) => ({ id: file.id, name: file.name, contentType: file.contentType }))
      await save({ variables: { input: { replyId, content, attachments: files } } })
      await onEdit()
    } catch (problem) {
      toast({
        title: state === 'stopped' ? 'Answer Not Sent' : 'Answer Not Opened',
        description: errorMessage(problem),
        variant: 'destructive',
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Callout
      tone="bad"
      title={
        failure ? `Your answer was not sent: ${failure.message}` : 'Your answer waits because its mailbox cannot send'
      }
      action={
        <Button size="sm" busy={busy} onClick={() => void again()}>
          {state === 'stopped' ? 'Send again' : 'Edit and send again'}
        </Button>
      }
    >
      {failure
        ? failure.howToFix
        : 'Connect the mailbox again under Settings → Connected Emails, then send the answer again.'}
    </Callout>
  )
}
