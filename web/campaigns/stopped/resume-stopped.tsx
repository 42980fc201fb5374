import { useMutation, useQuery } from '@apollo/client/react'
import { Play } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { mailboxName } from '#web/mailboxes/mailbox-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { RESUME_STOPPED, STOPPED_CAMPAIGNS, type StoppedBy } from './operations.ts'

/**
 * Offers, for each mailbox that works again, to resume the campaigns that its failure had stopped; shown on the
 * dashboard.
 */
export function StoppedNotice() {
  const { data } = useQuery(STOPPED_CAMPAIGNS, { fetchPolicy: 'cache-and-network' })
  return data?.mailboxes.map((mailbox) => <ResumeStopped key={mailbox.id} mailbox={mailbox} className="mb-4" />)
}

/** Offers to resume the campaigns that a failing mailbox had stopped; renders nothing if there are none. */
export function ResumeStopped({ mailbox, className }: { mailbox: StoppedBy; className?: string }) {
  const { id, stoppedCampaigns: count } = mailbox
  const [resume, { data, loading }] = useMutation(RESUME_STOPPED, {
    variables: { mailboxId: id },
    onCompleted: ({ resumeStoppedCampaigns }) => {
      const resumed = resumeStoppedCampaigns?.resumed ?? []
      if (resumed.length > 0)
        toast({ title: resumed.length === 1 ? 'Campaign Resumed' : `${resumed.length} Campaigns Resumed` })
    },
    onError: (error) => toast({ title: 'Resume Failed', description: errorMessage(error), variant: 'destructive' }),
  })
  const refused = data?.resumeStoppedCampaigns?.refused ?? []
  if (count === 0) return null
  return (
    <Callout
      tone="warning"
      role="status"
      title={`${mailboxName(mailbox)} works again`}
      action={
        <Button size="sm" icon={Play} busy={loading} onClick={() => void resume()}>
          Resume {campaigns(count)}
        </Button>
      }
      className={className}
    >
      <p>{campaigns(count)} stopped when its sign-in ended.</p>
      {refused.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {refused.map(({ campaignId, name, message }) => (
            <li key={campaignId} className="wrap-anywhere">
              <Link to={`/campaigns/${campaignId}/analytics`} className="underline hover:text-ink">
                {name}
              </Link>
              {' could not be resumed: '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}

const campaigns = (count: number) => (count === 1 ? '1 campaign' : `${count.toLocaleString()} campaigns`)
