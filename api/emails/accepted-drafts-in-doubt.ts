import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { withEvent, type DraftEvent } from '#api/sending/provider-draft-rules.ts'
import type { MarkedEmail } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { lockCampaignsOf, reopenCampaigns } from './reopen-campaigns.ts'

const STAYED = 'the provider accepted the email, but its draft stayed in the mailbox'

/**
 * Marks accepted emails of a mailbox as `sending` again if their provider draft is still there, because the provider
 * may not have sent them; the engine then finds out. Opened, clicked or answered emails are left alone, because they
 * were certainly sent. Emails, counters and campaigns change together.
 *
 * @param until emails accepted later are left alone
 * @returns the emails that changed
 */
export async function bringBackIntoDoubt(
  em: Em,
  { tenantId, mailboxId }: MailboxKey,
  drafts: readonly MarkedEmail[],
  { now, until }: { now: Date; until: Date },
): Promise<{ id: string; campaignId: string }[]> {
  const asked = uuidArray(new Set(drafts.map(({ logId }) => logId)))
  const draftIds = JSON.stringify(drafts.map(({ id }) => id))
  await lockCampaignsOf(em, tenantId, asked)
  const found = await em.execute<{ id: string; campaignId: string; sentAt: Date; history: DraftEvent[] }[]>(
    `select l.id, l.campaign_id as "campaignId", l.sent_at as "sentAt", l.draft_history as history
     from email_logs l join campaigns own on own.tenant_id = :tenantId and own.id = l.campaign_id
     where l.tenant_id = :tenantId and l.id = any (:asked::uuid[]) and l.mailbox_id = :mailboxId
       and l.status = 'sent' and l.sent_at <= :until and l.opened_at is null and l.clicked_at is null and l.replied_at is null
       and l.draft_id in (select jsonb_array_elements_text(:draftIds::jsonb))
       and (own.last_step <= own.step or l.next_step_at is not null)
     order by l.id for update of l`,
    { tenantId, mailboxId, asked, draftIds, until },
  )
  if (found.length === 0) return []
  const rows = found.map(({ id, sentAt, history }) => ({
    id,
    history: withEvent(history, { at: new Date(sentAt).getTime(), call: 'uncertain', error: STAYED }),
  }))
  await em.execute(
    `with again as (
       update email_logs l set status = 'sending', look_at = :now, sent_at = null, next_step_at = null, draft_history = row.history,
         message_id = null, internet_message_id = null, thread_id = null
       from jsonb_to_recordset(:rows::jsonb) as row (id uuid, history jsonb)
       where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.id = row.id
       returning l.campaign_id, 'sent' as before),
     ${reopenCampaigns('again')}
     select 1`,
    { tenantId, now, rows: JSON.stringify(rows), ids: uuidArray(new Set(rows.map(({ id }) => id))) },
  )
  return found
}
