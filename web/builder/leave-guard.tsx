import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Confirms before leaving, but only when work would be lost because the browser could not store it. */
export function LeaveGuard({ atRisk }: { atRisk: boolean }) {
  const blocker = useBlocker(
    ({ nextLocation, currentLocation }) => atRisk && nextLocation.pathname !== currentLocation.pathname,
  )
  useEffect(() => {
    if (!atRisk) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [atRisk])
  const blocked = blocker.state === 'blocked'
  return (
    <Dialog
      open={blocked}
      onOpenChange={(open) => {
        if (!open && blocked) blocker.reset()
      }}
      title="Leave without saving?"
      description="Your browser does not have enough storage to keep your changes. Save the template or you will lose them."
      footer={
        <>
          <Button variant="quiet" className="text-bad" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
        </>
      }
    />
  )
}
