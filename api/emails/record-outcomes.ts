import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { MailboxKey, Outcome } from '#api/sending/store.ts'
import { emailColumns, FAILED, noteEmails } from '#api/webhooks/webhook-outbox.ts'

/** maximum stored length of an error text */
const ERROR_MAX = 4_000

/**
 * Records the outcomes of claimed emails and the campaigns' counters; skips emails claimed again since. Returns the
 * campaigns.
 */
export async function recordOutcomes(
  em: Em,
  { tenantId }: MailboxKey,
  outcomes: readonly Outcome[],
): Promise<{ id: string }[]> {
  const rows = outcomes.map(({ attempt, at, ...outcome }) => {
    const receipt = 'receipt' in outcome ? outcome.receipt : null
    return {
      id: attempt.logId,
      claimed: attempt.claimedAt,
      at,
      error: 'error' in outcome ? outcome.error.slice(0, ERROR_MAX) : null,
      history: attempt.history,
      message: receipt?.messageId ?? null,
      internet: receipt?.internetMessageId ?? null,
      thread: receipt?.threadId ?? null,
    }
  })
  return em.execute<{ id: string }[]>(
    `with settled as (
       update email_logs l set status = case when o.error is null then 'sent' else 'failed' end, error = o.error,
         sent_at = case when o.error is null then o.at end, failed_at = case when o.error is not null then o.at end,
         message_id = o.message, internet_message_id = o.internet, thread_id = o.thread, look_at = null,
         draft_history = o.history, next_step_at = case when o.error is null and own.last_step > own.step then o.at end
       from campaigns own, jsonb_to_recordset(:rows::jsonb) as o (id uuid, claimed timestamptz, at timestamptz, error text, message text,
         internet text, thread text, history jsonb)
       where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = o.id and l.status = 'sending'
         and own.tenant_id = :tenantId and own.id = l.campaign_id and l.attempted_at = o.claimed
       returning l.status, ${emailColumns('l')}),
     ${noteEmails({ from: 'settled', event: `case when status = 'sent' then 'email_sent' else ${FAILED} end` })},
     counted as (
       select campaign_id, count(*) filter (where status = 'sent')::int as sent,
         count(*) filter (where status = 'failed')::int as failed
       from settled group by campaign_id)
     update campaigns c set sent_count = sent_count + sent, failed_count = failed_count + failed from counted
     where c.tenant_id = :tenantId and c.id = counted.campaign_id returning c.id`,
    { rows: JSON.stringify(rows), tenantId, ids: uuidArray(rows.map(({ id }) => id)) },
  )
}
