import { ArrowLeft, ArrowRight } from '#web/ui/generated/icons.ts'
import { Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { cn } from '#web/ui/cn.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { furthestStep, isComplete, missingFor, STEPS } from './steps/steps.ts'
import { ChangedElsewhereNotice } from './notices/changed-elsewhere-notice.tsx'
import { LaunchConfirmation } from './review/launch-question.tsx'
import { LeaveDialog } from './notices/leave-dialog.tsx'
import type { OpenedDraft } from './store/open-draft.ts'
import { RepeatsNotice, useDraftRepeat } from './notices/repeats-notice.tsx'
import { SaveStatus } from './notices/save-status.tsx'
import { preloadStep, StepAudience, StepDesign, StepReview } from './steps/step-code.ts'
import { StepSetup } from './setup/step-setup.tsx'
import { useMatchCount } from './audience/use-audience-list.ts'
import { useDraftStore } from './store/draft-store.ts'
import { useLaunch } from './review/use-launch.ts'
import { useStepAddress } from './steps/use-step-address.ts'
import { WizardPage } from './wizard-frame.tsx'

export interface WizardProps {
  /** of the page */
  title: string
  opened: OpenedDraft
  /** Called with the campaign id the draft is saved as; null after starting a new one. */
  onSaved: (campaignId: string | null) => void
}

/** The four steps over one autosaved draft. */
export function Wizard({ title, opened, onSaved }: WizardProps) {
  const store = useDraftStore(opened)
  const { draft, change } = store
  const matching = useMatchCount(draft.audience)
  const { campaignId } = draft
  const repeat = useDraftRepeat(campaignId)
  const repeats = repeat !== null
  /** The editor keeps its own copy of the text; a new key makes it take a loaded version. */
  const [loads, setLoads] = useState(0)
  const [told, setTold] = useState(campaignId)
  const [step, showStep] = useStepAddress({
    campaignId: told,
    current: draft.step,
    furthest: furthestStep(draft, matching.count, repeats),
    onMove: (next) => change({ step: next }),
  })
  const goTo = (next: number) => {
    // A step that was left is saved while the next one is shown and filled in. A failure is shown by the save status.
    void store.save().catch(() => undefined)
    showStep(next)
  }
  const { launch, launching, problem, from, done, doubts, reload, giveUp } = useLaunch(store, repeats)

  const leaving = useRef(false)
  useEffect(() => {
    if (told === campaignId || done.current || leaving.current) return
    setTold(campaignId)
    onSaved(campaignId)
  }, [told, campaignId, onSaved, done])

  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])

  const missing = step < STEPS.length ? missingFor(step, draft, matching.count, repeats) : null
  const reason = useId()

  const isNamed = isComplete(1, draft, matching.count)
  const { useHtmlBuilder } = draft
  useEffect(() => {
    if (!isNamed) return
    preloadStep(step + 1, { useHtmlBuilder })
    preloadStep(step - 1, { useHtmlBuilder })
  }, [step, isNamed, useHtmlBuilder])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The last step has no submit: Enter in its fields must not launch.
    if (step < STEPS.length && missing === null) goTo(step + 1)
  }

  return (
    <WizardPage
      title={title}
      steps={
        <Stepper
          label="Steps"
          steps={STEPS.map((name) => ({ title: name }))}
          current={step - 1}
          onSelect={(index) => goTo(index + 1)}
        />
      }
    >
      {repeat && campaignId !== null && <RepeatsNotice campaignId={campaignId} repeat={repeat} />}
      {opened.from === 'tab' && <Resumed step={step} isNew={opened.draft.isNew} onStartOver={store.startOver} />}
      <ChangedElsewhereNotice store={store} onLoaded={() => setLoads((count) => count + 1)} />
      <form noValidate onSubmit={submit}>
        {/* From 768 px on, the steps in the header show their names. */}
        <h2 ref={heading} tabIndex={-1} className="mb-3 text-base font-strong outline-none md:sr-only">
          {STEPS[step - 1]}
        </h2>
        {step === 1 && <StepSetup key={draft.id} draft={draft} onChange={change} />}
        <Suspense fallback={<Skeleton className="h-92 rounded-md" />}>
          {step === 2 && (
            <StepAudience audience={draft.audience} onChange={(audience) => change({ audience })} matching={matching} />
          )}
          {step === 3 && <StepDesign key={loads} draft={draft} onChange={change} />}
          {step === 4 && (
            <StepReview store={store} matching={matching.count} from={from} repeat={repeat} onStep={goTo} />
          )}
        </Suspense>
        <footer
          data-action-bar
          className="sticky bottom-0 z-10 -mx-4 mt-3 border-t border-line bg-paper px-4 py-2 sm:mx-0 sm:px-0"
        >
          {/* Where there is room, what is missing takes the place of the bar: Next must not move when it may be pressed. */}
          <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1rem] items-center gap-x-4">
            <div className="row-span-2">
              <Button icon={ArrowLeft} disabled={step === 1 || launching} onClick={() => goTo(step - 1)}>
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
                  onClick={({ detail }) => detail < 2 && void launch()}
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
      </form>
      <LeaveDialog store={store} done={done} leaving={leaving} />
      <LaunchConfirmation
        issues={doubts}
        onCancel={giveUp}
        onReload={() => void reload()}
        onConfirm={(exceedCeiling) => launch({ confirmed: true, exceedCeiling })}
      />
    </WizardPage>
  )
}

/** Says that a draft was restored; hidden after the first change of step. */
function Resumed({ step, isNew, onStartOver }: { step: number; isNew: boolean; onStartOver: () => void }) {
  const [at] = useState(step)
  const [closed, setClosed] = useState(false)
  if (closed || step !== at) return null
  return (
    <Callout
      role="status"
      className="mb-6"
      action={
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setClosed(true)
              onStartOver()
            }}
          >
            Start over
          </Button>
          <Button size="sm" onClick={() => setClosed(true)}>
            Continue
          </Button>
        </div>
      }
    >
      {isNew
        ? 'You are continuing the campaign you started in this tab.'
        : 'This tab has unsaved changes to this campaign.'}
    </Callout>
  )
}
