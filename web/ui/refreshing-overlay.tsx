import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Keeps showing the previous result while the next loads: dimmed and marked busy. */
export function Refreshing({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className={cn('transition-opacity', busy && 'opacity-60')} aria-busy={busy || undefined}>
      {children}
    </div>
  )
}
