import { v7 as newId } from 'uuid'
import { bounceText, type Bounce } from '#domain/inbox/bounce-report.ts'
import { decidedAtNow, decideOnOthers } from './follow-up-conditions.ts'
import { isUncertain } from './email-sql-conditions.ts'
import type { Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'

/** A report that an email bounced. */
interface Bounced {
  mail: { id: string; campaignId: string }
  returned: Pick<Bounce, 'kind' | 'code' | 'text'> & { receivedAt: Date }
}

/** Ids of changed campaigns, each with the number of changed emails. */
export type Changed = { id: string; mails: number }[]

/**
 * Marks bounced emails as failed, whether they counted as sent, delivered or uncertain; the next sweep ends their
 * follow-ups. Updates rows, counters and events in one statement, so every recipient is exactly one of sent, failed and
 * pending.
 */
export async function recordBounces(
  em: Em,
  tenantId: string,
  bounces: readonly Bounced[],
  now: Date,
): Promise<Changed> {
  if (bounces.length === 0) return []
  const rows = bounces.map(({ mail, returned }) => ({
    log_id: mail.id,
    event_id: newId(),
    at: returned.receivedAt,
    error: bounceText(returned),
    detail: [returned.kind, returned.code].filter(Boolean).join(' '),
  }))
  return em.execute<Changed>(
    `with found as (
       select * from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, event_id uuid, at timestamptz, error text, detail text)),
     held as (
       select * from (select l.id, l.status, found.* from email_logs l join found on found.log_id = l.id
       where l.tenant_id = :tenantId and (l.status in ('sent', 'delivered') or ${isUncertain('l')})
       order by l.id for update of l) as locked),
     bounced as (
       update email_logs l set status = 'failed', error = held.error, bounced_at = held.at, failed_at = :now, delivered_at = null,
         sent_at = coalesce(l.sent_at, l.attempted_at), next_step_at = ${decidedAtNow('l')}
       from held where l.tenant_id = :tenantId and l.id = held.id
       returning l.id, held.status as before, held.event_id, held.at, held.detail, ${emailColumns('l')}),
     ${decideOnOthers('held')},
     ${noteEmails({ from: 'bounced', event: `'email_bounced'` })},
     noted as (
       insert into email_events (tenant_id, id, campaign_id, log_id, kind, detail, occurred_at)
       select :tenantId, event_id, campaign_id, id, 'bounce', detail, at from bounced returning 1),
     counted as (
       select campaign_id, count(*)::int as mails, count(*) filter (where before in ('sent', 'delivered'))::int as sent,
         count(*) filter (where before = 'delivered')::int as delivered
       from bounced group by campaign_id),
     touched as (
       select * from (select c.id, counted.* from campaigns c join counted on counted.campaign_id = c.id
       where c.tenant_id = :tenantId order by c.id for update of c) as locked)
     update campaigns c set sent_count = sent_count - touched.sent, failed_count = failed_count + touched.sent,
       delivered_count = delivered_count - touched.delivered, bounced_count = bounced_count + touched.mails
     from touched where c.tenant_id = :tenantId and c.id = touched.id returning c.id, touched.mails`,
    { rows: JSON.stringify(rows), tenantId, now },
  )
}

/**
 * Adds an event to the history of emails for which a server reported a bounce that may not speak for the recipient,
 * once each. Nothing else changes, and nothing is counted.
 */
export async function noteUnproven(em: Em, tenantId: string, reports: readonly Bounced[]): Promise<void> {
  if (reports.length === 0) return
  const rows = reports.map(({ mail, returned }) => ({
    log_id: mail.id,
    campaign_id: mail.campaignId,
    event_id: newId(),
    at: returned.receivedAt,
    detail: bounceText(returned),
  }))
  await em.execute(
    `insert into email_events (tenant_id, id, campaign_id, log_id, kind, detail, occurred_at)
     select :tenantId, event_id, campaign_id, log_id, 'unproven', detail, at from jsonb_to_recordset(:rows::jsonb) as row (
       log_id uuid, campaign_id uuid, event_id uuid, at timestamptz, detail text)
     where not exists (select from email_events e where e.tenant_id = :tenantId and e.log_id = row.log_id and e.kind = 'unproven')
     returning 1`,
    { rows: JSON.stringify(rows), tenantId },
  )
}
