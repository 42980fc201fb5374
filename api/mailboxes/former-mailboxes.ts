import { REPUTATION_DAYS } from '#domain/mailboxes/mailboxes.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'

/**
 * Remembers the ids of disconnected mailboxes: a mailbox gets its old id when it is connected again, so that its ledger
 * and its reputation continue. Kept for as long as its emails count.
 */

const RETENTION_MS = REPUTATION_DAYS * 86_400_000

/** Remembers a mailbox that is about to be removed. */
export async function rememberMailbox(em: Em, key: MailboxKey, now: Date): Promise<void> {
  const { tenantId, mailboxId } = key
  await em.execute(`delete from former_mailboxes where tenant_id = :tenantId and disconnected_at < :before`, {
    tenantId,
    before: new Date(now.getTime() - RETENTION_MS),
  })
  await em.execute(
    `insert into former_mailboxes (tenant_id, provider, subject, mailbox_id, disconnected_at)
     select tenant_id, provider, subject, id, :now from mailboxes
     where tenant_id = :tenantId and id = :mailboxId
     on conflict (tenant_id, provider, subject)
       do update set mailbox_id = excluded.mailbox_id, disconnected_at = excluded.disconnected_at`,
    { tenantId, mailboxId, now },
  )
}

/**
 * Finds the id that a mailbox had in this workspace before it was disconnected; null if it was never connected here.
 */
export async function takeFormerId(
  em: Em,
  mailbox: { tenantId: string; provider: Provider; subject: string },
): Promise<string | null> {
  const [former] = await em.execute<{ id: string }[]>(
    `delete from former_mailboxes where tenant_id = :tenantId and provider = :provider and subject = :subject
     returning mailbox_id as id`,
    { ...mailbox },
  )
  return former?.id ?? null
}
