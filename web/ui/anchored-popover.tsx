import { Popover as Radix } from 'radix-ui'
import { useMemo, type ReactNode } from 'react'
import { POPOVER } from './popover.tsx'

export interface AnchoredPopoverProps {
  /** Accessible name. */
  label: string
  /** Element that the popover is placed at; must already be in the page. */
  anchor: Element
  onClose: () => void
  /** Moves the focus after the popover has closed. */
  focusAfter?: () => void
  children: ReactNode
}

/** A popover anchored to an element that is not its trigger; open while mounted. */
export function AnchoredPopover({ label, anchor, onClose, focusAfter, children }: AnchoredPopoverProps) {
  const virtual = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={virtual} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAfter?.()
          }}
          className={POPOVER}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
