import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export interface LeaveDialogProps {
  /** Whether leaving now has to be asked for. */
  guards: () => boolean
  /** Forgets the draft. */
  onDiscard: () => void
}

/** Asks before a draft is left for another page, and lets the browser ask before the tab is closed. */
export function LeaveDialog({ guards, onDiscard }: LeaveDialogProps) {
  const blocker = useBlocker(({ nextLocation, currentLocation }) => {
    return guards() && nextLocation.pathname !== currentLocation.pathname
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (guards()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [guards])

  const blocked = blocker.state === 'blocked'
  return (
    <Dialog
      open={blocked}
      onOpenChange={(open) => {
        if (!open && blocked) blocker.reset()
      }}
      title="Leave this campaign?"
      description="It is not created yet. What you have written is kept in this tab: open Create Campaign again to go on."
      footer={
        <>
          <Button onClick={() => blocker.reset?.()}>Stay</Button>
          <Button
            variant="quiet"
            onClick={() => {
              onDiscard()
              blocker.proceed?.()
            }}
            className="text-bad sm:order-first sm:mr-auto"
          >
            Discard draft
          </Button>
          <Button variant="primary" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    />
  )
}
