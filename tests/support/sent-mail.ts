import { v7 as newId } from 'uuid'
import type { MailboxKey } from '#api/sending/store.ts'
import type { TestPerson, World } from './world.ts'

/** An email of a campaign. Times are in minutes before now. */
export interface SentMail {
  email: string
  status?: 'pending' | 'sending' | 'sent' | 'delivered' | 'failed'
  ago?: number
  error?: string
  draftId?: string
  threadId?: string
  internetMessageId?: string
  unsubscribed?: boolean
}

/**
 * Inserts a campaign with these emails as the engine would leave it; returns the ids of the campaign and, in order, its
 * emails.
 */
export async function campaignWith(
  world: World,
  person: TestPerson,
  mailbox: MailboxKey,
  mails: readonly SentMail[],
  now = new Date(),
): Promise<{ campaignId: string; logs: string[] }> {
  const { tenantId, userId } = person
  const campaignId = newId()
  const of = (status: string) => mails.filter((mail) => (mail.status ?? 'sent') === status).length
  const rows = mails.map(({ email, status = 'sent', ago = 60, error, draftId, unsubscribed, ...ids }) => {
    const at = new Date(now.getTime() - ago * 60_000)
    const left = status === 'sent' || status === 'delivered'
    return {
      id: newId(),
      contact: newId(),
      email,
      status,
      attempted: status === 'pending' ? null : at,
      sent: left ? at : null,
      delivered: status === 'delivered' ? at : null,
      failed: status === 'failed' ? at : null,
      error: status === 'failed' ? (error ?? '550 refused') : null,
      draft: draftId ?? null,
      thread: ids.threadId ?? null,
      internet: ids.internetMessageId ?? null,
      unsubscribed: unsubscribed ? at : null,
    }
  })
  await world.app.database.inTenant(tenantId, async (em) => {
    await em.execute(
      `insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status, total_contacts,
         sent_count, delivered_count, failed_count)
       values (?, ?, ?, 'News', 's', 'c', 'both', 'sending', ?, ?, ?, ?)`,
      [
        ...[tenantId, campaignId, userId, mails.length],
        ...[of('sent') + of('delivered'), of('delivered'), of('failed')],
      ],
    )
    await em.execute(
      `insert into campaign_mailboxes (tenant_id, campaign_id, mailbox_id, position) values (?, ?, ?, 0)`,
      [tenantId, campaignId, mailbox.mailboxId],
    )
    await em.execute(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, mailbox_id,
         attempted_at, sent_at, delivered_at, failed_at, error, protocol, draft_id, thread_id, internet_message_id, unsubscribed_at)
       select ?, id, ?, contact, 'Somebody', email, '{}', status, ?, attempted, sent, delivered, failed, error, 'draft', draft, thread, internet, unsubscribed
       from jsonb_to_recordset(?::jsonb) as row (id uuid, contact uuid, email text, status text, attempted timestamptz, sent timestamptz,
         delivered timestamptz, failed timestamptz, error text, draft text, thread text, internet text, unsubscribed timestamptz) returning 1`,
      [tenantId, campaignId, mailbox.mailboxId, JSON.stringify(rows)],
    )
  })
  return { campaignId, logs: rows.map(({ id }) => id) }
}

/** Rows of a workspace, straight from the database. */
export async function rowsOf<Row = Record<string, unknown>>(
  world: World,
  { tenantId }: TestPerson,
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return world.app.database.inTenant(tenantId, (em) => em.execute<Row[]>(query, [...values]))
}
