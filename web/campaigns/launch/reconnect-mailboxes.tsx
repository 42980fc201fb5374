import { useQuery } from '@apollo/client/react'
import { Plug } from '#web/ui/generated/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { CAMPAIGN_MAILBOXES } from './operations.ts'

/**
 * A button for each mailbox of a stopped campaign whose sign-in ended. It leads to the provider and back to this page; the
 * campaign then resumes by itself. Only the owner of a mailbox can sign in, so colleagues read whom to ask.
 */
export function ReconnectMailboxes({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(CAMPAIGN_MAILBOXES, { variables: { id: campaignId } })
  const lost = (data?.campaign?.mailAccounts ?? []).filter(({ status }) => status === 'error')
  return lost.map((mailbox) =>
    mailbox.isMine || !mailbox.owner ? (
      <Button key={mailbox.id} asChild size="sm" icon={Plug}>
        <a href={`/auth/${mailbox.provider}`}>Reconnect {mailbox.email}</a>
      </Button>
    ) : (
      <span key={mailbox.id} className="self-center text-ink-soft">
        Ask {mailbox.owner.name} to reconnect {mailbox.email}.
      </span>
    ),
  )
}
