import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { DraftUnavailable, openDraft, type OpenedDraft } from './store/open-draft.ts'
import { useDraftRepeat } from './notices/repeats-notice.tsx'
import { loadStep } from './steps/lazy-steps.ts'
import { stepIn } from './steps/use-step-url.ts'
import { Wizard } from './wizard.tsx'
import { WizardFrame } from './wizard-frame.tsx'

/** /campaigns/create: a campaign in four steps (product: campaigns.steps); ?draft= opens an existing draft. */
export function CreateCampaignPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('draft')
  const { opened, error, again, claim } = useOpened(asked, stepIn(params))
  /** A draft whose place in the wizard a new one took. */
  const [left, setLeft] = useState<OpenedDraft | null>(null)
  const repeats = useDraftRepeat(opened?.draft.campaignId ?? null) !== null
  const title = opened && opened !== left && (repeats || !opened.draft.isNew) ? 'Edit Campaign' : 'Create Campaign'
  if (opened) {
    return (
      <Wizard
        key={opened.draft.id}
        title={title}
        opened={opened}
        onSaved={(id) => {
          claim(id)
          if (id !== null) return
          setLeft(opened)
          setParams({}, { replace: true })
        }}
      />
    )
  }
  return (
    <WizardFrame title={title}>
      {error === null ? (
        <Loading label="Loading draft...">
          <Skeleton className="h-9" />
          <Skeleton className="mt-6 h-72 rounded-md" />
        </Loading>
      ) : (
        <Failed error={error} onRetry={again} />
      )}
    </WizardFrame>
  )
}

/**
 * Opens the draft that the URL names, unless the wizard itself just put the draft's id (`claimed`) there, or the
 * browser's history (with a `step`) leads to an entry from before the draft had an id.
 */
function useOpened(asked: string | null, step: number | null) {
  const client = useApolloClient()
  const userId = useUser().id
  const own = useRef<string>(null)
  const claim = useCallback((id: string | null) => {
    own.current = id
  }, [])
  const [state, setState] = useState<{ opened: OpenedDraft | null; error: unknown }>(NOT_YET)
  /** Number of the latest attempt to open a draft; responses to earlier attempts are ignored. */
  const attempt = useRef(0)
  const open = useCallback(async () => {
    attempt.current += 1
    const mine = attempt.current
    if (step !== null) void loadStep(step)
    const answer = await openDraft(client, userId, asked).then(
      (opened) => ({ opened, error: null }),
      (error: unknown) => ({ opened: null, error }),
    )
    if (answer.opened) await loadStep(step ?? answer.opened.draft.step)
    if (mine !== attempt.current) return
    own.current = answer.opened?.draft.campaignId ?? null
    setState(answer)
    // The step that is asked for when it opens; a move between steps opens nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, userId, asked])
  const again = useCallback(() => {
    setState(NOT_YET)
    void open()
  }, [open])
  useEffect(() => {
    const isOpen = attempt.current > 0 && (asked === null ? step !== null : asked === own.current)
    if (!isOpen) again()
    // A move between steps of the open draft opens nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, again])
  return { ...state, again, claim }
}

const NOT_YET = { opened: null, error: null }

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = error instanceof DraftUnavailable
  return (
    <Card>
      <ErrorState
        title={gone ? 'This campaign cannot be edited' : 'The draft could not be loaded'}
        line={errorMessage(error)}
        onRetry={gone ? undefined : onRetry}
        action={
          <Button asChild>
            <Link to="/campaigns">Back to Campaigns</Link>
          </Button>
        }
      />
    </Card>
  )
}
