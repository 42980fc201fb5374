import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './cn.ts'
import { useReturnFocus } from './use-return-focus.ts'

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' } as const

/** What can hold the focus besides the cross. */
const OTHER_THAN_CROSS = 'a[href], button:not([aria-label=Close]), input, select, textarea, [tabindex="0"]'

/** The veil behind what lies on top. */
export const SCRIM = 'scrim fixed inset-0 z-40 data-[state=closed]:animate-vanish data-[state=open]:animate-appear'

/** Where a dialog stands: centred, from the bottom edge on phones. */
export const SHEET =
  'fixed z-40 flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-md border border-line bg-surface ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-3rem)] sm:-translate-1/2 ' +
  'data-[state=closed]:animate-vanish data-[state=open]:animate-appear max-sm:data-[state=closed]:animate-sink max-sm:data-[state=open]:animate-rise'

export interface DialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The element that opens it, when it is not opened from outside. */
  trigger?: ReactNode
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, right-aligned; the last one is the one meant. */
  footer?: ReactNode
  /** Takes the focus when it has closed, in place of where it was. */
  focusAfter?: () => void
  size?: keyof typeof WIDTHS
}

/** Something to do before going on. Escape, the veil and the cross close it; focus returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  focusAfter,
  size = 'sm',
}: DialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          className={cn(SHEET, 'outline-none', WIDTHS[size])}
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus()
            // The cross alone is not what the dialog is about, and its tooltip would open with it.
            if (!(event.target instanceof HTMLElement) || event.target.querySelector(OTHER_THAN_CROSS)) return
            event.preventDefault()
            event.target.focus()
          }}
          onCloseAutoFocus={(event) => {
            if (!focusAfter) return returnFocus.onCloseAutoFocus(event)
            event.preventDefault()
            focusAfter()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="py-5 pr-14 pl-6">
            <Radix.Title className="font-serif text-title">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>}
          </div>
          {children && <div className="min-h-0 grow overflow-y-auto px-6 pt-1 pb-6">{children}</div>}
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4 max-sm:flex-col-reverse">
              {footer}
            </div>
          )}
          {/* Last, so that the focus starts on what the dialog is about. */}
          <Radix.Close asChild>
            <IconButton icon={X} label="Close" size="sm" className="absolute top-4 right-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
