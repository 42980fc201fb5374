import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { AnsweredEmail, Attempt } from '#api/sending/store.ts'
import { withCopies } from './copies.ts'

/** Says who gets a copy of each email, and which emails a follow-up answers. Campaigns without either cost two statements. */
export async function withAnswers(em: Em, tenantId: string, claimed: readonly Attempt[]): Promise<Attempt[]> {
  const attempts = await withCopies(em, tenantId, claimed)
  if (attempts.length === 0) return []
  const rows = await em.execute<(AnsweredEmail & { answerId: string })[]>(
    `select e.id as "answerId", o.id as "logId", o.attempts, o.message_id as "messageId",
       o.internet_message_id as "internetMessageId", o.thread_id as "threadId"
     from email_logs e join campaigns k on k.tenant_id = :tenantId and k.id = e.campaign_id and k.parent_id is not null
     join campaigns f on f.tenant_id = :tenantId and f.step < k.step and (f.id = k.parent_id or f.parent_id = k.parent_id)
     join email_logs o on o.tenant_id = :tenantId and o.campaign_id = f.id and o.contact_id = e.contact_id
     where e.tenant_id = :tenantId and e.id = any (:ids::uuid[]) and o.sent_at is not null
     order by f.step`,
    { tenantId, ids: uuidArray(attempts.map(({ logId }) => logId)) },
  )
  if (rows.length === 0) return attempts
  const answers = Map.groupBy(rows, ({ answerId }) => answerId)
  return attempts.map((attempt) => {
    const emails = answers.get(attempt.logId)
    return emails ? { ...attempt, answers: emails } : attempt
  })
}
