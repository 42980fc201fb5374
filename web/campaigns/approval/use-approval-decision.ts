import { useMutation } from '@apollo/client/react'
import type { ApprovalDecision } from '#domain/campaigns/approvals.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { DECIDE_APPROVAL, REQUEST_APPROVAL, type RequestedApproval } from './operations.ts'

const DONE: Record<ApprovalDecision, { title: string; description: string }> = {
  approve: { title: 'Launch Approved', description: 'The campaign is launched as requested.' },
  decline: { title: 'Launch Declined', description: 'Nothing is sent. Your colleague gets your reason.' },
  withdraw: { title: 'Request Withdrawn', description: 'Nothing is sent. You can request approval again.' },
}
const FAILED: Record<ApprovalDecision, string> = {
  approve: 'The launch could not be approved',
  decline: 'The launch could not be declined',
  withdraw: 'The request could not be withdrawn',
}

/** Decides on a request, or makes the same one again; each says what happened, and answers whether it worked. */
export function useDecision(id: string, { request, ...asked }: RequestedApproval) {
  const [decideApproval] = useMutation(DECIDE_APPROVAL)
  const [requestApproval] = useMutation(REQUEST_APPROVAL)

  async function tell(work: Promise<unknown>, done: { title: string; description: string }, failed: string) {
    try {
      await work
      toast(done)
      return true
    } catch (error) {
      toast({ title: failed, description: errorMessage(error), variant: 'destructive' })
      return false
    }
  }

  return {
    decide: (decision: ApprovalDecision, reason: string | null = null) =>
      tell(
        decideApproval({ variables: { input: { id, request, decision, reason } } }),
        DONE[decision],
        FAILED[decision],
      ),
    requestAgain: () => {
      const { mailboxes, scheduledAt, localTimeZone, undoSeconds, exceedCeiling, note } = asked
      const mailboxIds = mailboxes.map((account) => account.id)
      const input = { id, mailboxIds, scheduledAt, localTimeZone, undoSeconds, exceedCeiling, note }
      return tell(requestApproval({ variables: { input } }), APPROVAL_REQUESTED, 'Approval could not be requested')
    },
  }
}

/** Says that a launch waits for approval. */
export const APPROVAL_REQUESTED = {
  title: 'Approval Requested',
  description: 'The campaign is launched when an admin approves it. Nothing is sent before the approval.',
}
