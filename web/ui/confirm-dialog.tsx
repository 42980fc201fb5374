import { AlertDialog as Radix } from 'radix-ui'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { SCRIM, SHEET } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export interface ConfirmDialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The trigger element, unless it is opened programmatically. */
  trigger?: ReactNode
  title: string
  description: ReactNode
  /** Label of the button that confirms, a verb. */
  confirmLabel: string
  /** Label of that button while the action is running. */
  busyLabel?: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  /** True if there is nothing to confirm, so that the button is disabled. */
  disabled?: boolean
  /** Runs on confirmation; the dialog waits for it and then closes. It handles its own errors. */
  onConfirm: () => void | Promise<void>
}

/** Confirms an action that cannot be undone. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { trigger, title, description, confirmLabel, cancelLabel = 'Cancel', variant = 'danger' } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const returnFocus = useReturnFocus()
  const open = props.open ?? ownOpen

  function setOpen(next: boolean) {
    if (busy && !next) return
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }

  async function confirm(event: MouseEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await props.onConfirm()
    } finally {
      setBusy(false)
      setOwnOpen(false)
      props.onOpenChange?.(false)
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content data-modal {...returnFocus} className={cn(SHEET, 'max-w-md')}>
          <div className="px-6 pt-5 pb-6">
            <Radix.Title className="font-serif text-title">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
          </div>
          <footer className="flex justify-end gap-2 border-t border-line px-6 py-4 max-sm:flex-col-reverse">
            <Radix.Cancel asChild>
              <Button data-dismisses disabled={busy}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button variant={variant} busy={busy} disabled={props.disabled} onClick={confirm}>
              {busy ? (props.busyLabel ?? confirmLabel) : confirmLabel}
            </Button>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
