import { NOT_SENT } from '#domain/emails/uncertain-emails.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'
import { isUncertain } from './email-sql-conditions.ts'
import { followsFrom } from './follow-up-conditions.ts'

/**
 * Marks uncertain emails as sent, because the mailbox has a sent copy. Rows and counters change in one statement;
 * returns the campaigns that changed.
 */
export async function settleAsSent(
  em: Em,
  tenantId: string,
  logs: readonly { id: string }[],
): Promise<{ id: string }[]> {
  return em.execute<{ id: string }[]>(
    `with settled as (
       update email_logs l set status = 'sent', sent_at = attempted_at, error = null, failed_at = null,
         message_id = coalesce(message_id, draft_id), next_step_at = ${followsFrom('own', 'attempted_at')}
       from campaigns own
       where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and ${isUncertain('l')}
         and own.tenant_id = :tenantId and own.id = l.campaign_id returning ${emailColumns('l')}),
     ${noteEmails({ from: 'settled', event: `'email_sent'` })},
     counted as (select campaign_id, count(*)::int as emails from settled group by campaign_id)
     update campaigns c set sent_count = sent_count + emails, failed_count = failed_count - emails from counted
     where c.tenant_id = :tenantId and c.id = counted.campaign_id returning c.id`,
    { tenantId, ids: uuidArray(logs.map(({ id }) => id)) },
  )
}

/**
 * Marks uncertain emails as failed, because their provider draft is still in the mailbox: resending creates no
 * duplicate.
 */
export async function settleAsNotSent(em: Em, tenantId: string, logs: readonly { id: string }[]): Promise<void> {
  await em.execute(
    `with settled as (
       update email_logs l set error = :NOT_SENT
       where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and ${isUncertain('l')} returning ${emailColumns('l')}),
     ${noteEmails({ from: 'settled', event: `'email_failed'` })} select`,
    { NOT_SENT, tenantId, ids: uuidArray(logs.map(({ id }) => id)) },
  )
}
