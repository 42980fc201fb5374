import { v7 as newId } from 'uuid'
import type { Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'
import type { Changed } from './record-bounces.ts'
import { decidedAtNow, decideOnOthers } from './follow-up-conditions.ts'

/**
 * Records replies. A reply proves that an email arrived, even an uncertain one; a bounced email stays failed and also
 * counts as replied. Only the first reply to an email counts. A reply also ends the follow-ups. Rows, counters and
 * events change in one statement.
 */
export async function recordReplies(
  em: Em,
  tenantId: string,
  replies: readonly { mail: { id: string; campaignId: string }; returned: { receivedAt: Date } }[],
  now: Date,
): Promise<Changed> {
  if (replies.length === 0) return []
  const rows = replies.map(({ mail, returned }) => ({ log_id: mail.id, event_id: newId(), at: returned.receivedAt }))
  return em.execute<Changed>(
    `with found as (
       select * from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, event_id uuid, at timestamptz)),
     held as (
       select * from (select l.id, found.*, l.status = 'sent' as arrives, l.status = 'failed' and l.bounced_at is null as settles
       from email_logs l join found on found.log_id = l.id
       where l.tenant_id = :tenantId and l.replied_at is null
         and (l.status in ('sent', 'delivered') or l.status = 'failed' and (l.failure_code = 'UNCERTAIN' or l.bounced_at is not null))
       order by l.id for update of l) as locked),
     replied as (
       update email_logs l set replied_at = held.at,
         status = case when arrives or settles then 'delivered' else l.status end,
         delivered_at = case when arrives or settles then held.at else l.delivered_at end,
         sent_at = case when settles then l.attempted_at else l.sent_at end,
         error = case when settles then null else l.error end,
         failed_at = case when settles then null else l.failed_at end, next_step_at = ${decidedAtNow('l')}
       from held where l.tenant_id = :tenantId and l.id = held.id
       returning l.id, held.event_id, held.at, arrives, settles, ${emailColumns('l')}),
     ${decideOnOthers('held')},
     ${noteEmails(
       { from: 'replied', event: `case when arrives or settles then 'email_delivered' end` },
       { from: 'replied', event: `'email_replied'` },
     )},
     noted as (
       insert into email_events (tenant_id, id, campaign_id, log_id, kind, occurred_at)
       select :tenantId, event_id, campaign_id, id, 'reply', at from replied returning 1),
     counted as (
       select campaign_id, count(*)::int as mails, count(*) filter (where arrives or settles)::int as delivered,
         count(*) filter (where settles)::int as settled
       from replied group by campaign_id),
     touched as (
       select * from (select c.id, counted.* from campaigns c join counted on counted.campaign_id = c.id
       where c.tenant_id = :tenantId order by c.id for update of c) as locked)
     update campaigns c set replied_count = replied_count + touched.mails, delivered_count = delivered_count + touched.delivered,
       sent_count = sent_count + touched.settled, failed_count = failed_count - touched.settled
     from touched where c.tenant_id = :tenantId and c.id = touched.id returning c.id, touched.mails`,
    { rows: JSON.stringify(rows), tenantId, now },
  )
}

/** Adds each complaint (reported as spam) once to the history of its email. */
export async function recordComplaints(
  em: Em,
  tenantId: string,
  complaints: readonly { mail: { id: string; campaignId: string }; returned: { receivedAt: Date } }[],
): Promise<Changed> {
  if (complaints.length === 0) return []
  const rows = complaints.map(({ mail, returned }) => ({
    log_id: mail.id,
    campaign_id: mail.campaignId,
    event_id: newId(),
    at: returned.receivedAt,
  }))
  return em.execute<Changed>(
    `with noted as (
       insert into email_events as n (tenant_id, id, campaign_id, log_id, kind, occurred_at)
       select :tenantId, event_id, campaign_id, log_id, 'complaint', at
       from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, campaign_id uuid, event_id uuid, at timestamptz)
       where not exists (
         select from email_events e where e.tenant_id = :tenantId and e.log_id = row.log_id and e.kind = 'complaint')
       returning n.campaign_id)
     select campaign_id as id, count(*)::int as mails from noted group by campaign_id`,
    { rows: JSON.stringify(rows), tenantId },
  )
}
