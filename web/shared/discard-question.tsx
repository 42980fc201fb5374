import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export interface Discard {
  /** Handler for the dialog, which asks before input is lost. */
  onOpenChange: (open: boolean) => void
  /** Called by the form in the dialog: true once it has unsaved input. */
  onDirty: (dirty: boolean) => void
  /** Confirmation dialog, to be rendered inside the dialog. */
  question: ReactNode
}

/** Confirms before Escape, the backdrop or the close button discards input of a dialog. */
export function useDiscard(onOpenChange: (open: boolean) => void): Discard {
  const dirty = useRef(false)
  const [asking, setAsking] = useState(false)
  return {
    onOpenChange: (open) => (!open && dirty.current ? setAsking(true) : onOpenChange(open)),
    onDirty: (now) => (dirty.current = now),
    question: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="Your changes have not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={() => onOpenChange(false)}
      />
    ),
  }
}

/** Reports to the surrounding dialog whether a form has input, while the form is mounted. */
export function useDirty(onDirty: (dirty: boolean) => void, dirty: boolean): void {
  const tell = useRef(onDirty)
  useEffect(() => {
    const now = tell.current
    now(dirty)
    return () => now(false)
  }, [dirty])
}
