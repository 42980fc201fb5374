import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '#web/client/errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { CAMPAIGN_PROBLEMS, SET_TRACK_OPENS } from './operations.ts'

/**
 * Returns what switches the tracking of opens of a draft that is not being edited, and whether it tracks them since: null
 * until it is switched here.
 */
export function useTrackOpens(campaignId: string) {
  const client = useApolloClient()
  const [trackOpens, setTrackOpens] = useState<boolean | null>(null)

  async function save(next: boolean) {
    const variables = { input: { id: campaignId, trackOpens: next } }
    try {
      await client.mutate({ mutation: SET_TRACK_OPENS, variables })
      setTrackOpens(next)
      await client.refetchQueries({ include: [CAMPAIGN_PROBLEMS] })
    } catch (error) {
      toast({ title: 'The tracking could not be changed', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return { trackOpens, onTrackOpens: (next: boolean) => void save(next) }
}
