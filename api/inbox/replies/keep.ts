import { v7 as newId } from 'uuid'
import type { App } from '#api/platform/app.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'

/** A reply as it was found in a mailbox. */
export interface FoundReply {
  messageId: string
  logId: string
  campaignId: string
  from: string
  receivedAt: Date
  /** True if the reply arrived in another mailbox than the one that sent the email */
  elsewhere: boolean
}

/** ms between the arrivals of one reply in two mailboxes at most */
const TOGETHER = 120_000

/** A reply that is kept. */
export interface KeptReply extends Omit<FoundReply, 'campaignId' | 'elsewhere'> {
  id: string
  mailboxId: string | null
}

/**
 * Returns which of the replies found in a mailbox are new, and which were kept from another mailbox and belong to this
 * one, which sent the email. One that is kept already is in neither.
 */
export function sortReplies(
  found: readonly FoundReply[],
  before: readonly KeptReply[],
  mailboxId: string,
): { added: FoundReply[]; moved: { id: string; messageId: string }[] } {
  const kept = before.map((each) => ({ ...each }))
  const added: FoundReply[] = []
  const moved: { id: string; messageId: string }[] = []
  for (const reply of found) {
    const same = kept.filter(({ logId }) => logId === reply.logId)
    if (same.some(({ messageId }) => messageId === reply.messageId)) continue
    const twin = same.find(
      (each) =>
        each.mailboxId !== mailboxId &&
        each.from === reply.from &&
        Math.abs(each.receivedAt.getTime() - reply.receivedAt.getTime()) <= TOGETHER,
    )
    if (!twin) {
      added.push(reply)
      kept.push({ ...reply, id: '', mailboxId })
    } else if (!reply.elsewhere) {
      moved.push({ id: twin.id, messageId: reply.messageId })
      Object.assign(twin, { mailboxId, messageId: reply.messageId })
    }
  }
  return { added, moved }
}

/**
 * Keeps that replies arrived, each once however often it is found, and tells those who watch. One that arrived in several
 * mailboxes is kept where the email was sent from.
 */
export async function keepReplies(
  app: Pick<App, 'events'>,
  em: Em,
  { tenantId, mailboxId }: MailboxKey,
  replies: readonly FoundReply[],
): Promise<void> {
  if (replies.length === 0) return
  const of = { tenantId, logIds: uuidArray(new Set(replies.map(({ logId }) => logId))) }
  // Two mailboxes with the same reply can be read at once.
  await em.execute(
    'select id from email_logs where tenant_id = :tenantId and id = any (:logIds::uuid[]) order by id for update',
    of,
  )
  const before = await em.execute<(Omit<KeptReply, 'receivedAt'> & { receivedAt: Date | string })[]>(
    `select id, log_id as "logId", mailbox_id as "mailboxId", message_id as "messageId", from_email as "from",
       received_at as "receivedAt"
     from replies where tenant_id = :tenantId and log_id = any (:logIds::uuid[]) order by received_at, id`,
    of,
  )
  const kept = before.map((each) => ({ ...each, receivedAt: new Date(each.receivedAt) }))
  const { added, moved } = sortReplies(replies, kept, mailboxId)
  if (moved.length > 0) {
    await em.execute(
      `update replies r set mailbox_id = :mailboxId, message_id = row."messageId"
       from jsonb_to_recordset(:rows::jsonb) as row (id uuid, "messageId" text)
       where r.tenant_id = :tenantId and r.id = row.id returning r.id`,
      { tenantId, mailboxId, rows: JSON.stringify(moved) },
    )
  }
  const rows = added.map(({ messageId, logId, campaignId, from, receivedAt }) => ({
    id: newId({ msecs: receivedAt.getTime() }),
    message_id: messageId,
    log_id: logId,
    campaign_id: campaignId,
    from_email: from,
    received_at: receivedAt,
  }))
  const inserted = await em.execute<{ id: string }[]>(
    `insert into replies as r (tenant_id, id, campaign_id, log_id, mailbox_id, message_id, from_email, received_at)
     select :tenantId, id, campaign_id, log_id, :mailboxId, message_id, from_email, received_at
     from jsonb_to_recordset(:rows::jsonb) as row (
       id uuid, message_id text, log_id uuid, campaign_id uuid, from_email text, received_at timestamptz)
     on conflict (tenant_id, log_id, message_id) do nothing returning r.id`,
    { tenantId, mailboxId, rows: JSON.stringify(rows) },
  )
  for (const { id } of [...moved, ...inserted]) await app.events.publish(em, { kind: 'reply', tenantId, id })
}
