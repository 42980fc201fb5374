import { useMutation } from '@apollo/client/react'
import { errorMessage } from '#web/errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { addToList } from './campaign-lists.ts'
import { DUPLICATE_CAMPAIGN, RESUME_CAMPAIGN, SEND_CAMPAIGN } from './operations.ts'

/** What can be done with a campaign, with the toasts of spec §8, and which of it is under way. */
export function useCampaignActions(campaign: { id: string; name: string }) {
  const variables = { id: campaign.id }
  const [sendCampaign, sending] = useMutation(SEND_CAMPAIGN, { variables })
  const [resumeCampaign, resuming] = useMutation(RESUME_CAMPAIGN, { variables })
  const [duplicateCampaign, duplicating] = useMutation(DUPLICATE_CAMPAIGN, {
    variables,
    update: (cache, { data }) => {
      if (data) addToList(cache, [data.duplicateCampaign])
    },
  })

  return {
    sending: sending.loading,
    resuming: resuming.loading,
    duplicating: duplicating.loading,
    send: () =>
      tell(sendCampaign(), 'Send Failed', () => ({
        title: 'Campaign Started',
        description: 'Your email campaign is now being sent.',
      })),
    resume: () =>
      tell(resumeCampaign(), 'Resume Failed', () => ({
        title: 'Campaign Resumed',
        description: 'Your email campaign goes on.',
      })),
    duplicate: () =>
      tell(duplicateCampaign(), 'Failed to duplicate campaign', ({ data }) => ({
        title: 'Campaign Duplicated',
        description: `“${data?.duplicateCampaign.name ?? campaign.name}” was created as a draft.`,
      })),
  }
}

async function tell<Result>(
  work: Promise<Result>,
  failed: string,
  done: (result: Result) => { title: string; description: string },
): Promise<void> {
  try {
    toast(done(await work))
  } catch (error) {
    toast({ title: failed, description: errorMessage(error), variant: 'destructive' })
  }
}
