import type { ReactNode } from 'react'

/** Shows a sample widget with its name. */
export function Shown({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-2 font-mono text-xs text-ink-soft">{name}</p>
      {children}
    </div>
  )
}
