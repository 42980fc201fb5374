import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { awaitsReconnect } from './email-sql-conditions.ts'

/**
 * SQL condition: the email failed for good and left a provider draft behind. Excludes emails that may have been sent,
 * and those that are retried after a reconnect.
 */
export const leftDraft = (l: string) =>
  `${l}.status = 'failed' and ${l}.draft_id is not null and ${l}.sent_at is null and ${l}.failure_code <> 'UNCERTAIN' and not ${awaitsReconnect(l)}`

/** Removes the ids of provider drafts from failed emails, so that nothing can send such a draft while it is deleted. */
export async function takeLeftDrafts(
  em: Em,
  { tenantId, mailboxId }: MailboxKey,
  { failedAt, most }: { failedAt: Date; most: number },
): Promise<{ id: string; draftId: string }[]> {
  return em.execute(
    `with held as (
       select * from (select l.id, l.draft_id from email_logs l
       where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and ${leftDraft('l')} and l.failed_at <= :failedAt
       order by l.id limit :most for update skip locked) as locked)
     update email_logs l set draft_id = null from held where l.tenant_id = :tenantId and l.id = held.id
     returning l.id, held.draft_id as "draftId"`,
    { tenantId, mailboxId, failedAt, most },
  )
}

/** Stores the id of a provider draft with its email again, because the mailbox did not confirm that it was deleted. */
export async function returnLeftDraft(
  em: Em,
  tenantId: string,
  { id, draftId }: { id: string; draftId: string },
): Promise<void> {
  await em.execute(
    `update email_logs set draft_id = :draftId where tenant_id = :tenantId and id = :id and status = 'failed' and draft_id is null`,
    { draftId, tenantId, id },
  )
}
