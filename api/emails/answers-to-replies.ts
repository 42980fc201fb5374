import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { AnsweredEmail, Attempt } from '#api/sending/store.ts'
import { withCopies } from './cc-bcc-copies.ts'

/** SQL: joins an answer (email `e` of the hidden campaign `k`) with the reply `r` that it answers. */
const ANSWERING = `email_logs e join campaigns k on k.tenant_id = :tenantId and k.id = e.campaign_id
     join replies r on r.tenant_id = :tenantId and r.id = k.answers_reply_id`

/**
 * Adds to claimed emails who gets a copy (CC, BCC) and which earlier emails they reply to: for a follow-up, the earlier
 * emails of the campaign; for an answer to a reply, the conversation with the person up to that reply. Costs two
 * statements for campaigns with neither.
 */
export async function withAnswers(em: Em, tenantId: string, claimed: readonly Attempt[]): Promise<Attempt[]> {
  const attempts = await withCopies(em, tenantId, claimed)
  if (attempts.length === 0) return []
  const rows = await em.execute<(AnsweredEmail & { answerId: string })[]>(
    `select * from (select e.id as "answerId", o.id as "logId", o.attempts, o.message_id as "messageId",
       o.internet_message_id as "internetMessageId", o.thread_id as "threadId",
       false as "isReply", f.step as place, o.sent_at as at
     from email_logs e join campaigns k on k.tenant_id = :tenantId and k.id = e.campaign_id and k.parent_id is not null
     join campaigns f on f.tenant_id = :tenantId and f.step < k.step and (f.id = k.parent_id or f.parent_id = k.parent_id)
     join email_logs o on o.tenant_id = :tenantId and o.campaign_id = f.id and o.contact_id = e.contact_id
     where e.tenant_id = :tenantId and e.id = any (:ids::uuid[]) and o.sent_at is not null
     union all
     select e.id, o.id, o.attempts, o.message_id, o.internet_message_id, o.thread_id, false, 1, o.sent_at
     from ${ANSWERING} join email_logs o on o.tenant_id = :tenantId and o.contact_id = e.contact_id
       and (o.sent_at < r.received_at or o.id = r.log_id)
     join campaigns f on f.tenant_id = :tenantId and f.id = o.campaign_id
       and k.answers_campaign_id in (f.id, f.parent_id, f.answers_campaign_id)
     where e.tenant_id = :tenantId and e.id = any (:ids::uuid[])
     union all
     select e.id, s.log_id, 0, case when s.internet_message_id is null then s.message_id end, s.internet_message_id, s.thread_id,
       true, case when s.id = r.id then 2 else 1 end, s.received_at
     from ${ANSWERING} join email_logs o on o.tenant_id = :tenantId and o.contact_id = e.contact_id
     join replies s on s.tenant_id = :tenantId and s.log_id = o.id and s.campaign_id = r.campaign_id
       and s.mailbox_id = r.mailbox_id and s.received_at <= r.received_at
     where e.tenant_id = :tenantId and e.id = any (:ids::uuid[])) as before
     order by place, at`,
    { tenantId, ids: uuidArray(attempts.map(({ logId }) => logId)) },
  )
  if (rows.length === 0) return attempts
  const answers = Map.groupBy(rows, ({ answerId }) => answerId)
  return attempts.map((attempt) => {
    const emails = answers.get(attempt.logId)
    return emails ? { ...attempt, answers: emails } : attempt
  })
}
