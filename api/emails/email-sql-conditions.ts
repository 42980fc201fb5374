import { FILE_MISSING, WEEKLY_CEILING } from '#domain/emails/delivery-errors.ts'
import { ERASED } from '#domain/personal-data.ts'
import type { App } from '#api/platform/app-context.ts'

/**
 * SQL conditions on emails. Each takes the alias of `email_logs` (or of another table it names) in the statement. Those that
 * look into other tables need `:tenantId`: on a cluster it says which node has the rows.
 */

/** SQL condition: it is unknown whether the email was sent. Must match the index `email_logs_uncertain`. */
export const isUncertain = (l: string) => `${l}.status = 'failed' and ${l}.failure_code = 'UNCERTAIN'`

/** Codes of failures that end when the mailbox is reconnected. */
const SIGN_IN_CODES = `'EXPIRED_TOKEN', 'SIGN_IN_REFUSED'`

/**
 * SQL condition: the email failed because its mailbox's sign-in was refused; it is sent again once the mailbox is
 * reconnected.
 */
export const awaitsReconnect = (l: string) => `${l}.failure_code in (${SIGN_IN_CODES})`

/** SQL condition: the provider accepted the email, whether or not it bounced later. */
export const wasTaken = (l: string) =>
  `(${l}.status in ('sent', 'delivered') or ${l}.status = 'failed' and ${l}.sent_at is not null)`

/** SQL condition: the email bounced because its address does not exist. */
export const isDead = (l: string) => `coalesce(${l}.failure_code = 'NON_DELIVERY_ADDRESS', false)`

/** SQL condition: the email was submitted, unless it is known that it was not sent. */
export const wasHandedOver = (l: string) =>
  `(${l}.status in ('sending', 'sent', 'delivered') or ${isUncertain(l)} or ${l}.status = 'failed' and ${l}.sent_at is not null)`

/**
 * SQL condition: the email failed at the launch without an attempt: suppressed, declined, without its own file, or one
 * too many in a week.
 */
export const leftOut = (l: string) =>
  `(${l}.failure_code in ('SUPPRESSED', 'DECLINED') or ${l}.error like '${FILE_MISSING}%' or ${l}.error like '${WEEKLY_CEILING}%')`

/**
 * SQL condition: the email failed at the launch on purpose: suppressed, declined, or one too many in a week. Must match
 * the index `email_logs_left_out`.
 */
export const leftOutOnPurpose = (l: string) =>
  `(${l}.status = 'failed' and (${l}.failure_code in ('SUPPRESSED', 'DECLINED') or ${l}.error like '${WEEKLY_CEILING}%'))`

/**
 * SQL condition: the provider refused the email, or we failed to send it. Excludes skipped, cancelled and uncertain
 * emails, and expired sign-ins.
 */
export const wasRefused = (l: string) =>
  `${l}.status = 'failed' and ${l}.failure_code not in ('SUPPRESSED', 'DECLINED', 'CANCELLED', 'UNCERTAIN', ${SIGN_IN_CODES})
    and not ${leftOut(l)}`

/** SQL: columns that count the outcomes of emails `l`; `s` are the suppressions of their addresses. */
export const outcomeCounts = (l: string, s: string) => `count(*) filter (where ${l}.sent_at is not null)::int as sent,
  count(*) filter (where ${l}.bounced_at is not null)::int as bounced,
  count(*) filter (where ${wasRefused(l)} and ${l}.sent_at is null)::int as refused,
  count(*) filter (where ${l}.sent_at is not null and ${l}.unsubscribed_at is not null)::int as unsubscribed,
  count(*) filter (where ${l}.sent_at is not null and ${s}.reason = 'complained')::int as complained`

/**
 * SQL condition: campaign `c` has an A/B test whose winner is not decided yet, and recipients outside of the test wait
 * for it.
 */
export const isUndecided = (c: string) =>
  `(${c}.is_ab_test and ${c}.ab_decision is null and coalesce(${c}.ab_test_share, 100) < 100)`

/** SQL condition: the email of campaign `c` waits for the winner of the A/B test. */
export const awaitsWinner = (l: string, c: string) => `(${l}.variant is null and ${isUndecided(c)})`

/**
 * SQL condition on email_logs: the email's mailbox works and belongs to its campaign, so its provider draft can be
 * looked up.
 */
export const inWorkingMailbox = (l: string) => `exists (
  select from campaign_mailboxes m join mailboxes a on a.tenant_id = m.tenant_id and a.id = m.mailbox_id
  where m.tenant_id = :tenantId and m.campaign_id = ${l}.campaign_id and m.mailbox_id = ${l}.mailbox_id
    and a.status <> 'error')`

/** SQL condition on email_logs: the recipient was erased, so nothing can be sent and no inbox event is recorded. */
export const isErased = (l: string) => `${l}.email_key = '${ERASED.email}'`

/** SQL condition on a failed email: its provider draft may have been sent from a mailbox that cannot be searched. */
export const draftMayHaveLeft = (l: string) =>
  `${awaitsReconnect(l)} and ${l}.draft_id is not null and not ${inWorkingMailbox(l)}`

/**
 * SQL condition on a failed email: its provider draft may have been sent, or may still be sent, so the mailbox must be
 * searched first.
 */
export const keepsDraft = (l: string) =>
  `${l}.failure_code in ('UNCERTAIN', 'NOT_SENT', ${SIGN_IN_CODES}) and ${inWorkingMailbox(l)}`

/**
 * SQL condition on a failed email: it can be resent without asking a person. It did not bounce, was certainly not
 * received, and is neither suppressed nor declined.
 */
export const isResendable = (l: string) =>
  `${l}.failure_code not in ('UNCERTAIN', 'SUPPRESSED', 'DECLINED') and not ${isErased(l)} and ${l}.bounced_at is null and not (${draftMayHaveLeft(l)})`

/**
 * SQL condition on a pending email that is resent: its earlier attempt may have been accepted, because a person resent
 * an uncertain email, or the last attempt got no response and its provider draft has not been seen since.
 */
export const mayHaveBeenSentBefore = (l: string) => `(${l}.draft_history @> '[{"person": true}]'
  or (${l}.draft_history @> '[{"call": "uncertain"}]' or ${l}.draft_history @> '[{"call": "missing"}]')
    and ${l}.draft_history->-1->>'look' is distinct from 'draft')`

/** SQL condition on a pending email: no attempt was made to send it, so it can be deleted without a trace. */
export const isUntried = (l: string) =>
  `(${l}.attempts = 0 and ${l}.draft_id is null and not ${mayHaveBeenSentBefore(l)})`

/**
 * SQL condition: mailbox `a` works, and its provider is among the configured ones in `:vendors`, see {@link vendorsOf}.
 */
export const canBeAsked = (a: string) =>
  `${a}.status <> 'error' and ${a}.provider in (select value from jsonb_array_elements_text(:vendors::jsonb))`

/**
 * SQL condition: row `m` of `campaign_mailboxes` is a mailbox that can send without manual action. Needs `:vendors`.
 *
 * @param tenant SQL for the workspace, for a statement about several workspaces
 */
export const canSend = (m: string, tenant = ':tenantId') => `exists (
  select from mailboxes works where works.tenant_id = ${tenant} and works.id = ${m}.mailbox_id
    and ${canBeAsked('works')})`

/** Returns the names of the configured providers (Microsoft, Google, SMTP) as the SQL parameter `:vendors`. */
export const vendorsOf = ({ vendors }: Pick<App, 'vendors'>): string => JSON.stringify(Object.keys(vendors))

/** SQL condition that chooses emails, given their alias, with the values of its parameters. */
export interface EmailCondition {
  sql: (l: string) => string
  values: Record<string, unknown>
}

/** SQL condition with the values of its parameters, by name. */
export interface Condition {
  sql: string
  values: Record<string, unknown>
}
/** Error text of an email whose earlier attempt may have been sent and that is not resent. */
export const EARLIER_TRY =
  'UNCERTAIN: the provider did not confirm whether it accepted this email, and the email was not sent again.'
