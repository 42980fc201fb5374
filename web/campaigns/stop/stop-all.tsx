import { useMutation, useQuery } from '@apollo/client/react'
import { OctagonX } from 'lucide-react'
import { errorMessage } from '#web/errors.ts'
import { PLAN } from '#web/shell/operations.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useWatchedCampaigns } from '../live/live-campaigns.ts'
import { STOP_ALL } from './operations.ts'

/** Stops all sending of the workspace, after a question. Shown while a campaign is sending or scheduled. */
export function StopAllSending() {
  const isStopped = useQuery(PLAN).data?.tenant.sendingStop != null
  const active = useWatchedCampaigns()?.some(({ status }) => status === 'sending') ?? false
  const [stop] = useMutation(STOP_ALL, {
    onCompleted: ({ stopAllSending }) => {
      if (!stopAllSending?.tenant) return
      const inFlight = stopAllSending.tenant.sendingStop?.inFlight ?? 0
      toast({ title: 'All Sending Stopped', description: inFlightText(inFlight) })
    },
    onError: (error) =>
      toast({ title: 'Sending Not Stopped', description: errorMessage(error), variant: 'destructive' }),
  })
  if (isStopped || !active) return null
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quiet" icon={OctagonX}>
          Stop All Sending
        </Button>
      }
      title="Stop all sending?"
      description={
        <>
          <span className="block">
            Every campaign of this workspace stops at once, also those of your colleagues. Scheduled campaigns do not
            start, and nobody can launch a campaign or send a test.
          </span>
          <span className="mt-2 block">
            Emails that your email provider already has cannot be stopped. Only an admin can resume sending.
          </span>
        </>
      }
      confirmLabel="Stop All Sending"
      busyLabel="Stopping…"
      onConfirm={async () => void (await stop().catch(() => undefined))}
    />
  )
}

function inFlightText(count: number): string {
  if (count === 0) return 'Nothing more is sent until an admin resumes sending.'
  const emails = count === 1 ? '1 email is' : `${count.toLocaleString()} emails are`
  return `Up to ${emails} with your email provider already and may still arrive. Nothing more is sent until an admin resumes sending.`
}
