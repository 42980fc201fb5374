import { v7 as newId } from 'uuid'
import { bounceText, type Bounce } from '#domain/inbox/bounce-report.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { isUncertain } from './email-sql-conditions.ts'
import { keepSentRecords } from './ledgers/sent-email-ledger.ts'
import { lockCampaignsOf, reopenCampaigns } from './reopen-campaigns.ts'

/** Maximum number of times that an email returned by its own provider is sent again before it counts as refused. */
const MOST_RETURNS = 3

/** A notice of the mailbox's own provider that it did not send an email. */
interface Unsent {
  mail: { id: string }
  returned: Pick<Bounce, 'kind' | 'code' | 'text'> & { receivedAt: Date }
}

/**
 * Makes emails pending again that their own provider returned unsent, unless their campaign was cancelled or they came
 * back too often. Emails, counters and campaigns change together. The ids of the returned message are deleted, so that
 * a late report about it is not matched to the next attempt. The attempt still counts against rate limits, because the
 * provider may have counted it.
 */
export async function makeUnsentPending(
  em: Em,
  tenantId: string,
  unsent: readonly Unsent[],
  { now, leaveUntil }: { now: Date; leaveUntil: Date },
): Promise<{ id: string; campaignId: string }[]> {
  const rows = unsent.map(({ mail, returned }) => ({
    log_id: mail.id,
    event_id: newId(),
    at: returned.receivedAt,
    detail: bounceText(returned),
    told: returned.text,
  }))
  const isTaken = (l: string) => `(${l}.status in ('sent', 'delivered') or ${isUncertain(l)})`
  const asked = { tenantId, asked: uuidArray(new Set(unsent.map(({ mail }) => mail.id))) }
  await lockCampaignsOf(em, tenantId, asked.asked)
  const chosen = await em.execute<{ id: string; campaignId: string }[]>(
    `select l.id, l.campaign_id as "campaignId" from email_logs l
       join campaigns c on c.tenant_id = :tenantId and c.id = l.campaign_id
       join campaigns w on w.tenant_id = :tenantId and w.id = coalesce(c.parent_id, c.id)
     where l.tenant_id = :tenantId and l.id = any (:asked::uuid[]) and ${isTaken('l')}
       and w.cancelled_at is null and c.cancelled_at is null and c.status <> 'draft'
       and (select count(*) from email_events e where e.tenant_id = :tenantId and e.log_id = l.id and e.kind = 'unsent') < :MOST_RETURNS
     order by l.id for update of l`,
    { ...asked, MOST_RETURNS },
  )
  const ids = uuidArray(new Set(chosen.map(({ id }) => id)))
  for (const id of new Set(chosen.map(({ campaignId }) => campaignId))) {
    const which = { sql: (l: string) => `${l}.id = any (:ids::uuid[])`, values: { ids } }
    await keepSentRecords(em, { tenantId, id }, which, now)
  }
  await em.execute(
    `with found as (
       select * from jsonb_to_recordset(:rows::jsonb) as row (log_id uuid, event_id uuid, at timestamptz, detail text, told text)
       where log_id = any (:ids::uuid[])),
     held as (
       select l.id, l.status as before, found.* from email_logs l join found on found.log_id = l.id where l.tenant_id = :tenantId),
     again as (
       update email_logs l set status = 'pending', retry_at = null, look_at = null, attempted_at = null, sent_at = null,
         delivered_at = null, failed_at = null, error = held.told, draft_id = null, draft_history = '[]', next_step_at = null,
         message_id = null, internet_message_id = null, thread_id = null,
         leave_until = case when l.leave_until is not null then greatest(l.leave_until, :leaveUntil::timestamptz) end
       from held where l.tenant_id = :tenantId and l.id = held.id
       returning l.id, l.campaign_id, held.before, held.event_id, held.at, held.detail),
     noted as (
       insert into email_events (tenant_id, id, campaign_id, log_id, kind, detail, occurred_at)
       select :tenantId, event_id, campaign_id, id, 'unsent', detail, at from again returning 1),
     ${reopenCampaigns('again')}
     select 1`,
    { tenantId, ids, rows: JSON.stringify(rows), leaveUntil },
  )
  return chosen
}
