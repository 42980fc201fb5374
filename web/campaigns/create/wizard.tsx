import { Activity, startTransition, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { whenIdle } from '#web/shared/when-idle.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { furthestStep, isComplete, missingFor, STEPS } from './steps/wizard-steps.ts'
import { ChangedElsewhereNotice } from './notices/changed-elsewhere-notice.tsx'
import { LeaveDialog } from './notices/leave-dialog.tsx'
import type { OpenedDraft } from './store/open-draft.ts'
import { RepeatsNotice, useDraftRepeat } from './notices/repeats-notice.tsx'
import { ResumedNotice } from './notices/resumed-notice.tsx'
import {
  LaunchConfirmation,
  preloadStep,
  SheetNotice,
  StepAudience,
  StepDesign,
  StepReview,
} from './steps/lazy-steps.ts'
import { StepSetup } from './setup/step-setup.tsx'
import { useMatchCount } from './audience/use-audience-list.ts'
import type { Draft } from './store/campaign-draft.ts'
import { useDraftStore } from './store/draft-store.ts'
import { useLaunch } from './review/use-launch.ts'
import { useStepAddress } from './steps/use-step-url.ts'
import { WizardFooter, WizardFrame } from './wizard-frame.tsx'

export interface WizardProps {
  /** Title of the page. */
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
  /** Key of the editor, which keeps its own copy of the text; a new key makes the editor take a loaded version. */
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
  const { launch, launching, problem, from, done, issues, reload, giveUp } = useLaunch(store, repeats)

  const leaving = useRef(false)
  useEffect(() => {
    if (told === campaignId || done.current || leaving.current) return
    setTold(campaignId)
    onSaved(campaignId)
  }, [told, campaignId, onSaved, done])

  const heading = useStepHeading(step)

  const missing = step < STEPS.length ? missingFor(step, draft, matching.count, repeats) : null
  const isPrepared = useNextStep(step, draft)
  const designVisits = useVisits(3, step)

  function submit(event: FormEvent) {
    event.preventDefault()
    // The last step has no submit: Enter in its fields must not launch.
    if (step < STEPS.length && missing === null) goTo(step + 1)
  }

  return (
    <WizardFrame
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
      <Suspense>{(step === 2 || step === 4) && <SheetNotice campaignId={campaignId} />}</Suspense>
      {opened.from === 'tab' && <ResumedNotice step={step} isNew={opened.draft.isNew} onStartOver={store.startOver} />}
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
          {(step === 3 || isPrepared) && (
            // A step that was left is rendered anew: hidden, its editor would be destroyed and shown again.
            <Activity key={designVisits} mode={step === 3 ? 'visible' : 'hidden'}>
              <StepDesign key={loads} draft={draft} onChange={change} />
            </Activity>
          )}
          {step === 4 && (
            <StepReview store={store} matching={matching.count} from={from} repeat={repeat} onStep={goTo} />
          )}
        </Suspense>
        <WizardFooter
          step={step}
          missing={missing}
          repeats={repeats}
          store={store}
          launching={launching}
          problem={problem}
          onStep={goTo}
          onLaunch={() => void launch()}
        />
      </form>
      <LeaveDialog store={store} done={done} leaving={leaving} />
      <Suspense>
        {step === STEPS.length && (
          <LaunchConfirmation
            issues={issues}
            onCancel={giveUp}
            onReload={() => void reload()}
            onConfirm={(exceedCeiling) => launch({ confirmed: true, exceedCeiling })}
          />
        )}
      </Suspense>
    </WizardFrame>
  )
}

/** Focuses the heading of a step and scrolls to the top when another step is shown. */
function useStepHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return heading
}

/**
 * Loads the code of the steps before and after this one once the campaign has a name and the browser is idle. @returns
 * true at step 2 once step 3 can be rendered hidden, so that its editor is there at once after Next
 */
function useNextStep(step: number, draft: Draft): boolean {
  const isNamed = isComplete(1, draft, undefined)
  const { useHtmlBuilder } = draft
  const [isDesignLoaded, setIsDesignLoaded] = useState(false)
  useEffect(() => {
    if (!isNamed) return undefined
    const load = async () => {
      void preloadStep(step - 1, { useHtmlBuilder })
      await preloadStep(step + 1, { useHtmlBuilder })
      if (step === 2) whenIdle(() => startTransition(() => setIsDesignLoaded(true)))
    }
    return whenIdle(() => void load())
  }, [step, isNamed, useHtmlBuilder])
  return isDesignLoaded && step === 2 && !useHtmlBuilder
}

/** Returns how many times a step of the wizard was left before. */
function useVisits(which: number, step: number): number {
  const [seen, setSeen] = useState({ step, visits: 0 })
  if (seen.step !== step) setSeen({ step, visits: seen.visits + (seen.step === which ? 1 : 0) })
  return seen.visits
}
