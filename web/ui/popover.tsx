import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Shared classes of popovers. */
export const POPOVER =
  'z-50 w-64 rounded-md border border-edge bg-surface p-4 outline-none data-[state=closed]:animate-vanish data-[state=open]:animate-appear'

export interface PopoverProps {
  /** Name of the popover for screen readers (aria-label). */
  label: string
  /** The trigger button. */
  trigger: ReactNode
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /** Moves the focus after closing, instead of returning it to the trigger. */
  focusAfter?: () => void
}

/** A popover next to its trigger button. */
export function Popover({ label, trigger, children, side = 'bottom', align = 'start', ...rest }: PopoverProps) {
  const { focusAfter, ...state } = rest
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const isTyping = document.activeElement?.closest('input, textarea, [contenteditable=true]')
            if (!focusAfter && !isTyping) return
            event.preventDefault()
            // The popover fades out first: a person may have gone on to another field by then.
            if (!isTyping) focusAfter?.()
          }}
          className={POPOVER}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
