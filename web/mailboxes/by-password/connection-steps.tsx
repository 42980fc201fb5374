import {
  CONNECTION_STEPS,
  STEP_TITLES,
  type ConnectionStep,
  type StepState,
} from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { EndedSteps } from './follow-connection-test.ts'

/** A step of a mailbox's connection test with its result. */
export interface ShownStep {
  step: ConnectionStep
  state: StepState
  text: string
  fix: string | null
  link: string | null
  answer: string | null
}

const MARKS: Record<StepState, { icon: IconType; look: string; word: string }> = {
  passed: { icon: CircleCheck, look: 'text-good', word: 'Passed' },
  warning: { icon: TriangleAlert, look: 'text-waiting', word: 'Note' },
  failed: { icon: CircleX, look: 'text-bad', word: 'Failed' },
  skipped: { icon: CircleDashed, look: 'text-ink-soft', word: 'Not tested' },
}

/** Steps of a connection test without an inbox (IMAP) server. */
const SENDING_STEPS = CONNECTION_STEPS.slice(0, CONNECTION_STEPS.indexOf('imap_server'))

interface ConnectionStepsProps {
  /** results of the steps; empty before the test */
  steps: readonly ShownStep[]
  /**
   * progress while the test runs: the finished steps, and whether an inbox server is tested too; null: no test is
   * running
   */
  running: { ended: EndedSteps; readsInbox: boolean } | null
}

/**
 * The steps of a mailbox's connection test, ticked as they end; the failed one says how to fix it. Skipped steps are
 * left out.
 */
export function ConnectionSteps({ steps, running }: ConnectionStepsProps) {
  const shown = steps.filter(({ state }) => state !== 'skipped')
  return (
    <div role="status" aria-live="polite">
      {running ? (
        <Running {...running} />
      ) : (
        shown.length > 0 && (
          <ul aria-label="Steps of the test" className="grid gap-3">
            {shown.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </ul>
        )
      )}
    </div>
  )
}

/** Shows the steps of a running test: the finished ones, the current one, and those to come. */
function Running({ ended, readsInbox }: NonNullable<ConnectionStepsProps['running']>) {
  const all = readsInbox ? CONNECTION_STEPS : SENDING_STEPS
  const present = all.find((step) => ended[step] === undefined)
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">Testing the connection. Nothing is sent.</p>
      <ul aria-label="Steps of the test" className="grid gap-3">
        {all.map((step) => {
          const { icon: Icon, look, word } = MARKS[ended[step] ?? 'skipped']
          return (
            <li
              key={step}
              className={cn('flex gap-2', ended[step] === undefined && step !== present && 'text-ink-soft')}
            >
              {step === present ? (
                <Spinner className="mt-0.5 size-4 shrink-0" />
              ) : (
                <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', look)} />
              )}
              <p>
                {ended[step] !== undefined && <span className="sr-only">{word}: </span>}
                {STEP_TITLES[step]}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Step({ step: { step, state, text, fix, link, answer } }: { step: ShownStep }) {
  const { icon: Icon, look, word } = MARKS[state]
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', look)} />
      <div className="grid min-w-0 gap-1">
        <p>
          <span className="sr-only">{word}: </span>
          {STEP_TITLES[step]}
        </p>
        {(state === 'failed' || state === 'warning') && (
          <p className={cn('wrap-anywhere', state === 'failed' && 'text-bad')}>{text}</p>
        )}
        {fix !== null && <p className="text-ink-soft">{fix}</p>}
        {link !== null && (
          <p>
            <a className="underline" href={link} target="_blank" rel="noreferrer">
              Instructions from your email host
            </a>
          </p>
        )}
        {answer !== null && (
          <details className="text-xs text-ink-soft">
            <summary className="w-fit rounded-sm leading-8 hover:text-ink">Technical details</summary>
            <p className="font-mono wrap-anywhere">{answer}</p>
          </details>
        )}
      </div>
    </li>
  )
}
