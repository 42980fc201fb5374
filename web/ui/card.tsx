import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Right of the title: a link or small buttons. */
  actions?: ReactNode
  /** Lets tables reach the edges. */
  flush?: boolean
  className?: string
  children?: ReactNode
}

/** A sheet on the paper: a hairline around things that belong together. */
export function Card({ title, description, actions, flush = false, className, children }: CardProps) {
  return (
    <section className={cn('overflow-clip rounded-md border border-line bg-surface', className)}>
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-1">
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
  /** Under the figure: what it means or how it changed. */
  note?: ReactNode
  /** Right of the label: a mark or a drawing. */
  aside?: ReactNode
}

/** One number that matters, in a card of its own. */
export function Figure({ label, value, note, aside }: FigureProps) {
  return (
    <div className="rounded-md border border-line bg-surface px-5 py-4">
      <div className="flex min-h-6 items-center justify-between gap-2 text-ink-soft">
        <p>{label}</p>
        {aside}
      </div>
      <p className="figures mt-1 font-serif text-title">{value}</p>
      {note && <p className="mt-1 text-xs text-ink-soft">{note}</p>}
    </div>
  )
}
