import type { ReactNode } from 'react'

export interface PageHeaderProps {
  title: string
  /** Text of one line under the title. */
  line?: ReactNode
  /** Link back, shown above the title. */
  back?: ReactNode
  /** Content next to the title: a count or a badge. */
  aside?: ReactNode
  /** Buttons on the right; at most one is primary. */
  actions?: ReactNode
}

/** The header of a page: title, line of text, link back and buttons. */
export function PageHeader({ title, line, back, aside, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {back && <div className="mb-2 text-ink-soft">{back}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-serif text-title">{title}</h1>
          {aside}
        </div>
        {line && <p className="mt-1 text-ink-soft">{line}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
