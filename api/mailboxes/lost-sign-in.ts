import type { Em } from '#api/platform/database/database.ts'
import { noteLostMailbox } from '#api/webhooks/webhook-outbox.ts'

/**
 * Marks a working mailbox whose sign-in its provider no longer accepts, and records when that was and how long the sign-in
 * had worked. Tells webhooks.
 * @param connectedAt the sign-in that was refused; any if absent
 * @returns false if the mailbox was marked already or has been connected again since
 */
export async function markSignInLost(
  em: Em,
  { tenantId, mailboxId }: { tenantId: string; mailboxId: string },
  { reason, now, connectedAt = null }: { reason: string; now: Date; connectedAt?: Date | null },
): Promise<boolean> {
  const marked = await em.execute<unknown[]>(
    `update mailboxes set status = 'error', status_reason = :reason, lost_at = :now,
       lost_after_seconds = greatest(0, extract(epoch from :now::timestamptz - connected_at))::int
     where tenant_id = :tenantId and id = :mailboxId and status <> 'error'
       and connected_at = coalesce(:connectedAt::timestamptz, connected_at) returning id`,
    { tenantId, mailboxId, reason: reason.slice(0, REASON_MAX), now, connectedAt },
  )
  if (marked.length === 0) return false
  await noteLostMailbox(em, tenantId, mailboxId)
  return true
}

/** characters of a provider's answer that are kept */
const REASON_MAX = 1_000
