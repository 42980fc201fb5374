import { CONVERSATION_MAX } from '#domain/inbox/replies.ts'
import { WITH_FOLLOW_UPS } from '#api/campaigns/follow-ups/family.ts'
import { Campaign } from '#api/campaigns/campaign.ts'
import { wasHandedOver } from '#api/emails/conditions.ts'
import { viewerWith, type Call } from '#api/platform/call.ts'
import type { Reply } from './reply.ts'

/** A message of a conversation: one of ours, or one of the recipient's. */
export interface ConversationEntry {
  at: Date
  /** our email; null for a reply */
  emailLogId: string | null
  /** the recipient's reply; null for an email of ours */
  replyId: string | null
  /** true: our email answers a reply, and belongs to no campaign that people see */
  isAnswer: boolean
}

/**
 * The emails and replies between the workspace and a recipient about one campaign, its follow-ups and answers included,
 * oldest first. Of very long ones the newest entries.
 */
export async function conversationOfReply(
  call: Call,
  { campaignId, logId }: Pick<Reply, 'campaignId' | 'logId'>,
): Promise<ConversationEntry[]> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(tenantId, async (em) => {
    const own = await em.findOne(Campaign, { tenantId, id: campaignId }, WITH_FOLLOW_UPS)
    const rows = await em.execute<(Omit<ConversationEntry, 'at'> & { at: Date | string })[]>(
      `with contact as (select contact_id as id from email_logs where tenant_id = :tenantId and id = :logId),
       emails as (
         select l.id, l.sent_at, l.attempted_at, l.created_at, k.answers_reply_id is not null as is_answer, ${wasHandedOver('l')} as has_left
         from contact join email_logs l on l.tenant_id = :tenantId and l.contact_id = contact.id
         join campaigns k on k.tenant_id = :tenantId and k.id = l.campaign_id
           and :wholeId::uuid in (k.id, k.parent_id, k.answers_campaign_id)),
       entries as (
         select coalesce(sent_at, attempted_at, created_at) as at, id as "emailLogId", null::uuid as "replyId", is_answer as "isAnswer"
         from emails where has_left or is_answer
         union all
         select r.received_at, null, r.id, false from emails join replies r on r.tenant_id = :tenantId and r.log_id = emails.id
         order by at desc limit :most)
       select * from entries order by at, "replyId" nulls first`,
      { tenantId, logId, wholeId: own?.parentId ?? campaignId, most: CONVERSATION_MAX },
    )
    return rows.map((row) => ({ ...row, at: new Date(row.at) }))
  })
}
