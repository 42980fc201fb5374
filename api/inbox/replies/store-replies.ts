import { v7 as newId } from 'uuid'
import type { App } from '#api/platform/app-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'

/** A reply as it was found in a mailbox. */
export interface FoundReply {
  messageId: string
  logId: string
  campaignId: string
  from: string
  /** address at which its writer wants the answer; null: the sender's */
  replyTo?: string | null
  receivedAt: Date
  /** Message-ID header of the reply; null if the provider does not show it */
  internetMessageId?: string | null
  /** the provider's id of the conversation */
  threadId?: string | null
  /** True if the reply arrived in another mailbox than the one that sent the email */
  elsewhere: boolean
}

/** characters that a line of an email can have */
const MESSAGE_ID_MAX = 998

/** Maximum ms between the arrivals of one reply in two mailboxes. */
const SAME_REPLY_MAX_MS = 120_000

/** A stored reply. */
export interface KeptReply extends Omit<FoundReply, 'campaignId' | 'elsewhere'> {
  id: string
  mailboxId: string | null
}

/** A stored reply that belongs to another mailbox, with its ids there. */
type MovedReply = { id: string } & Pick<FoundReply, 'messageId' | 'threadId'>

/**
 * Sorts the replies found in a mailbox: those that are new, and those that were stored for another mailbox but belong
 * to this one, because it sent the email. Replies that are stored for this mailbox already are left out.
 */
export function sortReplies(
  found: readonly FoundReply[],
  before: readonly KeptReply[],
  mailboxId: string,
): { added: FoundReply[]; moved: MovedReply[] } {
  const kept = before.map((each) => ({ ...each }))
  const added: FoundReply[] = []
  const moved: MovedReply[] = []
  for (const reply of found) {
    const same = kept.filter(({ logId }) => logId === reply.logId)
    if (same.some(({ messageId }) => messageId === reply.messageId)) continue
    const twin = same.find(
      (each) =>
        each.mailboxId !== mailboxId &&
        each.from === reply.from &&
        Math.abs(each.receivedAt.getTime() - reply.receivedAt.getTime()) <= SAME_REPLY_MAX_MS,
    )
    if (!twin) {
      added.push(reply)
      kept.push({ ...reply, id: '', mailboxId })
    } else if (!reply.elsewhere) {
      moved.push({ id: twin.id, messageId: reply.messageId, threadId: reply.threadId ?? null })
      Object.assign(twin, { mailboxId, messageId: reply.messageId })
    }
  }
  return { added, moved }
}

/**
 * Stores that replies arrived, each once however often it is found, and tells subscribers. A reply that arrived in
 * several mailboxes is stored for the one that sent the email.
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
      `update replies r set mailbox_id = :mailboxId, message_id = row."messageId", thread_id = row."threadId"
       from jsonb_to_recordset(:rows::jsonb) as row (id uuid, "messageId" text, "threadId" text)
       where r.tenant_id = :tenantId and r.id = row.id returning r.id`,
      { tenantId, mailboxId, rows: JSON.stringify(moved) },
    )
  }
  const rows = added.map(
    ({ messageId, logId, campaignId, from, replyTo, receivedAt, internetMessageId, threadId }) => ({
      id: newId({ msecs: receivedAt.getTime() }),
      message_id: messageId,
      log_id: logId,
      campaign_id: campaignId,
      from_email: from,
      reply_to: replyTo ?? null,
      received_at: receivedAt,
      internet_message_id: internetMessageId?.slice(0, MESSAGE_ID_MAX) ?? null,
      thread_id: threadId ?? null,
    }),
  )
  const inserted = await em.execute<{ id: string }[]>(
    `insert into replies as r (tenant_id, id, campaign_id, log_id, mailbox_id, message_id, from_email, reply_to, received_at,
       internet_message_id, thread_id)
     select :tenantId, row.id, coalesce(k.answers_campaign_id, row.campaign_id), log_id, :mailboxId, message_id, from_email,
       row.reply_to, received_at, internet_message_id, thread_id
     from jsonb_to_recordset(:rows::jsonb) as row (
       id uuid, message_id text, log_id uuid, campaign_id uuid, from_email text, reply_to text, received_at timestamptz,
       internet_message_id text, thread_id text)
     left join campaigns k on k.tenant_id = :tenantId and k.id = row.campaign_id
     on conflict (tenant_id, log_id, message_id) do nothing returning r.id`,
    { tenantId, mailboxId, rows: JSON.stringify(rows) },
  )
  const followed = await finishAnswered(
    em,
    tenantId,
    inserted.map(({ id }) => id),
  )
  for (const { id } of [...moved, ...inserted, ...followed])
    await app.events.publish(em, { kind: 'reply', tenantId, id })
}

/** Marks replies that were answered as done once the same person writes again in this mailbox: the newest one is open. */
function finishAnswered(em: Em, tenantId: string, ids: readonly string[]): Promise<{ id: string }[]> {
  return em.execute<{ id: string }[]>(
    `update replies r set done_at = newer.received_at from replies newer
       join email_logs l on l.tenant_id = :tenantId and l.id = newer.log_id
       join email_logs o on o.tenant_id = :tenantId and o.contact_id = l.contact_id
     where newer.tenant_id = :tenantId and newer.id = any (:ids::uuid[]) and r.tenant_id = :tenantId and r.log_id = o.id
       and r.answered_at is not null and r.done_at is null and r.mailbox_id = newer.mailbox_id and r.id <> newer.id
     returning r.id`,
    { tenantId, ids: uuidArray(ids) },
  )
}
