import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { toast } from '#web/ui/toast-store.ts'
import {
  forecastFrom,
  launchTime,
  rehearsedTime,
  scheduleProblem,
  SEND_LATER,
  type LaunchChoice,
} from '../../launch/launch-choice.ts'
import { CAMPAIGN_PROBLEMS, LAUNCH_FORECAST } from '../../launch/operations.ts'
import { chosenMailboxes, useMailboxes } from '../../launch/use-mailboxes.ts'
import { useApprovalNeeded } from '../../approval/approval-note.tsx'
import { DRAFT_SHEET } from '../operations.ts'
import { REHEARSAL } from '../../rehearsal/operations.ts'
import { partsText } from '../../rehearsal/changed-parts-text.ts'
import { useSendCampaign } from '../../use-campaign-actions.ts'
import { abTestProblem } from '../store/campaign-draft.ts'
import { creationProblem } from '../../creation-problem.ts'
import type { OpenDraftStore } from '../store/draft-store.ts'

const CREATED = { title: 'Campaign Created!', description: 'Your email campaign has been created successfully!' }
const NO_MAILBOX = 'Choose the mailbox to send from'
const NEXT_RUN = { title: 'Campaign Saved', description: 'Your changes go into the next run.' }
const CHANGED = { title: 'Campaign Saved', description: 'Your changes are kept. Send it when you are ready.' }

/** Forecast of a launch, shown in the dialog before it. */
export interface LaunchQuestion {
  recipients: number
  /** recipients on the suppression list, who are left out */
  suppressed: number
  /** recipients who want fewer emails, who are left out */
  declined: number
  /** recipients who already got as many emails this week as the workspace allows, who are left out */
  overCeiling: number
  /** names of the sending mailboxes */
  from: readonly string[]
  /** ISO 8601; null = now */
  startsAt: string | null
  /** expected time of the last email, ISO 8601 */
  finishesAt: string
  /** true if each recipient gets the email at their local time */
  isLocal: boolean
  /** number of recipients who wait for the winner of the A/B test, and the time of the decision (ISO 8601) */
  awaitWinner: number
  decidesAt: string | null
  /** number of follow-ups per recipient, and the latest time at which one can be sent (ISO 8601) */
  followUps: number
  lastFollowUpAt: string | null
}

/** Forecast of a launch with the problems found, shown before it. */
export interface LaunchIssues {
  /** forecast to confirm; null: nothing needs to be confirmed */
  question: LaunchQuestion | null
  /**
   * Parts of the draft that somebody else changed since this tab loaded it: the campaign would differ from the one
   * reviewed.
   */
  changed: readonly string[]
  /** Problems that prevent the launch, as sentences. */
  errors: readonly string[]
  /** Warnings that do not prevent the launch, as sentences. */
  warnings: readonly string[]
}

const NO_ISSUES: LaunchIssues = { question: null, changed: [], errors: [], warnings: [] }

/**
 * Creates or updates the campaign, sends or schedules it if chosen, reports the result and opens the list of campaigns,
 * or the sheet that the campaign is about. It asks once before sending: `issues` holds the forecast, the problems and
 * changes by others, `launch({ confirmed: true })` sends, and `reload` loads the server's version. `repeats`: the
 * campaign is sent by its repeat rule, so it is only saved.
 */
export function useLaunch(
  store: Pick<OpenDraftStore, 'draft' | 'save' | 'remoteChanges' | 'loadOtherVersion' | 'discard'>,
  repeats: boolean,
) {
  const navigate = useNavigate()
  const send = useSendCampaign()
  const asks = useApprovalNeeded()
  const { mailboxes } = useMailboxes()
  const client = useApolloClient()
  const [launching, setLaunching] = useState(false)
  /** Problems that wait for the user's confirmation. */
  const [issues, setIssues] = useState(NO_ISSUES)
  /** True once the campaign is launched: leaving the wizard then loses nothing. */
  const done = useRef(false)

  const { abTest, subject } = store.draft
  const choice = repeats ? SEND_LATER : store.draft.launch
  const chosen = chosenMailboxes(choice.mailboxIds, mailboxes ?? [])
  const from = chosen.map(({ id }) => id)
  const untimely = usePerSecond((now) => scheduleProblem(choice, now) ?? '')
  const missing =
    untimely ||
    abTestProblem(abTest, subject, choice.when === 'scheduled' && choice.isLocal) ||
    (from.length === 0 ? NO_MAILBOX : null)
  /**
   * Missing parts of the draft, as a sentence; null when it can be launched. A draft that is only saved may be
   * incomplete.
   */
  const problem = choice.when === 'later' ? null : missing

  /** Loads the forecast and the problems of a launch immediately before it. */
  async function issuesOf(id: string): Promise<LaunchIssues> {
    const about = { id, from, choice }
    const names = chosen.map(({ email }) => email)
    const [changed, { errors, warnings }, outdated, question] = await Promise.all([
      store.remoteChanges().catch(() => []),
      problemsOf(client, about),
      rehearsalWarning(client, about),
      questionAbout(client, about, names),
    ])
    return { question, changed, errors, warnings: outdated === null ? warnings : [outdated, ...warnings] }
  }

  async function reload() {
    setIssues(NO_ISSUES)
    try {
      await store.loadOtherVersion()
    } catch (error) {
      toast({ title: 'The draft could not be loaded', description: errorMessage(error), variant: 'destructive' })
    }
  }

  async function launch({ confirmed = false, exceedCeiling = false } = {}) {
    if (problem) return
    setIssues(NO_ISSUES)
    setLaunching(true)
    try {
      const id = await store.save()
      const sends = choice.when !== 'later'
      const found = id !== null && sends && !confirmed ? await issuesOf(id) : NO_ISSUES
      setIssues(found)
      const time = { ...launchTime(choice), undoSeconds: choice.undoSeconds, exceedCeiling, note: choice.note }
      if (id !== null && found.question === null && (!sends || (await send(id, from, time)))) {
        done.current = true
        // A launch that is undone comes back with what only this tab has: the choices of the launch and the audience.
        if (choice.when !== 'now') store.discard()
        if (!sends) toast(repeats ? NEXT_RUN : store.draft.isNew ? CREATED : CHANGED)
        // Its sheet was asked for above the review.
        const about = client.readQuery({ query: DRAFT_SHEET, variables: { id } })?.campaign?.sheet
        const results = sends && about ? `/compose?draft=${id}` : '/campaigns'
        await navigate(sends && asks ? `/campaigns/${id}/approval` : results)
      }
    } catch (error) {
      toast({ ...creationProblem(error), variant: 'destructive' })
    }
    setLaunching(false)
  }

  return { launch, launching, problem, from, done, issues, reload, giveUp: () => setIssues(NO_ISSUES) }
}

/** A launch that is about to be confirmed. */
interface Launch {
  id: string
  /** ids of the sending mailboxes */
  from: readonly string[]
  choice: LaunchChoice
}

/**
 * Returns the problems and warnings found by the server's checks; none when they fail to load, because the server
 * checks again at the launch.
 */
async function problemsOf(
  client: ApolloClient,
  { id, from, choice }: Launch,
): Promise<Pick<LaunchIssues, 'errors' | 'warnings'>> {
  const variables = { id, mailboxIds: [...from], scheduledAt: forecastFrom(choice) }
  const answer = await client
    .query({ query: CAMPAIGN_PROBLEMS, variables, fetchPolicy: 'network-only' })
    .catch(() => null)
  // The cost of a tracking pixel was shown beside its switch: it is a price, not a reason to doubt.
  const problems = (answer?.data?.campaignProblems ?? []).filter(({ code }) => code !== 'PIXEL_COST')
  const found = Map.groupBy(problems, ({ severity }) => severity)
  const sentences = (severity: 'error' | 'warning') => (found.get(severity) ?? []).map(({ message }) => message)
  return { errors: sentences('error'), warnings: sentences('warning') }
}

/** Returns a warning that the rehearsal's report is out of date; null if it is not, if there is no report, or if its age is unknown. */
async function rehearsalWarning(client: ApolloClient, { id, from, choice }: Launch): Promise<string | null> {
  const variables = { id, mailboxIds: [...from], ...rehearsedTime(choice) }
  const answer = await client.query({ query: REHEARSAL, variables, fetchPolicy: 'network-only' }).catch(() => null)
  const rehearsal = answer?.data?.campaign?.rehearsal
  if (!rehearsal?.report || rehearsal.changed.length === 0) return null
  return `The rehearsal is out of date: ${partsText(rehearsal.changed)} changed.`
}

/** Returns the forecast of a launch for the dialog; `names`: names of the sending mailboxes. */
async function questionAbout(
  client: ApolloClient,
  { id, from, choice }: Launch,
  names: readonly string[],
): Promise<LaunchQuestion> {
  const variables = { id, mailboxIds: [...from], ...launchTime(choice) }
  const { data } = await client.query({ query: LAUNCH_FORECAST, variables, fetchPolicy: 'network-only' })
  if (!data) throw new Error('The launch could not be prepared. Try again.')
  const { waves, ...forecast } = data.launchForecast
  const isLocal = waves.length > 0
  return { ...forecast, from: names, isLocal, startsAt: isLocal ? forecast.startsAt : launchTime(choice).scheduledAt }
}
