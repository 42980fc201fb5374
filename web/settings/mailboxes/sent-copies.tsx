import { useMutation, useQuery } from '@apollo/client/react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Send } from '#web/ui/generated/icons.ts'
import { CONNECTED_EMAILS, SEND_LANDING_CHECK } from './operations.ts'

export interface SentCopiesProps {
  mailbox: { id: string; canSend: boolean }
  keepsCopy: boolean | null
}

/** Interval in ms at which the page asks for the result of the test email */
const LOOK_MS = 2_000

const COPY_WORDS = {
  true: 'Your host files each sent email in Sent. If a send is interrupted, Mergewell looks there and marks the email as sent or keeps it as uncertain.',
  false:
    'Your host files no copies, so Mergewell puts each sent email into Sent once. If a send is interrupted, Sent does not show whether the email left.',
  null: 'Mergewell does not know yet whether your host files a copy of each sent email in Sent. Your first email shows it, or a test email that goes only to yourself.',
}

/**
 * Says whether the provider or Mergewell files copies of sent emails in the Sent folder; while unknown, a button finds
 * out by an email to the mailbox itself.
 */
export function SentCopies({ mailbox: { id, canSend }, keepsCopy }: SentCopiesProps) {
  const [send, sent] = useMutation(SEND_LANDING_CHECK)
  const asked = sent.data?.sendLandingCheck?.landingCheck
  const error = sent.error ? errorMessage(sent.error) : (asked?.error ?? null)
  const isWaiting = keepsCopy === null && asked?.state === 'waiting'
  useQuery(CONNECTED_EMAILS, { skip: !isWaiting, pollInterval: LOOK_MS, fetchPolicy: 'network-only' })
  return (
    <div className="grid gap-2">
      <h3 className="font-strong">Copies in Sent</h3>
      <p className="text-ink-soft">{COPY_WORDS[String(keepsCopy) as keyof typeof COPY_WORDS]}</p>
      {keepsCopy === null && canSend && (
        <Button
          size="sm"
          icon={Send}
          className="justify-self-start"
          busy={sent.loading || isWaiting}
          onClick={() => void send({ variables: { id } }).catch(() => undefined)}
        >
          Find out with a test email
        </Button>
      )}
      {error !== null && (
        <Callout tone="warning" role="alert" title="The test email was not sent">
          {error}
        </Callout>
      )}
    </div>
  )
}
