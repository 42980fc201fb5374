import { CONVERSATION_MAX } from '#domain/inbox/replies.ts'
import { wasHandedOver } from '#api/emails/email-sql-conditions.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { uuidArray } from '#api/platform/database/database.ts'

/** A message of a conversation: one of ours, or one of the recipient's. */
export interface ConversationEntry {
  at: Date
  /** id of our email; null for a reply */
  emailLogId: string | null
  /** id of the recipient's reply; null for an email of ours */
  replyId: string | null
  /** true if our email answers a reply, so it belongs to no campaign that people see */
  isAnswer: boolean
}

/**
 * The conversations that replies belong to: reply id → the emails and replies between the workspace and the recipient about
 * one campaign, its follow-ups and answers included, oldest first. Of very long ones the newest entries.
 */
export async function conversationsOf(call: Call, ids: readonly string[]): Promise<Map<string, ConversationEntry[]>> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<(Omit<ConversationEntry, 'at'> & { at: Date | string; of: string })[]>(
      `select asked.id as of, entries.*
       from replies asked
       join email_logs own on own.tenant_id = :tenantId and own.id = asked.log_id
       left join campaigns part on part.tenant_id = :tenantId and part.id = asked.campaign_id
       cross join lateral (
         with emails as (
           select l.id, l.sent_at, l.attempted_at, l.created_at, k.answers_reply_id is not null as is_answer, ${wasHandedOver('l')} as has_left
           from (select * from email_logs where tenant_id = :tenantId and contact_id = own.contact_id offset 0) l
           join lateral (select * from campaigns where tenant_id = :tenantId and id = l.campaign_id offset 0) k
             on coalesce(part.parent_id, asked.campaign_id) in (k.id, k.parent_id, k.answers_campaign_id)
           offset 0)
         select coalesce(sent_at, attempted_at, created_at) as at, id as "emailLogId", null::uuid as "replyId", is_answer as "isAnswer"
         from emails where has_left or is_answer
         union all
         select r.received_at, null, r.id, false from emails cross join lateral (
           select received_at, id from replies where tenant_id = :tenantId and log_id = emails.id offset 0) r
         order by at desc limit :most) as entries
       where asked.tenant_id = :tenantId and asked.id = any (:ids::uuid[])
       order by entries.at, entries."replyId" nulls first`,
      { tenantId, ids: uuidArray(ids), most: CONVERSATION_MAX },
    )
    const entries = rows.map(({ of, ...entry }) => ({ of, entry: { ...entry, at: new Date(entry.at) } }))
    const groups = Map.groupBy(entries, ({ of }) => of)
    return new Map([...groups].map(([of, each]) => [of, each.map(({ entry }) => entry)]))
  })
}
