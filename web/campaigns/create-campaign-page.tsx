import { useApolloClient } from '@apollo/client/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useContactList } from '#web/contacts/contact-lists.ts'
import { isSelected } from '#web/contacts/selection.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { createCampaign } from './create/create-campaign.ts'
import { creationProblem } from './create/creation-problem.ts'
import { furthestStep, isComplete, STEPS, type Draft } from './create/draft.ts'
import { LeaveDialog } from './create/leave-dialog.tsx'
import { StepAudience } from './create/step-audience.tsx'
import { StepDesign } from './create/step-design.tsx'
import { StepReview } from './create/step-review.tsx'
import { StepSetup } from './create/step-setup.tsx'
import { useDraft } from './create/use-draft.ts'

/** /campaigns/create: a campaign in four steps (spec §2 Create campaign wizard). */
export function CreateCampaignPage() {
  const { draft, change, files, setFiles, lostFiles, resumed, dirty, drop, startOver } = useDraft()
  const everyone = useContactList('')
  const total = everyone.contacts && everyone.total
  const step = Math.min(draft.step, furthestStep(draft, total))
  const { launch, launching, gathered, done } = useLaunch(draft, files, drop)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])

  const guards = useCallback(() => dirty && !done.current, [dirty, done])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isComplete(step, draft, total) || launching) return
    if (step === STEPS.length) void launch()
    else change({ step: step + 1 })
  }

  return (
    <Page
      title="Create Campaign"
      line="Write it once, send it to everyone by name"
      back={
        <Link to="/campaigns" className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-4" />
          Campaigns
        </Link>
      }
    >
      {resumed && <Resumed step={step} onStartOver={startOver} />}
      <Stepper
        label="Steps"
        steps={STEPS.map((title) => ({ title }))}
        current={step - 1}
        onSelect={(index) => change({ step: index + 1 })}
      />
      <form noValidate onSubmit={submit} className="mt-6">
        <h2 ref={heading} tabIndex={-1} className="mb-4 font-serif text-title outline-none">
          {STEPS[step - 1]}
        </h2>
        <StepBody
          step={step}
          draft={draft}
          change={change}
          files={files}
          setFiles={setFiles}
          lostFiles={lostFiles}
          total={total}
          firstRecipient={firstRecipient(draft, everyone.contacts)}
        />
        <footer
          data-action-bar
          className="sticky bottom-0 z-10 -mx-4 mt-6 flex items-center justify-between gap-4 border-t border-line bg-paper px-4 py-4 sm:mx-0 sm:px-0"
        >
          <Button icon={ArrowLeft} disabled={step === 1 || launching} onClick={() => change({ step: step - 1 })}>
            Previous
          </Button>
          <div className="grid w-40 min-w-0 gap-1.5 max-sm:w-24">
            <p className="figures text-center text-xs whitespace-nowrap text-ink-soft">
              {gathered ? `${gathered.toLocaleString()} recipients` : `Step ${step} of ${STEPS.length}`}
            </p>
            <ProgressBar
              label="Progress"
              value={step}
              max={STEPS.length}
              valueText={`Step ${step} of ${STEPS.length}: ${STEPS[step - 1] ?? ''}`}
            />
          </div>
          {step < STEPS.length ? (
            <Button variant="primary" type="submit" disabled={!isComplete(step, draft, total)}>
              Next
              <ArrowRight aria-hidden="true" className="size-4" />
            </Button>
          ) : (
            <Button variant="primary" type="submit" busy={launching}>
              {launching ? 'Creating...' : 'Create Campaign'}
            </Button>
          )}
        </footer>
      </form>
      <LeaveDialog guards={guards} onDiscard={drop} />
    </Page>
  )
}

type StepBodyProps = {
  step: number
  change: (part: Partial<Draft>) => void
  total: number | undefined
  firstRecipient: string | undefined
} & Pick<ReturnType<typeof useDraft>, 'draft' | 'files' | 'setFiles' | 'lostFiles'>

function StepBody({ step, draft, change, files, setFiles, lostFiles, total, firstRecipient: first }: StepBodyProps) {
  if (step === 1) return <StepSetup name={draft.name} onChange={(name) => change({ name })} />
  if (step === 2) {
    return <StepAudience audience={draft.audience} onChange={(audience) => change({ audience })} total={total} />
  }
  if (step === 3) {
    return <StepDesign draft={draft} onChange={change} files={files} onFiles={setFiles} lostFiles={lostFiles} />
  }
  return <StepReview draft={draft} files={files} total={total} firstRecipient={first} />
}

/** The contact the preview is merged for. */
function firstRecipient({ audience }: Draft, contacts: readonly { id: string }[] | undefined): string | undefined {
  if (!audience.all) return audience.ids.values().next().value
  return contacts?.find(({ id }) => isSelected(audience, id))?.id
}

/** Creates the campaign, says how it went and goes to the list. */
function useLaunch(draft: Draft, files: Parameters<typeof createCampaign>[2], drop: () => void) {
  const client = useApolloClient()
  const navigate = useNavigate()
  const [launching, setLaunching] = useState(false)
  const [gathered, setGathered] = useState(0)
  const done = useRef(false)

  async function launch() {
    setLaunching(true)
    try {
      await createCampaign(client, draft, files, setGathered)
      done.current = true
      drop()
      toast({ title: 'Campaign Created!', description: 'Your email campaign has been created successfully!' })
      await navigate('/campaigns')
    } catch (error) {
      toast({ ...creationProblem(error), variant: 'destructive' })
    }
    setLaunching(false)
    setGathered(0)
  }

  return { launch, launching, gathered, done }
}

/** Says that work was kept; gone once one goes on with it. */
function Resumed({ step, onStartOver }: { step: number; onStartOver: () => void }) {
  const [at] = useState(step)
  const [closed, setClosed] = useState(false)
  if (closed || step !== at) return null
  return (
    <Callout
      role="status"
      className="mb-6"
      action={
        <div className="flex gap-2">
          <Button size="sm" variant="quiet" onClick={onStartOver}>
            Start over
          </Button>
          <Button size="sm" onClick={() => setClosed(true)}>
            Go on
          </Button>
        </div>
      }
    >
      You are back at the campaign you began in this tab.
    </Callout>
  )
}
