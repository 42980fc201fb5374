import type { Em } from '#api/platform/database/database.ts'
import { noteCampaigns } from '#api/webhooks/webhook-outbox.ts'

/**
 * Locks the campaigns of these emails, and the parent campaign where an email belongs to a follow-up. Cancelling and
 * sending lock
 * in the same order, so that none of them deadlocks.
 *
 * @param emails ids of email logs, as a PostgreSQL array literal
 */
export async function lockCampaignsOf(em: Em, tenantId: string, emails: string): Promise<void> {
  await em.execute(
    `select from campaigns k where k.tenant_id = :tenantId and k.id in (
       select unnest(array[c.id, c.parent_id]) from email_logs l join campaigns c on c.tenant_id = :tenantId and c.id = l.campaign_id
       where l.tenant_id = :tenantId and l.id = any (:emails::uuid[])) order by k.id for update`,
    { tenantId, emails },
  )
}

/**
 * SQL: common table expressions that subtract emails from their campaigns' counts because they turned out not to be
 * sent, and set finished campaigns to sending again. The campaigns are locked, see {@link lockCampaignsOf}. Needs
 * `:tenantId`.
 *
 * @param from relation of the emails: `campaign_id`, and their status `before`
 */
export const reopenCampaigns = (from: string) => `counted as (
       select campaign_id, count(*) filter (where before in ('sent', 'delivered'))::int as sent,
         count(*) filter (where before = 'delivered')::int as delivered, count(*) filter (where before = 'failed')::int as failed
       from ${from} group by campaign_id),
     touched as (
       select k.id, k.status as was, coalesce(n.sent, 0) as sent, coalesce(n.delivered, 0) as delivered, coalesce(n.failed, 0) as failed
       from campaigns k left join counted n on n.campaign_id = k.id where k.tenant_id = :tenantId and k.id in (
         select unnest(array[c.id, c.parent_id]) from campaigns c join counted on counted.campaign_id = c.id where c.tenant_id = :tenantId)),
     opened as (
       update campaigns c set sent_count = sent_count - touched.sent, delivered_count = delivered_count - touched.delivered,
         failed_count = failed_count - touched.failed, sent_at = null, following_since = null,
         status = case when touched.was in ('sent', 'failed') then 'sending' else c.status end
       from touched where c.tenant_id = :tenantId and c.id = touched.id
       returning c.tenant_id, c.id, c.parent_id, c.status, c.paused_because, touched.was),
     woken as (
       update campaign_mailboxes m set wakes_at = null from opened
       where m.tenant_id = :tenantId and m.campaign_id = opened.id returning 1),
     started as (select * from opened where parent_id is null and was in ('sent', 'failed')),
     ${noteCampaigns('started', 'campaign_started')}`
