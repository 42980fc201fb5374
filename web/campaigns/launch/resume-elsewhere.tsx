import { useQuery } from '@apollo/client/react'
import { Play } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { CampaignSummary } from '../operations.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'
import { MailboxChoice } from './mailbox-choice.tsx'
import { HAS_FOLLOW_UPS } from './operations.ts'
import { chosenMailboxes, useMailboxes } from './use-mailboxes.ts'

const WHY: Record<string, string> = {
  NO_MAILBOX: 'The mailbox this campaign was sent from is no longer connected.',
  NOT_SHARED: 'The mailbox this campaign was sent from is no longer shared with the person who started it.',
}

/** Resumes a campaign that lost its mailbox: the user picks the mailbox for the remaining emails. */
export function ResumeWithMailbox({ campaign }: { campaign: CampaignSummary }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Play} onClick={() => setOpen(true)}>
        Resume
      </Button>
      {open && <ResumeDialog campaign={campaign} onOpenChange={setOpen} />}
    </>
  )
}

function ResumeDialog({
  campaign,
  onOpenChange,
}: {
  campaign: CampaignSummary
  onOpenChange: (open: boolean) => void
}) {
  const { resume, resuming } = useCampaignActions(campaign)
  const { mailboxes } = useMailboxes()
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const from = chosenMailboxes(chosen, mailboxes ?? []).map(({ id }) => id)
  return (
    <Dialog
      open
      onOpenChange={(next) => resuming || onOpenChange(next)}
      size="md"
      title="Resume from another mailbox?"
      description={`${WHY[campaign.statusReason ?? ''] ?? ''} Choose a mailbox for the remaining emails. Replies go to that mailbox.`}
      footer={
        <>
          <Button disabled={resuming} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={Play}
            busy={resuming}
            disabled={from.length === 0}
            onClick={async () => {
              await resume(from)
              onOpenChange(false)
            }}
          >
            Resume
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {campaign.sentCount > 0 && <LostFollowUps campaignId={campaign.id} />}
        <MailboxChoice chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  )
}

/** Lists the mailboxes whose follow-ups end when a campaign continues from another mailbox; nothing if it has none. */
function LostFollowUps({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(HAS_FOLLOW_UPS, { variables: { id: campaignId } })
  if (!data?.campaign?.followUps.length) return null
  return (
    <Callout tone="warning" title="Follow-ups end for those who already got an email">
      A follow-up can only leave from the mailbox that sent the email before it. If you resume from another mailbox,
      these recipients get no more follow-ups. To keep them, connect or share the old mailbox again, then resume.
    </Callout>
  )
}
