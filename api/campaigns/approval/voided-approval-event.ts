import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import type { Campaign } from '../campaign.ts'
import { changedIn } from './approvals.ts'
import { CampaignApproval } from './campaign-approval.ts'
import { approvalEvent } from './approval-webhook-events.ts'

const EVENT = 'approval_voided'

/**
 * Call it before a change of a draft, and what it answers after the change, in the same transaction: webhooks are told if the
 * change makes a request for approval out of date that was not before. The comparison reads every recipient, so it is made
 * only where a request waits and a webhook wants the event.
 */
export async function watchApproval(
  { clock }: Pick<App, 'clock'>,
  em: Em,
  campaign: Campaign,
): Promise<() => Promise<void>> {
  const { tenantId, id, status } = campaign
  const waiting =
    status === 'draft' ? await em.findOne(CampaignApproval, { tenantId, campaignId: id, status: 'waiting' }) : null
  if (!waiting || !(await isWanted(em, tenantId))) return () => Promise.resolve()
  const isVoid = async () => (await changedIn(em, campaign, waiting, clock())).length > 0
  if (await isVoid()) return () => Promise.resolve()
  return async () => {
    if (await isVoid()) await noteEvents(em, tenantId, [approvalEvent(EVENT, waiting)])
  }
}

async function isWanted(em: Em, tenantId: string): Promise<boolean> {
  const wanting = await em.execute<object[]>(
    'select 1 as found from webhooks where tenant_id = :tenantId and enabled and :event = any (events) limit 1',
    { tenantId, event: EVENT },
  )
  return wanting.length > 0
}
