import type { Em } from '../database.ts'

/**
 * Turns sent mails into delivered ones: there is evidence, or the bounce window closed (design decision 3). What is not `sent` stays as
 * it is. Rows and counters change in one statement, locked in the order of their ids. Returns the campaigns that changed.
 */
export async function markDelivered(
  em: Em,
  tenantId: string,
  mails: readonly { logId: string; at: Date }[],
): Promise<{ id: string }[]> {
  if (mails.length === 0) return []
  return em.execute<{ id: string }[]>(
    `with evidence as (
       select log_id, min(at) as at from jsonb_to_recordset(?::jsonb) as row (log_id uuid, at timestamptz) group by log_id),
     held as (
       select l.id, evidence.at from email_logs l join evidence on evidence.log_id = l.id
       where l.tenant_id = ? and l.status = 'sent' order by l.id for update of l),
     delivered as (
       update email_logs l set status = 'delivered', delivered_at = held.at from held
       where l.tenant_id = ? and l.id = held.id returning l.campaign_id),
     counted as (select campaign_id, count(*)::int as more from delivered group by campaign_id),
     touched as (
       select c.id, more from campaigns c join counted on counted.campaign_id = c.id
       where c.tenant_id = ? order by c.id for update of c)
     update campaigns set delivered_count = delivered_count + touched.more from touched
     where campaigns.tenant_id = ? and campaigns.id = touched.id returning campaigns.id`,
    [JSON.stringify(mails.map(({ logId, at }) => ({ log_id: logId, at }))), tenantId, tenantId, tenantId, tenantId],
  )
}
