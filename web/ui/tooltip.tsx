import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long a pointer rests before a tooltip shows, in ms (spec §9). */
export const TOOLTIP_DELAY = 700
/** How soon after one tooltip the next shows at once, in ms (spec §9). */
export const TOOLTIP_SKIP_DELAY = 300

/** Keeps the delays of all tooltips inside; stands once, around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TOOLTIP_DELAY} skipDelayDuration={TOOLTIP_SKIP_DELAY}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  content: ReactNode
  /** One element that takes a ref and can be hovered or focused. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Shows nothing; for places where the content is on screen already. */
  off?: boolean
}

/** A few words about the thing pointed at or focused; never the only place where something is said. */
export function Tooltip({ content, children, side = 'top', off = false }: TooltipProps) {
  if (off) return children
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-sm bg-ink px-2.5 py-1.5 text-xs text-paper data-[state=delayed-open]:animate-appear"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
