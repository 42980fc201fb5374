import type { ComponentProps, ComponentType } from 'react'
import { cn } from './class-names.ts'

export type Icon = ComponentType<Omit<ComponentProps<'svg'>, 'children'>>

/**
 * Makes an icon of Lucide from the inside of its 24 × 24 px drawing (web/generated/icons.ts). It is hidden from screen readers
 * unless it has a name.
 */
export function icon(name: string, drawing: string): Icon {
  const inside = { __html: drawing }
  return function DrawnIcon({ className, ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={'aria-label' in rest ? undefined : true}
        {...rest}
        className={cn(`lucide lucide-${name}`, className)}
        dangerouslySetInnerHTML={inside}
      />
    )
  }
}
