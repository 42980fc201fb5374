import { ArrowLeft, ArrowRight } from '#web/ui/generated/icons.ts'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { SaveStatus } from './notices/save-status.tsx'
import { STEPS } from './steps/wizard-steps.ts'
import type { OpenDraftStore } from './store/draft-store.ts'

export interface WizardFrameProps {
  title: string
  /** The stepper (list of steps), shown in the header, so that the step has more room below. */
  steps?: ReactNode
  children: ReactNode
}

/** The frame of the wizard's page: link back, title and steps in one line. */
export function WizardFrame({ title, steps, children }: WizardFrameProps) {
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

export interface WizardFooterProps {
  step: number
  /** Missing parts of the step, as a sentence; null when it is complete. */
  missing: string | null
  /** True if the campaign repeats, so that the last button only saves it. */
  repeats: boolean
  store: Pick<OpenDraftStore, 'saveState' | 'problem' | 'save'>
  launching: boolean
  /** Reason why the campaign cannot be launched, as a sentence; null when it can. */
  problem: string | null
  onStep: (step: number) => void
  onLaunch: () => void
}

/** The bar below each step: buttons back and on, the save status, and the parts that the step still needs. */
export function WizardFooter({
  step,
  missing,
  repeats,
  store,
  launching,
  problem,
  onStep,
  onLaunch,
}: WizardFooterProps) {
  const reason = useId()
  return (
    <footer
      data-action-bar
      className="sticky bottom-0 z-10 -mx-4 mt-3 border-t border-line bg-paper px-4 py-2 sm:mx-0 sm:px-0"
    >
      {/* Where there is room, what is missing takes the place of the bar: Next must not move when it may be pressed. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1rem] items-center gap-x-4">
        <div className="row-span-2">
          <Button icon={ArrowLeft} disabled={step === 1 || launching} onClick={() => onStep(step - 1)}>
            Previous
          </Button>
        </div>
        <div className="flex min-w-0 flex-wrap items-center justify-center gap-x-3">
          <p className="figures text-xs whitespace-nowrap text-ink-soft">{`Step ${step} of ${STEPS.length}`}</p>
          <SaveStatus
            state={store.saveState}
            problem={store.problem}
            repeats={repeats}
            onRetry={() => void store.save().catch(() => undefined)}
          />
        </div>
        <div
          className={cn(
            'col-start-2 row-start-2 w-full max-w-40 justify-self-center',
            missing !== null && 'sm:invisible',
          )}
        >
          <ProgressBar
            label="Progress"
            value={step}
            max={STEPS.length}
            valueText={`Step ${step} of ${STEPS.length}: ${STEPS[step - 1] ?? ''}`}
          />
        </div>
        <div className="col-start-3 row-span-2 row-start-1">
          {step < STEPS.length ? (
            // Not `disabled`: the keyboard could not reach it, and its reason would not be read out.
            <Button
              variant="primary"
              type="submit"
              aria-disabled={missing !== null || undefined}
              aria-describedby={missing === null ? undefined : reason}
            >
              Next
              <ArrowRight aria-hidden="true" className="size-4" />
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={launching}
              disabled={problem !== null}
              // Ignores the second click of a double click on Next.
              onClick={({ detail }) => detail < 2 && onLaunch()}
            >
              {launching ? (repeats ? 'Saving...' : 'Creating...') : repeats ? 'Save Campaign' : 'Create Campaign'}
            </Button>
          )}
        </div>
        {missing !== null && (
          <p
            id={reason}
            className="col-span-3 mt-2 text-right text-xs text-ink-soft sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:mt-0 sm:text-center"
          >
            {missing}
          </p>
        )}
      </div>
      {step === STEPS.length && problem && (
        <p role="status" className="mt-2 text-center text-xs text-bad">
          {problem}
        </p>
      )}
    </footer>
  )
}
