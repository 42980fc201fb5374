import { CircleAlert, CircleCheck, Info } from './generated/icons.ts'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

const TONES = {
  neutral: { look: 'border-line bg-surface', mark: 'text-ink-soft', icon: Info },
  good: { look: 'border-good/40 bg-good/6', mark: 'text-good', icon: CircleCheck },
  warning: { look: 'border-waiting/40 bg-waiting/6', mark: 'text-waiting', icon: CircleAlert },
  bad: { look: 'border-bad/40 bg-bad/6', mark: 'text-bad', icon: CircleAlert },
} as const

export interface CalloutProps {
  tone?: keyof typeof TONES
  title?: ReactNode
  /** Button or link on the right. */
  action?: ReactNode
  /** ARIA role by which screen readers announce the callout when it appears: `alert` for failures, `status` for the rest. */
  role?: 'alert' | 'status'
  className?: string
  children?: ReactNode
}

/** A box with a lasting message within the page. */
export function Callout({ tone = 'neutral', title, action, role, className, children }: CalloutProps) {
  const { look, mark, icon: Icon } = TONES[tone]
  return (
    <div
      role={role}
      className={cn('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md border p-4', look, className)}
    >
      <div className="flex min-w-0 grow basis-64 gap-3">
        <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', mark)} />
        <div className="min-w-0">
          {title && <p className="font-strong">{title}</p>}
          {children && <div className={cn(title && 'mt-0.5 text-ink-soft')}>{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
