import { Play } from 'lucide-react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'

export interface ResumeButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  campaign: { id: string; name: string }
}

/** Goes on with a paused campaign. */
export function ResumeButton({ campaign, ...looks }: ResumeButtonProps) {
  const { resume, resuming } = useCampaignActions(campaign)
  return (
    <Button {...looks} icon={Play} busy={resuming} onClick={() => void resume()}>
      Resume
    </Button>
  )
}
