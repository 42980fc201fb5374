import { useMutation, useQuery } from '@apollo/client/react'
import { OctagonX } from '#web/ui/generated/icons.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { PLAN } from '#web/shell/operations.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CAMPAIGNS_PAGE } from '../campaign-lists.ts'
import { CAMPAIGNS, CAMPAIGNS_UNDER_WAY, UNDER_WAY, type CampaignSummary } from '../operations.ts'
import { REPEATING, STOP_ALL } from './operations.ts'

/** Stops all sending of the workspace, after a question. Shown while a campaign is sending, scheduled or repeating. */
export function StopAllSending() {
  const tenant = useQuery(PLAN).data?.tenant
  const isStopped = tenant?.sendingStop != null
  const active = useIsAnySending()
  const [stop] = useMutation(STOP_ALL, {
    update: (cache, { data }) => {
      const stopped = data?.stopAllSending?.sendingStop
      if (!stopped || !tenant) return
      cache.modify({ id: cache.identify({ ...tenant }) ?? '', fields: { sendingStop: () => stopped } })
    },
    onCompleted: ({ stopAllSending }) => {
      const stopped = stopAllSending?.sendingStop
      if (stopped) toast({ title: 'All Sending Stopped', description: inFlightText(stopped.inFlight) })
    },
    onError: (error) =>
      toast({ title: 'Sending Not Stopped', description: errorMessage(error), variant: 'destructive' }),
  })
  if (isStopped || !active) return null
  return (
    <ConfirmDialog
      trigger={
        <Button variant="dangerOutline" icon={OctagonX}>
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

/**
 * Returns whether any campaign is sending, scheduled or repeating, from the lists that the watch of all pages keeps up
 * to date. While only follow-ups are to come, a campaign is sending.
 */
function useIsAnySending(): boolean {
  const newest = useQuery(CAMPAIGNS, { variables: { first: CAMPAIGNS_PAGE } }).data
  const underWay = useQuery(CAMPAIGNS_UNDER_WAY, { variables: UNDER_WAY.variables }).data
  const repeating = useQuery(REPEATING, { fetchPolicy: 'cache-and-network' }).data
  const isOn = ({ status, repeat }: Pick<CampaignSummary, 'status'> & { repeat?: { isOn: boolean } | null }) =>
    status === 'sending' || repeat?.isOn === true
  return [newest, underWay, repeating].some((list) => list?.campaigns.edges.some(({ node }) => isOn(node)) ?? false)
}

function inFlightText(count: number): string {
  if (count === 0) return 'Nothing more is sent until an admin resumes sending.'
  const emails = count === 1 ? '1 email is' : `${count.toLocaleString()} emails are`
  return `Up to ${emails} with your email provider already and may still arrive. Nothing more is sent until an admin resumes sending.`
}
