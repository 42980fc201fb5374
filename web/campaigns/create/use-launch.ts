import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEverySecond } from '#web/ui/every-second.ts'
import { toast } from '#web/ui/toast-store.ts'
import { scheduledAt, scheduleProblem } from '../launch/launch-choice.ts'
import { chosenMailboxes, useMailboxes } from '../launch/use-mailboxes.ts'
import { useSendCampaign } from '../use-campaign-actions.ts'
import { abTestProblem } from './ab-test-fields.tsx'
import { creationProblem } from './creation-problem.ts'
import type { useDraft } from './use-draft.ts'

const CREATED = { title: 'Campaign Created!', description: 'Your email campaign has been created successfully!' }
const NO_MAILBOX = 'Choose the mailbox it is to come from'
const CHANGED = { title: 'Campaign Saved', description: 'Your changes are kept. Send it when you are ready.' }

/**
 * Creates the campaign, or changes the one that was chosen, sends or schedules it if that was asked for, says how it went and goes to the
 * list (spec §8).
 */
export function useLaunch(work: Pick<ReturnType<typeof useDraft>, 'draft' | 'save' | 'drop'>) {
  const navigate = useNavigate()
  const send = useSendCampaign()
  const { mailboxes } = useMailboxes()
  const [launching, setLaunching] = useState(false)
  /** It has become a campaign: what happens in the wizard from now on loses nothing. */
  const done = useRef(false)

  const { abTest, subject, launch: choice } = work.draft
  const from = chosenMailboxes(choice.mailAccountIds, mailboxes ?? []).map(({ id }) => id)
  const untimely = useEverySecond((now) => scheduleProblem(choice, now) ?? '')
  const missing = untimely || abTestProblem(abTest, subject) || (from.length === 0 ? NO_MAILBOX : null)
  /** What must be done first, as a sentence; null when it can go. A draft may be unfinished. */
  const problem = choice.when === 'later' ? null : missing

  async function launch() {
    if (problem) return
    setLaunching(true)
    try {
      const id = await work.save()
      const sends = choice.when !== 'later'
      if (id !== null && (!sends || (await send(id, from, scheduledAt(choice))))) {
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

  return { launch, launching, problem, from, done }
}
