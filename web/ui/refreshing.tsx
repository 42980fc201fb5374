import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** Holds what is still shown of the last question while the answer to the next one is on its way: dimmed, and said to be busy. */
export function Refreshing({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className={cn('transition-opacity', busy && 'opacity-60')} aria-busy={busy || undefined}>
      {children}
    </div>
  )
}
