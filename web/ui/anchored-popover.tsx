import { Popover as Radix } from 'radix-ui'
import { useMemo, type ReactNode } from 'react'
import { POPOVER } from './popover.tsx'

export interface AnchoredPopoverProps {
  /** Names it for screen readers. */
  label: string
  /** What it stands beside; something that is in the page already. */
  anchor: Element
  onClose: () => void
  /** Takes the focus when it has closed. */
  focusAfter?: () => void
  children: ReactNode
}

/** Something small beside a thing that is no button of ours; open for as long as it is shown. */
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
