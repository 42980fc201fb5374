import type { Em } from '#api/platform/database/database.ts'
import type { SentIds } from '#api/sending/provider.ts'

/** Stores the ids that a provider gave to an email when it was sent; an id that is null leaves the stored one. */
export async function noteSentIds(em: Em, tenantId: string, logId: string, ids: SentIds): Promise<void> {
  await em.execute(
    `update email_logs set internet_message_id = coalesce(:internetMessageId, internet_message_id),
       thread_id = coalesce(:threadId, thread_id)
     where tenant_id = :tenantId and id = :logId`,
    { tenantId, logId, ...ids },
  )
}
