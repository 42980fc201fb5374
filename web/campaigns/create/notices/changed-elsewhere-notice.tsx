import { useSubscription } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CAMPAIGN_TOUCHED } from '../../operations.ts'
import type { OpenDraftStore } from '../store/draft-store.ts'

/** Time in ms after a save by this tab during which a change event is taken for the tab's own. */
const OWN_EVENT_MS = 3_000

export interface ChangedElsewhereNoticeProps {
  store: Pick<OpenDraftStore, 'draft' | 'saveState' | 'lookElsewhere' | 'keepThisVersion' | 'loadOtherVersion'>
  /** Called after the version saved elsewhere was loaded. */
  onLoaded: () => void
}

/** Says that this draft was changed in another tab or by somebody else, and lets the person choose a version. */
export function ChangedElsewhereNotice({ store, onLoaded }: ChangedElsewhereNoticeProps) {
  const { draft, keepThisVersion, loadOtherVersion } = store
  const parts = draft.changedElsewhere
  const [busy, setBusy] = useState<'load' | 'keep' | null>(null)
  useChangesOfOthers(store)
  if (parts.length === 0) return null

  async function choose(which: 'load' | 'keep') {
    setBusy(which)
    try {
      await (which === 'load' ? loadOtherVersion() : keepThisVersion())
      if (which === 'load') onLoaded()
    } catch (error) {
      toast({ title: 'The draft could not be loaded', description: errorMessage(error), variant: 'destructive' })
    }
    setBusy(null)
  }

  return (
    <Callout
      role="alert"
      tone="warning"
      className="mb-6"
      title={`“${draft.name.trim()}” was changed elsewhere: ${parts.join(', ')}`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy === 'load'} disabled={busy !== null} onClick={() => void choose('load')}>
            Load the other version
          </Button>
          <Button
            size="sm"
            variant="quiet"
            busy={busy === 'keep'}
            disabled={busy !== null}
            onClick={() => void choose('keep')}
          >
            Keep this version
          </Button>
        </div>
      }
    >
      It is open in another tab, or a colleague is editing it. What you see here is saved only after you choose.
    </Callout>
  )
}

/** Compares the draft with the server's when a colleague or another device changed it. */
function useChangesOfOthers({ draft, saveState, lookElsewhere }: ChangedElsewhereNoticeProps['store']): void {
  const savedAt = useRef(0)
  const before = useRef(saveState)
  useEffect(() => {
    if (before.current === 'saving') savedAt.current = Date.now()
    before.current = saveState
  }, [saveState])
  const isFirst = useRef(true)
  useSubscription(CAMPAIGN_TOUCHED, {
    variables: { id: draft.campaignId ?? '' },
    skip: draft.campaignId === null,
    ignoreResults: true,
    onData: () => {
      // The first message is the current state.
      const isOwn = isFirst.current || saveState === 'saving' || Date.now() - savedAt.current < OWN_EVENT_MS
      isFirst.current = false
      if (!isOwn) void lookElsewhere()
    },
  })
}
