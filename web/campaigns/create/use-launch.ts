import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '#web/errors.ts'
import { usePerSecond } from '#web/ui/every-second.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forecastFrom, scheduledAt, scheduleProblem } from '../launch/launch-choice.ts'
import { CAMPAIGN_PROBLEMS } from '../launch/operations.ts'
import { chosenMailboxes, useMailboxes } from '../launch/use-mailboxes.ts'
import { useSendCampaign } from '../use-campaign-actions.ts'
import { abTestProblem } from './ab-test-fields.tsx'
import { creationProblem } from './creation-problem.ts'
import type { useDraft } from './use-draft.ts'

const CREATED = { title: 'Campaign Created!', description: 'Your email campaign has been created successfully!' }
const NO_MAILBOX = 'Choose the mailbox to send from'
const CHANGED = { title: 'Campaign Saved', description: 'Your changes are kept. Send it when you are ready.' }

/** Reasons not to launch immediately. */
export interface LaunchIssues {
  /** Parts that somebody changed since this tab loaded them: what would be sent is not what was reviewed. */
  changed: readonly string[]
  /** Problems, as sentences. */
  errors: readonly string[]
}

const NO_DOUBTS: LaunchIssues = { changed: [], errors: [] }

/**
 * Creates or updates the campaign, sends or schedules it if chosen, reports the result and opens the list. It asks
 * first when there are problems or changes by others: `doubts` lists them, `launch({ allTheSame: true })` sends anyway,
 * and `reload` loads the server's version.
 */
export function useLaunch(
  work: Pick<ReturnType<typeof useDraft>, 'draft' | 'save' | 'remoteChanges' | 'reload' | 'drop'>,
) {
  const navigate = useNavigate()
  const send = useSendCampaign()
  const { mailboxes } = useMailboxes()
  const client = useApolloClient()
  const [launching, setLaunching] = useState(false)
  /** Problems awaiting confirmation. */
  const [doubts, setDoubts] = useState(NO_DOUBTS)
  /** The campaign is launched: further changes in the wizard lose nothing. */
  const done = useRef(false)

  const { abTest, subject, launch: choice } = work.draft
  const from = chosenMailboxes(choice.mailAccountIds, mailboxes ?? []).map(({ id }) => id)
  const untimely = usePerSecond((now) => scheduleProblem(choice, now) ?? '')
  const missing = untimely || abTestProblem(abTest, subject) || (from.length === 0 ? NO_MAILBOX : null)
  /** What is missing, as a sentence; null when it can be launched. A draft may be incomplete. */
  const problem = choice.when === 'later' ? null : missing

  /** The errors among the pre-launch checks; empty when the checks fail to load, because the server checks again. */
  async function errorsIn(id: string): Promise<readonly string[]> {
    const variables = { id, mailAccountIds: from, scheduledAt: forecastFrom(choice) }
    const answer = await client
      .query({ query: CAMPAIGN_PROBLEMS, variables, fetchPolicy: 'network-only' })
      .catch(() => null)
    const found = answer?.data?.campaignProblems ?? []
    return found.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  }

  /** Checked immediately before sending. */
  async function doubtsAbout(id: string): Promise<LaunchIssues> {
    const [changed, errors] = await Promise.all([work.remoteChanges().catch(() => []), errorsIn(id)])
    return { changed, errors }
  }

  async function reload() {
    setDoubts(NO_DOUBTS)
    try {
      await work.reload()
    } catch (error) {
      toast({ title: 'The draft could not be loaded', description: errorMessage(error), variant: 'destructive' })
    }
  }

  async function launch({ allTheSame = false } = {}) {
    if (problem) return
    setDoubts(NO_DOUBTS)
    setLaunching(true)
    try {
      const id = await work.save()
      const sends = choice.when !== 'later'
      const found = id !== null && sends && !allTheSame ? await doubtsAbout(id) : NO_DOUBTS
      setDoubts(found)
      if (id !== null && !hasIssues(found) && (!sends || (await send(id, from, scheduledAt(choice))))) {
        done.current = true
        work.drop()
        if (!sends) toast(work.draft.isNew ? CREATED : CHANGED)
        await navigate('/campaigns')
      }
    } catch (error) {
      toast({ ...creationProblem(error), variant: 'destructive' })
    }
    setLaunching(false)
  }

  return { launch, launching, problem, from, done, doubts, reload, giveUp: () => setDoubts(NO_DOUBTS) }
}

/** Whether confirmation is needed. */
export function hasIssues({ changed, errors }: LaunchIssues): boolean {
  return changed.length > 0 || errors.length > 0
}
