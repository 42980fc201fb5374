import { Check } from './generated/icons.ts'
import { cn } from './class-names.ts'

export interface StepperProps {
  /** Accessible name. */
  label: string
  steps: ReadonlyArray<{ title: string; hint?: string }>
  /** Index of the active step: earlier steps are completed, later ones pending. */
  current: number
  /** Called when a completed step is clicked; if given, users can go back to those. */
  onSelect?: (index: number) => void
}

/** The steps of a sequence and the current one. */
export function Stepper({ label, steps, current, onSelect }: StepperProps) {
  return (
    <ol aria-label={label} className="flex gap-2 lg:gap-3">
      {steps.map((step, index) => {
        const state = index < current ? 'completed' : index === current ? 'active' : 'pending'
        const face = (
          <>
            <span className={cn('h-1 w-full rounded-full', state === 'pending' ? 'bg-ink/12' : 'bg-ink')} />
            <span className="flex items-center gap-1.5 lg:gap-2">
              <span
                aria-hidden="true"
                className={cn(
                  'figures grid size-6 shrink-0 place-items-center rounded-full border text-xs font-strong',
                  state === 'completed' && 'border-ink bg-ink text-paper',
                  state === 'active' && 'border-ink text-ink',
                  state === 'pending' && 'border-edge text-ink-soft',
                )}
              >
                {state === 'completed' ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
              </span>
              <span
                className={cn('max-lg:text-xs max-md:sr-only', state === 'active' ? 'font-strong' : 'text-ink-soft')}
              >
                {step.title}
                <span className="sr-only">, {state}</span>
              </span>
            </span>
            {step.hint && <span className="text-xs text-ink-soft max-md:sr-only">{step.hint}</span>}
          </>
        )
        const column = 'flex w-full flex-col gap-2 rounded-sm text-left'
        return (
          <li key={step.title} aria-current={state === 'active' ? 'step' : undefined} className="grow basis-0">
            {onSelect && state === 'completed' ? (
              <button type="button" onClick={() => onSelect(index)} className={column}>
                {face}
              </button>
            ) : (
              <span className={column}>{face}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
