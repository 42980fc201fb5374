import { X } from './generated/icons.ts'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './class-names.ts'

export interface SelectionBarProps {
  selected: number
  /** Number of all items; undefined until it is known. */
  total: number | undefined
  /** Minimum of the unknown total, which reserves the width for it. */
  atLeast?: number
  onClear: () => void
  /** Buttons for actions on all selected items. */
  children: ReactNode
}

/** Shows how many items are selected and the bulk actions; hidden while nothing is selected. */
export function SelectionBar({ selected, total, atLeast = selected, onClear, children }: SelectionBarProps) {
  if (selected === 0) return null
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="flex min-h-12 animate-drop flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-ink/5 px-4 py-1.5"
    >
      <p role="status" className="figures font-strong">
        {selected.toLocaleString()} selected{' '}
        <span className={cn('font-normal text-ink-soft', total === undefined && 'invisible')}>
          of {(total ?? atLeast).toLocaleString()}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
      <IconButton icon={X} label="Clear selection" size="sm" onClick={onClear} className="ml-auto" />
    </div>
  )
}
