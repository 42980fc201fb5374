import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export interface Discard {
  /** For the dialog, in place of its own. */
  onOpenChange: (open: boolean) => void
  /** Whether something was typed into the form within. */
  onDirty: (dirty: boolean) => void
  /** Stands within the dialog. */
  question: ReactNode
}

/** Lets Escape, the veil and the cross close a dialog over what was typed into it only after a question. */
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
        description="What you typed here has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={() => onOpenChange(false)}
      />
    ),
  }
}

/** Tells the dialog around a form whether something was typed into it, for as long as the form is there. */
export function useDirty(onDirty: (dirty: boolean) => void, dirty: boolean): void {
  const tell = useRef(onDirty)
  useEffect(() => {
    const now = tell.current
    now(dirty)
    return () => now(false)
  }, [dirty])
}
