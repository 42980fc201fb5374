import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'
import { followsFrom } from './follow-up-conditions.ts'
import { isUncertain } from './email-sql-conditions.ts'

/**
 * Marks sent emails as delivered: there is evidence, or the bounce window has closed (product: sending.delivered).
 * Evidence also settles uncertain emails: they were sent. Failed and bounced emails stay. Rows and counters change in
 * one statement, locked in id order. Returns the campaigns that changed.
 */
export async function markDelivered(
  em: Em,
  tenantId: string,
  mails: readonly { logId: string; at: Date }[],
): Promise<{ id: string }[]> {
  if (mails.length === 0) return []
  const ids = uuidArray(mails.map(({ logId }) => logId))
  return em.execute<{ id: string }[]>(
    `with evidence as (
       select log_id, min(at) as at from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, at timestamptz) group by log_id),
     held as (
       select * from (select l.id, evidence.at, l.status = 'failed' as settles
       from email_logs l join evidence on evidence.log_id = l.id
       where l.tenant_id = :tenantId and l.id = any (:ids::uuid[])
         and (l.status = 'sent' or ${isUncertain('l')} and l.bounced_at is null)
       order by l.id for update of l) as locked),
     delivered as (
       update email_logs l set status = 'delivered', delivered_at = held.at, error = null, failed_at = null,
         sent_at = coalesce(l.sent_at, l.attempted_at),
         next_step_at = case when held.settles then ${followsFrom('own', 'l.attempted_at')} else l.next_step_at end
       from held, campaigns own where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = held.id
         and own.tenant_id = :tenantId and own.id = l.campaign_id returning held.settles, ${emailColumns('l')}),
     ${noteEmails({ from: 'delivered', event: `'email_delivered'` })},
     counted as (
       select campaign_id, count(*)::int as delivered, count(*) filter (where settles)::int as settled
       from delivered group by campaign_id),
     touched as (
       select * from (select c.id, counted.* from campaigns c join counted on counted.campaign_id = c.id
       where c.tenant_id = :tenantId order by c.id for update of c) as locked)
     update campaigns c set delivered_count = delivered_count + touched.delivered, sent_count = sent_count + touched.settled,
       failed_count = failed_count - touched.settled
     from touched where c.tenant_id = :tenantId and c.id = touched.id returning c.id`,
    { rows: JSON.stringify(mails.map(({ logId, at }) => ({ log_id: logId, at }))), tenantId, ids },
  )
}
