import { useMutation } from '@apollo/client/react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { RecipientEventsQuery } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { followUpName, STOP_WORDS, unlessWords } from '../follow-up-texts.ts'
import { STOP_FOLLOW_UPS } from './recipient-operations.ts'

type Node = NonNullable<RecipientEventsQuery['node']>
export type Followed = Extract<Node, { followUpEmails: unknown }>
type Next = NonNullable<Followed['nextFollowUp']>

const PAUSED = 'The campaign is paused. Follow-ups are sent only after you resume it.'

/** Shows the next follow-up of a recipient, with a button that stops their follow-ups. */
export function NextFollowUp({ recipient }: { recipient: Followed }) {
  const { id, contactName, contactEmail, campaign, nextFollowUp: next } = recipient
  const [stop] = useMutation(STOP_FOLLOW_UPS, { refetchQueries: ['RecipientEvents'] })
  if (!next) return null
  const isOpen = next.state !== 'stopped' && next.state !== 'done'
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 text-ink-soft">
        {isOpen && campaign?.status === 'paused' ? PAUSED : wordsOf(next, unlessOf(recipient))}
      </p>
      {isOpen && (
        <ConfirmDialog
          trigger={<Button size="sm">Stop follow-ups</Button>}
          title={`Stop follow-ups to ${contactName || contactEmail}?`}
          description="This recipient gets no further email of this campaign. You cannot undo this."
          confirmLabel="Stop follow-ups"
          onConfirm={async () => {
            try {
              await stop({ variables: { input: { emailLogIds: [id] } } })
            } catch (error) {
              toast({
                title: 'Follow-ups could not be stopped',
                description: errorMessage(error),
                variant: 'destructive',
              })
            }
          }}
        />
      )}
    </div>
  )
}

/** Returns what keeps the next follow-up from this recipient, by its condition. */
function unlessOf({ campaign, nextFollowUp }: Followed): string {
  const step = campaign?.followUps.find((each) => each.step === nextFollowUp?.step)
  return unlessWords(step ?? { condition: 'no_reply' })
}

function wordsOf({ state, step, at, isAway, isAtCeiling, reason }: Next, unless: string) {
  const name = followUpName(step ?? 2)
  if (state === 'stopped') return reason && STOP_WORDS[reason]
  if (state === 'waiting' && at) {
    return (
      <>
        {name} is sent on <Time at={at} show="moment" focusable />
        {isAway ? `, after they are back, ${unless}.` : `${unless.startsWith('if') ? ', ' : ' '}${unless}.`}
        {isAtCeiling && ' Until then they have as many emails in seven days as your workspace allows.'}
      </>
    )
  }
  if (state === 'due') return `${name} is sent now.`
  if (state === 'awaits_inbox') return `${name} waits until the inbox has been checked for replies.`
  if (state === 'under_way') return 'An email to this recipient is being sent. Follow-ups are planned after that.'
  return 'No further follow-up is planned.'
}
