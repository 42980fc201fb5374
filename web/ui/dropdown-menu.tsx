import { Check } from './generated/icons.ts'
import type { Icon as IconType } from './icon.tsx'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

const ITEM =
  'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none pointer-coarse:min-h-11 ' +
  'data-highlighted:bg-ink/7 data-disabled:opacity-50'

export interface DropdownMenuProps {
  /** Button that opens the menu. */
  trigger: ReactNode
  /** Entries of the menu: DropdownMenuItem, DropdownMenuCheck, DropdownMenuSeparator, DropdownMenuLabel. */
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Moves the focus after closing, instead of returning it to the trigger. */
  focusAfter?: () => void
}

/** A menu of actions on one item. */
export function DropdownMenu({ trigger, children, align = 'end', side = 'bottom', focusAfter }: DropdownMenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!focusAfter) return
            event.preventDefault()
            focusAfter()
          }}
          className="z-50 min-w-48 rounded-md border border-edge bg-surface p-1 data-[state=closed]:animate-vanish data-[state=open]:animate-drop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface DropdownMenuItemProps {
  icon?: IconType
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** Styles its single child, such as a link. */
  asChild?: boolean
  children: ReactNode
}

export function DropdownMenuItem({ icon: Icon, onSelect, danger, disabled, asChild, children }: DropdownMenuItemProps) {
  return (
    <Radix.Item asChild={asChild} disabled={disabled} onSelect={onSelect} className={cn(ITEM, danger && 'text-bad')}>
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
          {children}
        </>
      )}
    </Radix.Item>
  )
}

/** A radio item; the chosen one has a tick. */
export function DropdownMenuCheck(props: { checked: boolean; onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.CheckboxItem checked={props.checked} onSelect={props.onSelect} className={ITEM}>
      <span className="grid size-4 shrink-0 place-items-center">
        <Radix.ItemIndicator>
          <Check aria-hidden="true" className="size-4" />
        </Radix.ItemIndicator>
      </span>
      {props.children}
    </Radix.CheckboxItem>
  )
}

/** A separator between groups of actions. */
export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}

/** A heading for a group of actions. */
export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-xs text-ink-soft">{children}</Radix.Label>
}
