import { Play } from '#web/ui/generated/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { CampaignSummary } from '../operations.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'

/** Confirmation dialogs for resuming a campaign at a risk, by the status reason of the pause. */
const RISKS = {
  RESTORED_UNCHECKED: {
    title: 'Resume without checking the mailbox?',
    description:
      'The database was restored from a backup or copied. We cannot tell which emails were sent after the backup was made. Everyone listed as pending will get the email. Recipients who already got it after the backup will get it twice. Check the mailbox’s Sent folder first.',
  },
  DEAD_ADDRESSES: {
    title: 'Resume although many addresses do not exist?',
    description:
      'More than one in ten of the last emails went to an address that does not exist. If this continues, the provider can block the mailbox, and emails of your whole domain can land in spam. First remove addresses that people did not give you themselves. If as many bounce again, the campaign pauses again.',
  },
}

export function isRisky(reason: string | null | undefined): reason is keyof typeof RISKS {
  return Object.hasOwn(RISKS, reason ?? '')
}

/** Button that resumes a paused campaign after a dialog has named the risk: emails sent twice, or a blocked mailbox. */
export function RiskyResume({ campaign, reason }: { campaign: CampaignSummary; reason: keyof typeof RISKS }) {
  const { resume } = useCampaignActions(campaign)
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" icon={Play}>
          Resume
        </Button>
      }
      {...RISKS[reason]}
      confirmLabel="Resume anyway"
      busyLabel="Resuming..."
      variant="primary"
      onConfirm={async () => void (await resume())}
    />
  )
}
