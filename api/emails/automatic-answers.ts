import { v7 as newId } from 'uuid'
import type { Em } from '#api/platform/database/database.ts'
import { emailColumns, noteEmails } from '#api/webhooks/webhook-outbox.ts'

/** An automatic answer to an email, as found in an inbox. */
export interface AutomaticReturn {
  logId: string
  campaignId: string
  receivedAt: Date
}

/** The out-of-office note of a person; see `Returned`. */
export interface AwayReturn extends AutomaticReturn {
  until: Date
  dated: boolean
}

/** Detail stored with the event of an out-of-office note that named no day of return. */
const UNDATED = 'undated'

/**
 * Records until when recipients are away, by their out-of-office notes: no other outcome or counter of their emails
 * changes. A later day replaces an earlier one, and a day named in a note replaces an assumed one. Rows, counters and
 * events change in one statement. Returns the changed campaigns, with the number of changed emails.
 */
export async function recordAbsences(
  em: Em,
  tenantId: string,
  absences: readonly AwayReturn[],
): Promise<{ id: string; mails: number }[]> {
  if (absences.length === 0) return []
  const rows = absences.map(({ logId, receivedAt, until, dated }) => ({
    log_id: logId,
    event_id: newId(),
    at: receivedAt,
    until,
    dated,
    detail: dated ? until.toISOString().slice(0, 10) : UNDATED,
  }))
  return em.execute(
    `with found as (
       select * from jsonb_to_recordset(:rows::jsonb) as row (
         log_id uuid, event_id uuid, at timestamptz, until timestamptz, dated boolean, detail text)),
     held as (
       select * from (select l.id, l.away_until is null as is_first, found.* from email_logs l join found on found.log_id = l.id
       where l.tenant_id = :tenantId and l.away_until is distinct from found.until
         and (l.away_until is null or l.away_until <= found.at or found.dated and not l.away_dated
           or found.dated = l.away_dated and l.away_until < found.until)
       order by l.id for update of l) as locked),
     away as (
       update email_logs l set away_until = held.until, away_dated = held.dated
       from held where l.tenant_id = :tenantId and l.id = held.id
       returning l.id, held.event_id, held.at, held.detail, held.is_first, ${emailColumns('l')}),
     ${noteEmails({ from: 'away', event: `'email_away'` })},
     noted as (
       insert into email_events (tenant_id, id, campaign_id, log_id, kind, detail, occurred_at)
       select :tenantId, event_id, campaign_id, id, 'away', detail, at from away returning 1),
     counted as (
       select campaign_id, count(*)::int as mails, count(*) filter (where is_first)::int as more from away group by campaign_id),
     touched as (
       select * from (select c.id, counted.* from campaigns c join counted on counted.campaign_id = c.id
       where c.tenant_id = :tenantId order by c.id for update of c) as locked)
     update campaigns c set away_count = away_count + touched.more
     from touched where c.tenant_id = :tenantId and c.id = touched.id returning c.id, touched.mails`,
    { rows: JSON.stringify(rows), tenantId },
  )
}

/** Notes automatic answers, such as a help desk's, in the history of their emails. Nothing else changes. */
export async function noteAutomaticAnswers(
  em: Em,
  tenantId: string,
  answers: readonly AutomaticReturn[],
): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map(({ logId, campaignId, receivedAt }) => ({
    log_id: logId,
    campaign_id: campaignId,
    event_id: newId(),
    at: receivedAt,
  }))
  await em.execute(
    `insert into email_events (tenant_id, id, campaign_id, log_id, kind, occurred_at)
     select :tenantId, event_id, campaign_id, log_id, 'automatic', at
     from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, campaign_id uuid, event_id uuid, at timestamptz)
     where not exists (select from email_events e where e.tenant_id = :tenantId and e.log_id = row.log_id
       and e.kind = 'automatic' and e.occurred_at = row.at) returning 1`,
    { rows: JSON.stringify(rows), tenantId },
  )
}
