import { v7 as newId } from 'uuid'
import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import type { MailboxKey } from '../sending/store.ts'

/** A reply as it was found in a mailbox. */
export interface FoundReply {
  messageId: string
  logId: string
  campaignId: string
  from: string
  receivedAt: Date
}

/** Keeps that replies arrived, each once however often it is found, and tells those who watch. */
export async function keepReplies(
  app: Pick<App, 'events'>,
  em: Em,
  { tenantId, mailAccountId }: MailboxKey,
  replies: readonly FoundReply[],
): Promise<void> {
  if (replies.length === 0) return
  const rows = replies.map(({ messageId, logId, campaignId, from, receivedAt }) => ({
    id: newId({ msecs: receivedAt.getTime() }),
    message_id: messageId,
    log_id: logId,
    campaign_id: campaignId,
    from_email: from,
    received_at: receivedAt,
  }))
  const kept = await em.execute<{ id: string }[]>(
    `insert into replies as r (tenant_id, id, campaign_id, log_id, mail_account_id, message_id, from_email, received_at)
     select :tenantId, id, campaign_id, log_id, :mailAccountId, message_id, from_email, received_at
     from jsonb_to_recordset(:rows::jsonb) as row (
       id uuid, message_id text, log_id uuid, campaign_id uuid, from_email text, received_at timestamptz)
     on conflict (tenant_id, log_id, message_id) do nothing returning r.id`,
    { tenantId, mailAccountId, rows: JSON.stringify(rows) },
  )
  for (const { id } of kept) await app.events.publish(em, { kind: 'reply', tenantId, id })
}
