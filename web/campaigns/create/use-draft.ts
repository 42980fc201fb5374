import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useUser } from '#web/accounts/current-user.tsx'
import { createCampaignDraft, saveFailure, saveState } from './campaign-draft.ts'
import type { OpenedDraft } from './open-draft.ts'

/** The wizard's draft: its state now, and what can be done with it. */
export function useDraft(opened: OpenedDraft) {
  const client = useApolloClient()
  const userId = useUser().id
  const [session] = useState(() => createCampaignDraft(client, userId, opened))
  useEffect(() => session.open(), [session])
  const state = useStore(session.store)
  return {
    ...session,
    ...state.work,
    state: saveState(state),
    /** Why saving failed. */
    problem: saveFailure(state),
    /** The server's recipient count. */
    recipients: state.saved.recipients,
  }
}
