import { RotateCw } from './generated/icons.ts'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { ILLUSTRATIONS } from './illustrations.tsx'

export interface ErrorStateProps {
  /** Sentence that says which loading failed. */
  title: string
  /** Advice for the reader. */
  line?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Button or link shown instead of the retry button. */
  action?: ReactNode
  /** The heading's element: h1 if it replaces the page. */
  heading?: 'h1' | 'h2'
  className?: string
}

/** Shown in place of content that failed to load: what happened, what to do, a retry button. */
export function ErrorState(props: ErrorStateProps) {
  const { title, line, onRetry, retrying = false, action, heading: Heading = 'h2', className } = props
  return (
    <div role="alert" className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <ILLUSTRATIONS.returned />
      <Heading className="mt-5 text-base font-strong">{title}</Heading>
      {line && <p className="mt-1 max-w-md text-balance text-ink-soft">{line}</p>}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button icon={RotateCw} busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
