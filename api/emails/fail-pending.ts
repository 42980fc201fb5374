import { SUPPRESSED } from '#domain/audiences.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { emailColumns, FAILED, noteEmails } from '#api/webhooks/webhook-outbox.ts'
import type { ErasedPerson } from './erase-emails.ts'
import { EARLIER_TRY, mayHaveBeenSentBefore } from './email-sql-conditions.ts'

/** SQL parts that choose pending emails which will not be sent, with the reason. */
interface Unsendable {
  /** SQL: which of the pending emails `l` of campaigns `c` */
  where: string
  /** SQL: relations that `where` and `error` need */
  from?: string
  /** SQL of a relation that is computed first, such as `over as (select …)` */
  first?: string
  /** SQL for the error text; an email that an earlier attempt may have sent gets another text */
  error: string
  values: Record<string, unknown>
}

/** Campaigns that changed, with the number of emails that failed. */
type Failed = { id: string; failed: number }[]

/**
 * Marks pending emails as failed, so that they are not sent. Emails, counters and webhook events change in one
 * statement. The campaigns must be locked, unless nobody can claim the emails.
 */
export async function failPending(
  em: Em,
  tenantId: string,
  now: Date,
  { where, from, first, error, values }: Unsendable,
): Promise<Failed> {
  return em.execute<Failed>(
    `with ${first ? `${first},` : ''} dropped as (
       update email_logs l set status = 'failed', failed_at = :now, retry_at = null,
         error = case when ${mayHaveBeenSentBefore('l')} then '${EARLIER_TRY}' else ${error} end
       from campaigns c ${from ? `, ${from}` : ''}
       where l.tenant_id = :tenantId and l.status = 'pending' and c.tenant_id = :tenantId and c.id = l.campaign_id
         and ${where}
       returning ${emailColumns('l')}),
     ${noteEmails({ from: 'dropped', event: FAILED })},
     counted as (select campaign_id, count(*)::int as failed from dropped group by campaign_id)
     update campaigns c set failed_count = c.failed_count + counted.failed from counted
     where c.tenant_id = :tenantId and c.id = counted.campaign_id returning c.id, counted.failed`,
    { ...values, tenantId, now },
  )
}

/**
 * Fails the pending emails of active campaigns to suppressed addresses, with the reason of the suppression. Answers to
 * a person's replies are still sent.
 *
 * @param only restricts the emails: to one email, one campaign, some addresses, or some emails whose contacts are
 * suppressed now, whatever address the email goes to
 */
export async function failSuppressed(
  em: Em,
  tenantId: string,
  now: Date,
  only: { logId: string } | { campaignId: string } | { emails: readonly string[] } | { contactsOf: readonly string[] },
): Promise<Failed> {
  const [which, values] =
    'contactsOf' in only
      ? ['l.id = any (:ids::uuid[])', { ids: uuidArray(only.contactsOf) }]
      : 'logId' in only
        ? ['l.id = :logId', only]
        : 'campaignId' in only
          ? ['c.id = :campaignId', only]
          : [
              's.email_key in (select lower(value) from jsonb_array_elements_text(:emails::jsonb))',
              { emails: JSON.stringify(only.emails) },
            ]
  const [people, matches] =
    'contactsOf' in only
      ? ['join contacts k on k.tenant_id = s.tenant_id and k.email_key = s.email_key', 'k.id = l.contact_id']
      : ['', 's.email_key = l.email_key']
  return failPending(em, tenantId, now, {
    from: `suppressions s ${people}`,
    where: `${which} and c.status in ('sending', 'paused') and c.answers_reply_id is null and s.tenant_id = l.tenant_id and ${matches}`,
    error: `'${SUPPRESSED}: ' || s.reason`,
    values: { ...values },
  })
}

/** Fails the pending emails of a cancelled campaign, which the caller has locked. */
export async function failCancelled(em: Em, tenantId: string, now: Date, campaignId: string): Promise<Failed> {
  return failPending(em, tenantId, now, {
    where: 'c.id = :campaignId and c.cancelled_at is not null',
    error: `'CANCELLED: the campaign was cancelled before this mail was sent.'`,
    values: { campaignId },
  })
}

/** Fails the pending emails to a person who is being erased. */
export async function failErased(em: Em, now: Date, { tenantId, email, answerIds }: ErasedPerson): Promise<Failed> {
  return failPending(em, tenantId, now, {
    where: '(l.email_key = lower(:email) or l.id = any (:answerIds::uuid[]))',
    error: `'CANCELLED: the recipient was erased.'`,
    values: { email, answerIds: uuidArray(answerIds) },
  })
}
