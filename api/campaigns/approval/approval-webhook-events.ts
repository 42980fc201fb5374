import type { ApprovalDecision } from '#domain/campaigns/approvals.ts'
import type { NewEvent } from '#api/webhooks/webhook-outbox.ts'
import type { CampaignApproval } from './campaign-approval.ts'

type ApprovalEvent = Extract<NewEvent['event'], `approval_${string}`>

/** Webhook event for each decision on a request for approval. */
export const EVENT_OF: Record<ApprovalDecision, ApprovalEvent> = {
  approve: 'approval_given',
  decline: 'approval_declined',
  withdraw: 'approval_voided',
}

/** Makes the webhook event about a request for approval. */
export const approvalEvent = (
  event: ApprovalEvent,
  { campaignId, request }: Pick<CampaignApproval, 'campaignId' | 'request'>,
): NewEvent => ({ event, data: { campaignId, request } })
