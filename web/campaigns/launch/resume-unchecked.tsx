import { Play } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { CampaignSummary } from '../operations.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'

/** Resumes a campaign of a restored database whose mailbox could not be searched, after a confirmation. */
export function ResumeUnverified({ campaign }: { campaign: CampaignSummary }) {
  const { resume } = useCampaignActions(campaign)
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" icon={Play}>
          Resume
        </Button>
      }
      title="Resume without checking the mailbox?"
      description="The database was restored from a backup or copied. We cannot tell which emails were sent after the backup was made. Everyone listed as pending will get the email. Recipients who already got it after the backup will get it twice. Check the mailbox’s Sent folder first."
      confirmLabel="Resume anyway"
      busyLabel="Resuming..."
      variant="primary"
      onConfirm={async () => void (await resume())}
    />
  )
}
