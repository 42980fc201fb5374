import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { TASK_PROGRESS } from '#web/contacts/tasks/operations.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { REHEARSAL, REHEARSE_CAMPAIGN } from './operations.ts'

/** Options of the launch that is rehearsed. */
export interface RehearsedLaunch {
  mailboxIds: readonly string[]
  /** start time, ISO 8601; null = now */
  scheduledAt: string | null
  /** IANA zone of that time if each recipient gets the email at that time in their own zone; else null */
  localTimeZone: string | null
}

/** Result of {@link useRehearsal}. */
export type LiveRehearsal = ReturnType<typeof useRehearsal>

/**
 * Returns the newest rehearsal of a draft, live while it runs: it continues when the page is left, and is found again.
 * It is not loaded while
 * `waiting`: a draft that is being saved would be compared with its last version.
 */
export function useRehearsal(campaignId: string, launch: RehearsedLaunch, waiting: boolean) {
  const { scheduledAt, localTimeZone } = launch
  const mailboxIds = [...launch.mailboxIds]
  const { data, previousData, error, refetch } = useQuery(REHEARSAL, {
    variables: { id: campaignId, mailboxIds, scheduledAt, localTimeZone },
    fetchPolicy: 'network-only',
    skip: waiting,
  })
  const [rehearse, { loading: starting }] = useMutation(REHEARSE_CAMPAIGN)
  const campaign = (data ?? previousData)?.campaign
  const rehearsal = campaign?.rehearsal ?? null
  const task = rehearsal?.task?.status === 'running' ? rehearsal.task : null
  const look = () => void refetch().catch(() => undefined)
  useSubscription(TASK_PROGRESS, {
    variables: { id: task?.id ?? '' },
    skip: task === null,
    onData: ({ data: { data: progress } }) => progress && progress.taskProgress.status !== 'running' && look(),
    // The socket may have missed the end.
    onComplete: look,
  })

  async function start() {
    try {
      await rehearse({ variables: { input: { id: campaignId, mailboxIds, scheduledAt, localTimeZone } } })
      await refetch()
    } catch (problem) {
      toast({ title: 'The rehearsal could not start', description: errorMessage(problem), variant: 'destructive' })
    }
  }

  return { rehearsal, loaded: campaign != null, task, error, starting, start, look }
}
