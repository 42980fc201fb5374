import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { emailColumns, FAILED, noteEmails } from '#api/webhooks/webhook-outbox.ts'
import { followsFrom } from './follow-up-conditions.ts'

/** Settles emails after the database was restored from a backup. */

/** Mark on emails that were in flight when the backup was made, until their mailbox was searched. */
const IN_DOUBT =
  'UNCERTAIN: the database was restored from a backup made while this email was being sent, so it may have been sent.'
/** Note on a provider draft whose sending was in progress when the backup was made: it may have been sent. */
const MAY_HAVE_LEFT = 'sending was in progress when the backup was made'

/** Marks the emails of a workspace as being in doubt that were in flight when the backup was made. */
export async function putInDoubt(em: Em, tenantId: string): Promise<void> {
  // A draft with a known id is looked up when its campaign resumes. All others are uncertain until the mailbox is
  // searched.
  await em.execute(
    `with way as materialized (
         select id, kept, case when kept then 'pending' else 'failed' end as status,
           case when not kept then :IN_DOUBT end as error, case when not kept then now() end as failed_at,
           case when kept then jsonb_build_array(jsonb_build_object('at', (extract(epoch from now()) * 1000)::bigint,
             'call', 'uncertain', 'error', :MAY_HAVE_LEFT::text)) else '[]' end as note
         from (
           select e.id, e.draft_id is not null and c.cancelled_at is null and c.status in ('sending', 'paused') as kept
           from email_logs e join campaigns c on c.tenant_id = :tenantId and c.id = e.campaign_id
           where e.tenant_id = :tenantId and e.status = 'sending' for update of e) as e),
     doubtful as (
       update email_logs l set
         status = way.status, error = way.error, look_at = null, draft_history = l.draft_history || way.note, failed_at = way.failed_at
       from way
       where l.tenant_id = :tenantId and l.id = way.id
       returning kept, ${emailColumns('l')}),
     ${noteEmails({ from: 'doubtful', event: `case when kept then null else ${FAILED} end` })},
     counted as (
       select campaign_id, count(*) filter (where not kept)::int as more from doubtful group by campaign_id)
     update campaigns c set failed_count = failed_count + more from counted
     where c.tenant_id = :tenantId and c.id = counted.campaign_id`,
    { tenantId, IN_DOUBT, MAY_HAVE_LEFT },
  )
}

/**
 * Marks emails as sent that were found in their mailbox, sent no earlier than `since`. Attempts that the backup already
 * recorded are ignored.
 *
 * @returns the campaigns that changed, with the number of emails and their addresses
 */
export async function settleFound(
  em: Em,
  key: MailboxKey,
  found: readonly { log: string; attempt: number; id: string; internet: string | null }[],
  { since, now }: { since: Date; now: Date },
): Promise<{ id: string; marked: number; emails: string[] }[]> {
  return em.execute<{ id: string; marked: number; emails: string[] }[]>(
    `with newest as (
       select distinct on (log) * from jsonb_to_recordset(:rows::jsonb) as f (log uuid, attempt int, id text, internet text)
       order by log, attempt desc),
     before as (
       select * from (select l.id, l.status as was, newest.attempt, newest.id as message, newest.internet
       from email_logs l join newest on newest.log = l.id
       where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and newest.attempt >= l.attempts
         and (l.status = 'pending' or l.status = 'failed' and l.sent_at is null)
       for update of l) as locked),
     marked as (
       update email_logs l set status = 'sent', error = null, failed_at = null, retry_at = null, sent_at = :since,
         attempted_at = coalesce(l.attempted_at, :now), attempts = before.attempt, mailbox_id = :mailboxId,
         message_id = before.message, internet_message_id = before.internet, next_step_at = ${followsFrom('own', ':now::timestamptz')}
       from before, campaigns own where l.tenant_id = :tenantId and l.id = before.id
         and own.tenant_id = :tenantId and own.id = l.campaign_id returning before.was, l.contact_email, ${emailColumns('l')}),
     ${noteEmails({ from: 'marked', event: `'email_sent'` })},
     counted as (
       select campaign_id, count(*)::int as sent, count(*) filter (where was = 'failed')::int as failed,
         jsonb_agg(contact_email) as emails from marked group by campaign_id)
     update campaigns c set sent_count = sent_count + sent, failed_count = failed_count - failed from counted
     where c.tenant_id = :tenantId and c.id = counted.campaign_id returning c.id, sent as marked, emails`,
    {
      rows: JSON.stringify(found),
      tenantId: key.tenantId,
      ids: uuidArray(new Set(found.map(({ log }) => log))),
      since,
      now,
      mailboxId: key.mailboxId,
    },
  )
}

/** Makes the emails of a mailbox pending again that were in doubt and were not found in the mailbox. */
export async function releaseDoubtful(em: Em, { tenantId, mailboxId }: MailboxKey): Promise<void> {
  await em.execute(
    `with released as (
       update email_logs l set status = 'pending', error = null, failed_at = null, attempted_at = null
       from campaigns c
       where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and l.status = 'failed' and l.error = :IN_DOUBT
         and c.tenant_id = l.tenant_id and c.id = l.campaign_id and c.cancelled_at is null
       returning l.campaign_id),
     counted as (select campaign_id, count(*)::int as less from released group by campaign_id)
     update campaigns c set failed_count = failed_count - less from counted where c.tenant_id = :tenantId and c.id = counted.campaign_id`,
    { tenantId, mailboxId, IN_DOUBT },
  )
}
