import { DECLINED } from '#domain/emails/delivery-errors.ts'
import { ERASED } from '#domain/personal-data.ts'
import { RotateCcw } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useApprovalNeeded } from '../approval/approval-note.tsx'
import type { CampaignDetails } from '../operations.ts'
import type { EmailLogRow } from './recipient-operations.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'

/** The warning before a retry; null if it is harmless. `keepsAddress`: a corrected address does not count. */
function warningFor({ error, bouncedAt, contactEmail }: EmailLogRow, keepsAddress: boolean): string | null {
  if (error?.startsWith('UNCERTAIN')) {
    return `The first email may have arrived, so ${contactEmail} may get this email twice. Check the mailbox’s Sent folder first.`
  }
  if (!bouncedAt) return null
  if (keepsAddress) {
    return `The first email bounced. This one goes to the same address, ${contactEmail}, because your workspace demands approval. Bounces harm your mailbox’s reputation.`
  }
  return `The first email bounced. If the address has not changed, this one will bounce too. Bounces harm your mailbox’s reputation. Correct the contact’s address first.`
}

/** Returns whether no retry can reach the person: they are suppressed, want fewer emails, or were erased. */
const isOutOfReach = ({ error, contactEmail }: EmailLogRow) =>
  error?.startsWith('SUPPRESSED') || error?.startsWith(DECLINED) || contactEmail === ERASED.email

/** Retries a failed email to one recipient, unless the campaign is paused; asks first when it may do harm. */
export function RetryEmail({ campaign, log }: { campaign: CampaignDetails; log: EmailLogRow }) {
  const { sendToFailed } = useCampaignActions(campaign)
  const [sending, setSending] = useState(false)
  const keepsAddress = useApprovalNeeded()
  if (campaign.status === 'paused' || isOutOfReach(log)) return null
  // The address is suppressed, and no other one was approved.
  if (keepsAddress && log.error?.startsWith('NON_DELIVERY_ADDRESS')) return null
  const warning = warningFor(log, keepsAddress)
  const name = log.contactName || log.contactEmail
  const send = async () => {
    setSending(true)
    await sendToFailed([log.id])
    setSending(false)
  }
  const label = `Send again to ${name}`
  if (warning === null) {
    return (
      <Button size="sm" icon={RotateCcw} busy={sending} aria-label={label} onClick={() => void send()}>
        Send again
      </Button>
    )
  }
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" icon={RotateCcw} aria-label={label}>
          Send again
        </Button>
      }
      title={`Send again to ${name}?`}
      description={warning}
      confirmLabel="Send again"
      busyLabel="Starting..."
      onConfirm={send}
    />
  )
}
