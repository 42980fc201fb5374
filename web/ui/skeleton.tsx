import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** A loading placeholder; give it the content's height. Hidden from screen readers: Loading announces it once. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block h-4 animate-shimmer rounded-sm bg-ink/8', className)} />
}

export interface LoadingProps {
  /** Name of what is loading, for screen readers only; omit it when a child shows it as text. */
  label?: string
  className?: string
  children: ReactNode
}

/** Wraps skeletons and announces what is loading. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={className}>
      {label !== undefined && <span className="sr-only">{label}</span>}
      {children}
    </div>
  )
}
