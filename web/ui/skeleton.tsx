import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** Holds the place of what is loading; give it the same height. Hidden from screen readers: Loading says it once. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block h-4 animate-shimmer rounded-sm bg-ink/8', className)} />
}

export interface LoadingProps {
  /** What is loading, for screen readers alone; left out where a child has it in writing. */
  label?: string
  className?: string
  children: ReactNode
}

/** Wraps skeletons and says what is loading. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={className}>
      {label !== undefined && <span className="sr-only">{label}</span>}
      {children}
    </div>
  )
}
