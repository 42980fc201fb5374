import { useApolloClient, useMutation } from '@apollo/client/react'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { dayAndTime } from '#web/ui/format-time.ts'
import { toast } from '#web/ui/toast-store.ts'
import { addToList, dropFromList } from './campaign-lists.ts'
import {
  CANCEL_CAMPAIGN,
  DELETE_CAMPAIGN,
  DUPLICATE_CAMPAIGN,
  PAUSE_CAMPAIGN,
  RESUME_CAMPAIGN,
  SEND_CAMPAIGN,
  SEND_TO_FAILED,
} from './campaign-mutations.ts'
import { useApprovalNeeded } from './approval/approval-note.tsx'
import { REQUEST_APPROVAL } from './approval/operations.ts'
import { APPROVAL_REQUESTED } from './approval/use-approval-decision.ts'
import { UNDO_TIME } from './launch/operations.ts'
import { useUndoTime } from './launch/undo-time.tsx'
import { expectChange } from './live/campaign-notices.ts'

interface Said {
  title: string
  description: string
}

/** Actions on a campaign with their toasts, and the one in progress. */
export function useCampaignActions(campaign: { id: string; name: string }) {
  const { id, name } = campaign
  const variables = { id }
  const [pauseCampaign, pausing] = useMutation(PAUSE_CAMPAIGN, { variables })
  const [resumeCampaign, resuming] = useMutation(RESUME_CAMPAIGN)
  const [cancelCampaign] = useMutation(CANCEL_CAMPAIGN, { variables })
  const [repeat] = useMutation(SEND_TO_FAILED)
  const [deleteCampaign] = useMutation(DELETE_CAMPAIGN, { variables })
  const [duplicateCampaign, duplicating] = useMutation(DUPLICATE_CAMPAIGN, {
    variables,
    update: (cache, { data }) => {
      const copy = data?.duplicateCampaign?.campaign
      if (copy) addToList(cache, [copy])
    },
  })

  return {
    pausing: pausing.loading,
    resuming: resuming.loading,
    duplicating: duplicating.loading,
    pause: () =>
      tellOwn(id, pauseCampaign, 'Pause Failed', () => ({
        title: 'Campaign Paused',
        description: 'Emails already being sent will still arrive. No more emails are sent until you resume.',
      })),
    /** Resumes the campaign from its own mailboxes, or from the given ones. */
    resume: (mailboxIds?: readonly string[]) =>
      tell(
        resumeCampaign({ variables: { id, ...(mailboxIds && { mailboxIds: [...mailboxIds] }) } }),
        'Resume Failed',
        () => ({
          title: 'Campaign Resumed',
          description: 'Your email campaign has resumed.',
        }),
      ),
    cancel: () =>
      tellOwn(id, cancelCampaign, 'Cancel Failed', ({ data }) => ({
        title: 'Campaign Cancelled',
        description:
          data?.cancelCampaign?.campaign?.status === 'draft'
            ? `“${name}” is a draft again.`
            : `No more emails from “${name}” will be sent.`,
      })),
    /** Retries all emails that can be retried, or only the given ones. */
    sendToFailed: (emailLogIds?: readonly string[]) =>
      tell(repeat({ variables: { id, emailLogIds: emailLogIds ? [...emailLogIds] : null } }), 'Send Failed', () => ({
        title: 'Campaign Resumed',
        description: emailLogIds?.length === 1 ? 'The email is being sent again.' : 'The emails are being sent again.',
      })),
    duplicate: () =>
      tell(duplicateCampaign(), 'Failed to duplicate campaign', ({ data }) => ({
        title: 'Campaign Duplicated',
        description: `“${data?.duplicateCampaign?.campaign?.name ?? name}” was created as a draft.`,
      })),
    remove: () =>
      tell(deleteCampaign({ update: (cache) => dropFromList(cache, [id]) }), 'Delete Failed', () => ({
        title: 'Campaign Deleted',
        description: `“${name}” was deleted.`,
      })),
  }
}

/** Says that a campaign is being sent. */
export const STARTED = { title: 'Campaign Started', description: 'Your email campaign is now being sent.' }

/** Start time of a draft, with the options of its launch. */
export interface LaunchTime {
  /** start time, ISO 8601; null = now */
  scheduledAt: string | null
  /** IANA zone of that time if each recipient gets the email at that time in their own zone; else null */
  localTimeZone: string | null
  /** seconds in which an immediate start can be undone; default: the workspace's setting */
  undoSeconds?: number | undefined
  /** true to also send to recipients who would get too many emails in a week */
  exceedCeiling?: boolean
  /** note to the admins who approve the launch, where a second person must */
  note?: string | undefined
}

/**
 * Starts a draft, now or at a time, from mailboxes in rotation; returns whether it started. The server holds
 * an immediate start back (product: campaigns.undo); the undo bar speaks of it meanwhile. Where a second person must approve
 * it (product: campaigns.approval), the launch is requested instead.
 */
export function useSendCampaign() {
  const client = useApolloClient()
  const [sendCampaign] = useMutation(SEND_CAMPAIGN)
  const [requestApproval] = useMutation(REQUEST_APPROVAL)
  const needsApproval = useApprovalNeeded()
  const usualUndoTime = useUndoTime()
  return (id: string, mailboxIds: readonly string[], launch: LaunchTime) => {
    const { scheduledAt, localTimeZone, exceedCeiling = false } = launch
    const undoSeconds = scheduledAt ? 0 : (launch.undoSeconds ?? usualUndoTime)
    const input = { id, mailboxIds: [...mailboxIds], scheduledAt, localTimeZone, undoSeconds }
    const whole = { ...input, ...(exceedCeiling && { exceedCeiling }) }
    if (needsApproval) {
      const note = launch.note?.trim() || null
      return tell(
        requestApproval({ variables: { input: { ...whole, note } } }),
        'Request Failed',
        () => APPROVAL_REQUESTED,
      )
    }
    const asked = sendCampaign({ variables: { input: whole } }).catch((error: unknown) => {
      // The workspace demands it since this page was opened: the next attempt requests it.
      if (errorCode(error) === 'APPROVAL_NEEDED') void client.refetchQueries({ include: [UNDO_TIME] })
      throw error
    })
    return tell(asked, 'Send Failed', ({ data }) => {
      const campaign = data?.sendCampaign?.campaign
      if (campaign?.undoSecondsLeft != null) return null
      const starts = campaign?.scheduledAt ?? scheduledAt
      return starts ? { title: 'Campaign Scheduled', description: `Sending starts on ${dayAndTime(starts)}.` } : STARTED
    })
  }
}

/** Runs a status change and marks it as made in this tab, so that the campaign watch does not announce it as well. */
async function tellOwn<Result>(
  id: string,
  work: () => Promise<Result>,
  failed: string,
  done: (result: Result) => Said,
): Promise<void> {
  const takeBack = expectChange(id)
  await tell(
    work().catch((error: unknown) => {
      takeBack()
      throw error
    }),
    failed,
    done,
  )
}

async function tell<Result>(
  work: Promise<Result>,
  failed: string,
  done: (result: Result) => Said | null,
): Promise<boolean> {
  try {
    const said = done(await work)
    if (said) toast(said)
    return true
  } catch (error) {
    toast({ title: failed, description: errorMessage(error), variant: 'destructive' })
    return false
  }
}
