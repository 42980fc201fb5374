import { useCallback, useEffect, useState, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { OpenDraftStore } from '../store/draft-store.ts'

export interface LeaveDialogProps {
  store: Pick<OpenDraftStore, 'draft' | 'saveState' | 'problem' | 'save' | 'discard'>
  /** True once leaving the page can lose nothing, because the draft is saved or launched. */
  done: RefObject<boolean>
  /** True from the moment the user leaves the page, unless they choose to stay. */
  leaving: RefObject<boolean>
}

/**
 * Saves pending changes before navigation, and asks the user when that fails. Lets the browser ask before the tab
 * closes.
 */
export function LeaveDialog({ store, done, leaving }: LeaveDialogProps) {
  const { draft, saveState, problem, save, discard } = store
  const open = saveState !== 'empty' && saveState !== 'saved'
  const guards = useCallback(() => open && !done.current, [open, done])
  const blocker = useBlocker(
    ({ nextLocation, currentLocation }) => guards() && nextLocation.pathname !== currentLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (guards()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [guards])

  const blocked = blocker.state === 'blocked'
  /** True while the dialog asks, because saving failed or did not save everything. */
  const [asks, setAsks] = useState(false)
  const { proceed } = blocker
  useEffect(() => {
    if (!blocked) return setAsks(false)
    leaving.current = true
    let wanted = true
    const leave = async () => {
      const id = await save().catch(() => null)
      if (!wanted) return
      if (id === null || saveState === 'held') setAsks(true)
      else proceed?.()
    }
    void leave()
    return () => {
      wanted = false
    }
    // Once per navigation attempt.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [blocked])

  function stay() {
    leaving.current = false
    blocker.reset?.()
  }

  return (
    <Dialog
      open={blocked && asks}
      onOpenChange={(next) => {
        if (!next && blocked) stay()
      }}
      title="Leave without saving this campaign?"
      description={
        saveState === 'local'
          ? 'It was not saved because it has no name. Your work is kept in this tab. Open Create Campaign again to continue.'
          : `Your changes could not be saved. ${problem ?? ''} Your work is kept in this tab. Open Create Campaign again to continue.`
      }
      footer={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button
            variant="quiet"
            onClick={() => {
              discard()
              blocker.proceed?.()
            }}
            className="text-bad sm:order-first sm:mr-auto"
          >
            {draft.campaignId === null ? 'Discard draft' : 'Discard changes'}
          </Button>
          <Button variant="primary" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    />
  )
}
