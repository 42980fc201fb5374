import { useMutation } from '@apollo/client/react'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import type { PlanQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { RESUME_ALL } from './operations.ts'

type SendingStop = NonNullable<PlanQuery['tenant']['sendingStop']>

/** Says who stopped all sending and when; an admin can resume sending. */
export function StoppedBanner({ stop }: { stop: SendingStop }) {
  const { role } = useUser()
  const { stoppedAt, stoppedBy, inFlight, leftAfter } = stop
  return (
    <section
      aria-label="Sending stopped"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-xs text-ink-soft sm:gap-x-3 sm:px-6 lg:px-10"
    >
      <Badge tone="bad">Sending is stopped</Badge>
      <p role="status" className="min-w-0 grow basis-64 wrap-anywhere">
        {stoppedBy ? `${stoppedBy} stopped` : 'Somebody stopped'} all sending <Time at={stoppedAt} focusable />.{' '}
        {alreadyLeft(inFlight, leftAfter)}
        {role !== 'admin' && 'Ask an admin to resume it.'}
      </p>
      {role === 'admin' && <ResumeSending overdue={stop.overdue} />}
    </section>
  )
}

function ResumeSending({ overdue }: { overdue: number }) {
  const [resume] = useMutation(RESUME_ALL, {
    onCompleted: ({ resumeAllSending }) => {
      const paused = resumeAllSending?.paused?.length ?? 0
      toast({ title: 'Sending Resumed', description: paused > 0 ? missedText(paused, 'are paused') : undefined })
    },
    onError: (error) => toast({ title: 'Resume Failed', description: errorMessage(error), variant: 'destructive' }),
  })
  return (
    <ConfirmDialog
      trigger={<Button size="sm">Resume Sending</Button>}
      title="Resume sending?"
      description={
        <>
          Campaigns continue where they stopped. Paused campaigns stay paused.
          {overdue > 0 && (
            <span className="mt-2 block text-ink">
              {missedText(overdue, 'will be paused')} Resume each one yourself, or cancel it.
            </span>
          )}
        </>
      }
      confirmLabel="Resume Sending"
      variant="primary"
      onConfirm={async () => void (await resume().catch(() => undefined))}
    />
  )
}

const emails = (count: number) => (count === 1 ? '1 email' : `${count.toLocaleString()} emails`)

/** Returns a sentence about the emails that stopping could not hold back; empty if there are none. */
function alreadyLeft(inFlight: number, leftAfter: number): string {
  if (inFlight > 0) return `Up to ${emails(inFlight)} are with your email provider already and may still arrive. `
  return leftAfter > 0 ? `${emails(leftAfter)} still left, because your email provider already had them. ` : ''
}

function missedText(count: number, become: string): string {
  if (count === 1) return `1 scheduled campaign missed its start and ${become.replace(/^are/, 'is')}.`
  return `${count.toLocaleString()} scheduled campaigns missed their start and ${become}.`
}
