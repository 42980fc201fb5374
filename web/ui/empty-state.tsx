import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { ILLUSTRATIONS, type DrawingName } from './illustrations.tsx'

export interface EmptyStateProps {
  drawing: DrawingName
  title: string
  line?: ReactNode
  /** Button or link that leads out of the empty state. */
  action?: ReactNode
  className?: string
}

/** Shown in place of an empty list: a drawing, a sentence and one action. */
export function EmptyState({ drawing, title, line, action, className }: EmptyStateProps) {
  const Drawing = ILLUSTRATIONS[drawing]
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <Drawing />
      <h2 className="mt-5 text-base font-strong">{title}</h2>
      {line && <p className="mt-1 max-w-md text-balance text-ink-soft">{line}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
