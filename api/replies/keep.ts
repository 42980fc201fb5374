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
  /** it arrived in another mailbox than the one that sent the email */
  elsewhere: boolean
}

/** ms between the arrivals of one reply in two mailboxes at most */
const TOGETHER = 120_000

/**
 * Keeps that replies arrived, each once however often it is found, and tells those who watch. One that arrived in several
 * mailboxes is kept where the email was sent from.
 */
export async function keepReplies(
  app: Pick<App, 'events'>,
  em: Em,
  { tenantId, mailAccountId }: MailboxKey,
  replies: readonly FoundReply[],
): Promise<void> {
  if (replies.length === 0) return
  const rows = replies.map(({ messageId, logId, campaignId, from, receivedAt, elsewhere }) => ({
    id: newId({ msecs: receivedAt.getTime() }),
    message_id: messageId,
    log_id: logId,
    campaign_id: campaignId,
    from_email: from,
    received_at: receivedAt,
    elsewhere,
    since: new Date(receivedAt.getTime() - TOGETHER),
    until: new Date(receivedAt.getTime() + TOGETHER),
  }))
  const found = `jsonb_to_recordset(:rows::jsonb) as row (
    id uuid, message_id text, log_id uuid, campaign_id uuid, from_email text, received_at timestamptz, elsewhere boolean,
    since timestamptz, until timestamptz)`
  const sameOf = (
    o: string,
  ) => `${o}.tenant_id = :tenantId and ${o}.log_id = row.log_id and ${o}.from_email = row.from_email
    and ${o}.mail_account_id <> :mailAccountId
    and ${o}.received_at between row.since and row.until`
  const values = { tenantId, mailAccountId, rows: JSON.stringify(rows) }
  await em.execute(
    `update replies r set mail_account_id = :mailAccountId, message_id = row.message_id
     from ${found} where r.tenant_id = :tenantId and not row.elsewhere and ${sameOf('r')} returning 1`,
    values,
  )
  const kept = await em.execute<{ id: string }[]>(
    `insert into replies as r (tenant_id, id, campaign_id, log_id, mail_account_id, message_id, from_email, received_at)
     select :tenantId, id, campaign_id, log_id, :mailAccountId, message_id, from_email, received_at
     from ${found} where not exists (select from replies o where ${sameOf('o')})
     on conflict (tenant_id, log_id, message_id) do nothing returning r.id`,
    values,
  )
  for (const { id } of kept) await app.events.publish(em, { kind: 'reply', tenantId, id })
}
