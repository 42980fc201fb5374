import { useQuery } from '@apollo/client/react'
import { CircleX, Inbox, Pause, Play, RotateCcw, UserX, Plug } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSentFrom } from '#web/mailboxes/connect-return.ts'
import { ConnectLink } from '#web/mailboxes/connect-link.tsx'
import { reconnectPath } from '#web/mailboxes/connect-links.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useApprovalNeeded } from '../approval/approval-note.tsx'
import { ResumeWithMailbox } from '../launch/resume-elsewhere.tsx'
import { isRisky, RiskyResume } from '../launch/risky-resume.tsx'
import { REPEATABLE_COUNT, type CampaignSummary } from '../operations.ts'
import { isScheduled } from '../scheduled-campaign.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'
import { CAMPAIGN_MAILBOXES } from '../launch/operations.ts'

/** Status reasons of a campaign that are fixed on the page of mailboxes. */
const MAILBOX_REASONS = new Set(['NO_MAILBOX', 'NOT_SHARED', 'FROM_ADDRESS', 'APPROVED_SENDER_CHANGED'])
/** Status reasons of a campaign that the list of failed emails explains. */
const FAILED_REASONS = new Set(['CANARY', 'DEAD_ADDRESSES'])
/** Status reasons of a campaign that need another mailbox. */
const NEEDS_MAILBOX = new Set(['NO_MAILBOX', 'NOT_SHARED'])

/** Actions on a started campaign: pause, resume, cancel, retry failed. */
export function SendControls({ campaign }: { campaign: CampaignSummary }) {
  const { id, status, statusReason, repeatableCount } = campaign
  const { pause, pausing, resume, resuming } = useCampaignActions(campaign)
  const sentFrom = useSentFrom()
  if (status === 'draft') return null
  const retry = repeatableCount > 0 ? <SendToFailed campaign={campaign} /> : null
  if (status === 'sent' || status === 'failed') return retry
  return (
    <>
      {statusReason && MAILBOX_REASONS.has(statusReason) && (
        <Button asChild size="sm" icon={Inbox}>
          <Link to="/settings?tab=emails" state={sentFrom}>
            Connected Emails
          </Link>
        </Button>
      )}
      {statusReason === 'RECONNECT' && <ReconnectMailboxes campaignId={id} />}
      {statusReason && FAILED_REASONS.has(statusReason) && (
        <Button asChild size="sm" icon={UserX}>
          <Link to={`/campaigns/${id}/analytics?outcome=failed`}>See who failed</Link>
        </Button>
      )}
      {status === 'paused' && statusReason && NEEDS_MAILBOX.has(statusReason) ? (
        <ResumeWithMailbox campaign={campaign} />
      ) : isRisky(statusReason) ? (
        <RiskyResume campaign={campaign} reason={statusReason} />
      ) : (
        canPress(campaign) && (
          // Pause and Resume are one button, so that it keeps focus.
          <Button
            size="sm"
            icon={status === 'paused' ? Play : Pause}
            busy={pausing || resuming}
            onClick={() => void (status === 'paused' ? resume() : pause())}
          >
            {status === 'paused' ? 'Resume' : 'Pause'}
          </Button>
        )
      )}
      {status === 'sending' && statusReason === 'FOLLOW_UPS' && retry}
      <Cancel campaign={campaign} />
    </>
  )
}

/** Returns whether Pause or Resume would work now. Reconnecting a mailbox resumes its campaigns without a button. */
const canPress = (campaign: CampaignSummary) =>
  campaign.statusReason !== 'RESTORED_CHECKING' && campaign.statusReason !== 'RECONNECT' && !isScheduled(campaign)

function Cancel({ campaign }: { campaign: CampaignSummary }) {
  const { cancel } = useCampaignActions(campaign)
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="quiet" icon={CircleX}>
          Cancel
        </Button>
      }
      title={`Cancel “${campaign.name}”?`}
      description={<Consequences campaign={campaign} />}
      confirmLabel="Cancel campaign"
      busyLabel="Cancelling..."
      cancelLabel="Keep campaign"
      onConfirm={cancel}
    />
  )
}

/** Explains what happens to the emails of a cancelled campaign. */
function Consequences({ campaign: { totalContacts, sentCount, failedCount } }: { campaign: CampaignSummary }) {
  const waiting = Math.max(0, totalContacts - sentCount - failedCount)
  if (sentCount === 0 && failedCount === 0) {
    return <>Nothing has been sent yet. The campaign becomes a draft again, so you can edit it and send it later.</>
  }
  return (
    <>
      {sentCount > 0 && `${mails(sentCount)} ${sentCount === 1 ? 'has' : 'have'} been sent and cannot be recalled. `}
      {waiting === 0
        ? 'No emails are waiting.'
        : `Emails that are still waiting (${waiting.toLocaleString()}) will not be sent. They are listed as failed with the reason “Not sent: the campaign was cancelled”. You can send them later.`}
    </>
  )
}

/**
 * Retries all failed emails that can be retried. Offer it only while there are some; their number is loaded again with
 * the confirmation.
 */
export function SendToFailed({ campaign }: { campaign: Pick<CampaignSummary, 'id' | 'name'> }) {
  const { sendToFailed } = useCampaignActions(campaign)
  const [asking, setAsking] = useState(false)
  const { data } = useQuery(REPEATABLE_COUNT, {
    variables: { id: campaign.id },
    fetchPolicy: 'network-only',
    skip: !asking,
  })
  const count = data?.campaign?.repeatableCount
  return (
    <ConfirmDialog
      onOpenChange={setAsking}
      trigger={
        <Button size="sm" icon={RotateCcw}>
          Retry failed emails
        </Button>
      }
      title="Retry failed emails?"
      description={<WhoGetsItAgain count={count} />}
      confirmLabel="Send again"
      busyLabel="Starting..."
      variant="primary"
      disabled={count === 0}
      onConfirm={async () => void (await sendToFailed())}
    />
  )
}

/** Shows how many emails are sent again, once the number is known, and which recipients are skipped. */
function WhoGetsItAgain({ count }: { count: number | undefined }) {
  const keepsAddress = useApprovalNeeded()
  const goes = count === undefined ? 'The emails go' : `${mails(count)} ${count === 1 ? 'goes' : 'go'}`
  return (
    <>
      <strong className="font-strong text-ink">{count === 0 ? 'No emails can go' : goes} out again</strong>, with{' '}
      {keepsAddress
        ? 'the names and addresses that were approved. Reconnect mailboxes first.'
        : 'current names and addresses. Correct wrong addresses and reconnect mailboxes first.'}{' '}
      We skip people on the suppression list, and people whose email bounced or may have arrived. You can resend to each
      of them under Failed Emails.
    </>
  )
}

function mails(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'email' : 'emails'}`
}

/**
 * A button for each mailbox of a stopped campaign whose sign-in ended. It leads to the provider and back to this page;
 * the campaign then resumes by itself. Only the owner of a mailbox can sign in, so colleagues read whom to ask.
 */
function ReconnectMailboxes({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(CAMPAIGN_MAILBOXES, { variables: { id: campaignId } })
  const lost = (data?.campaign?.mailboxes ?? []).filter(({ status }) => status === 'error')
  return lost.map((mailbox) =>
    mailbox.isMine || !mailbox.owner ? (
      <Button key={mailbox.id} asChild size="sm" icon={Plug}>
        <ConnectLink to={reconnectPath(mailbox)}>Reconnect {mailbox.email}</ConnectLink>
      </Button>
    ) : (
      <span key={mailbox.id} className="self-center text-ink-soft">
        Ask {mailbox.owner.name} to reconnect {mailbox.email}.
      </span>
    ),
  )
}
