import { ArrowLeft } from '#web/ui/generated/icons.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '#web/shell/page.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

export interface WizardPageProps {
  title: string
  /** The stepper, in the header: so a step has the room below. */
  steps?: ReactNode
  children: ReactNode
}

/** The page of the wizard: way back, title and steps in one line. */
export function WizardPage({ title, steps, children }: WizardPageProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <header className="-mt-2 mb-3 flex flex-wrap items-center gap-x-8 gap-y-3">
        <div className="flex items-center gap-2">
          <Tooltip content="Back to Campaigns">
            <Link
              to="/campaigns"
              aria-label="Back to Campaigns"
              className="-ml-2 grid size-9 place-items-center rounded-sm text-ink-soft hover:bg-ink/6 hover:text-ink"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
            </Link>
          </Tooltip>
          <h1 className="font-serif text-title whitespace-nowrap">{title}</h1>
        </div>
        {steps && <div className="min-w-0 grow basis-80">{steps}</div>}
      </header>
      {children}
    </>
  )
}
