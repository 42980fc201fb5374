import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

export interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Content on the right of the title: a link or small buttons. */
  actions?: ReactNode
  /** True for a card without padding, so that tables reach its edges. */
  flush?: boolean
  className?: string
  children?: ReactNode
}

/** A bordered container for related content. */
export function Card({ title, description, actions, flush = false, className, children }: CardProps) {
  return (
    <section className={cn('overflow-clip rounded-md border border-line bg-surface', className)}>
      {(title || actions) && (
        <header
          className={cn(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4',
            children ? 'pb-1' : 'pb-4',
          )}
        >
          <div className={cn('min-w-0 grow', description && 'basis-44')}>
            {title && <h2 className="text-sm font-strong">{title}</h2>}
            {description && <p className="text-ink-soft">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children && <div className={cn(flush ? title && 'pt-3' : 'p-5', title && !flush && 'pt-3')}>{children}</div>}
    </section>
  )
}

export interface FigureProps {
  label: ReactNode
  value: ReactNode
  /** Text below the figure: its meaning or its change. */
  note?: ReactNode
  /** Content on the right of the label: a badge or an icon. */
  aside?: ReactNode
  /** True for the most important figure of a page: larger, with the others around it. */
  lead?: boolean
  className?: string
}

/** A figure (number) with its label in its own card. */
export function Figure({ label, value, note, aside, lead = false, className }: FigureProps) {
  return (
    <div
      className={cn(
        'rounded-md border bg-surface px-5 py-4',
        lead ? 'flex flex-col justify-center border-edge' : 'border-line',
        className,
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-2 text-ink-soft">
        <p>{label}</p>
        {aside}
      </div>
      <p className={cn('figures mt-1 font-serif', lead ? 'text-display' : 'text-title')}>{value}</p>
      {note && <p className="mt-1 text-xs text-ink-soft">{note}</p>}
    </div>
  )
}
