import { X } from './generated/icons.ts'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './class-names.ts'
import { useReturnFocus } from './use-return-focus.ts'

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' } as const

/** Selector of focusable elements other than the dialog's close button. */
const OTHER_THAN_CROSS = 'a[href], button:not([aria-label=Close]), input, select, textarea, [tabindex="0"]'

/** The backdrop behind overlays. */
export const SCRIM = 'scrim fixed inset-0 z-40 data-[state=closed]:animate-vanish data-[state=open]:animate-appear'

/** Classes for the dialog's position: centered, or at the bottom edge on phones. */
export const SHEET =
  'fixed z-40 flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-md border border-line bg-surface ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-b-none sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-3rem)] sm:-translate-1/2 ' +
  'data-[state=closed]:animate-vanish data-[state=open]:animate-appear max-sm:data-[state=closed]:animate-sink max-sm:data-[state=open]:animate-rise'

export interface DialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The trigger element, unless it is opened programmatically. */
  trigger?: ReactNode
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, right-aligned; the last is the primary one. */
  footer?: ReactNode
  /** Moves the focus after closing, instead of returning it to the previously focused element. */
  focusAfter?: () => void
  size?: keyof typeof WIDTHS
}

/** A modal dialog. Escape, the backdrop and the close button close it; focus returns to the previous element. */
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
          data-modal
          className={cn(SHEET, 'outline-none', WIDTHS[size])}
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus()
            // Focusing only the close button would open its tooltip.
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
          {/* Last in the DOM, so that focus starts on the content. */}
          <Radix.Close asChild>
            <IconButton data-dismisses icon={X} label="Close" size="sm" className="absolute top-4 right-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
