import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** A small table that scrolls sideways when needed. For many rows use VirtualTable. */
export function Table({ label, className, children, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <div className={cn('overflow-x-auto', className)}>
      <table {...rest} aria-label={label} className="w-full border-collapse text-left">
        {children}
      </table>
    </div>
  )
}

export interface CellProps extends ComponentProps<'td'> {
  /** True for right-aligned digits of equal width. */
  numeric?: boolean
}

export function HeaderCell({ numeric = false, className, ...rest }: CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={cn(
        'sticky top-0 h-9 border-b border-line bg-surface px-4 first:pl-5 last:pr-5 text-xs font-strong whitespace-nowrap text-ink-soft',
        numeric && 'text-right',
        className,
      )}
    />
  )
}

/** A row of a table. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={cn(
        'border-b border-line transition-colors last:border-0 hover:bg-ink/3 has-focus-visible:bg-ink/3',
        className,
      )}
    />
  )
}

export function Cell({ numeric = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={cn(
        'h-11 max-w-96 truncate px-4 first:pl-5 last:pr-5 whitespace-nowrap',
        numeric && 'figures text-right',
        className,
      )}
    />
  )
}

/** The buttons of a table's row. They are always visible, not only on hover, so that users find them. */
export function RowActions({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={cn('inline-flex gap-1', className)} />
}
