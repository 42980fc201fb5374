import { useMutation, useQuery } from '@apollo/client/react'
import { Send } from '#web/ui/generated/icons.ts'
import { useEffect } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { FindingRow } from './deliverability-finding.tsx'
import { LANDING_CHECK, SEND_LANDING_CHECK } from './operations.ts'

/** Interval in ms at which the page asks whether the test email has arrived. */
const POLL = 3_000

/**
 * Sends an email from a mailbox to itself, which shows how its emails arrive (inbox or spam, authentication). The check
 * continues when the page is left.
 */
export function LandingCheck({ id, readable }: { id: string; readable: boolean }) {
  const { data, refetch, startPolling, stopPolling } = useQuery(LANDING_CHECK, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const check = data?.landing.check
  const [send, { loading }] = useMutation(SEND_LANDING_CHECK, {
    variables: { id },
    onCompleted: () => void refetch(),
    onError: (error) => toast({ title: 'Send Failed', description: errorMessage(error), variant: 'destructive' }),
  })
  const isWaiting = check?.state === 'waiting'
  useEffect(() => {
    if (isWaiting) startPolling(POLL)
    else stopPolling()
  }, [isWaiting, startPolling, stopPolling])
  return (
    <section aria-label="An email to yourself" className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 grow basis-64 text-ink-soft">
          {readable
            ? 'An email from this mailbox to itself shows how a receiving server rates it. It counts like a test email.'
            : 'To see how an email arrives, first allow safe sending, bounces and replies for this mailbox.'}
        </p>
        {readable && (
          <Button size="sm" icon={Send} busy={loading} disabled={isWaiting} onClick={() => void send()}>
            Email yourself
          </Button>
        )}
      </div>
      <div role="status">
        {isWaiting && (
          <p className="flex items-center gap-2">
            <Spinner /> Sent <Time at={check.sentAt} focusable />. Waiting for it to arrive, usually within a minute.
            You can close this window.
          </p>
        )}
        {check?.state === 'missing' && (
          <p className="text-bad">
            The email did not arrive within five minutes. Check the spam folder of this mailbox.
          </p>
        )}
        {check?.state === 'failed' && <p className="text-bad">The email could not be sent: {check.error}</p>}
        {check?.state === 'arrived' && (
          <>
            <p className="mb-3">
              The email arrived. It was sent <Time at={check.sentAt} focusable />.
            </p>
            <ul aria-label="Findings on arrival" className="grid gap-3">
              {check.findings.map((finding) => (
                <FindingRow key={finding.code} finding={finding} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}
