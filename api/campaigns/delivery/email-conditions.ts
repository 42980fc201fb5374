/**
 * SQL conditions on emails, each a function of the alias under which a statement knows the rows of `email_logs` (or another table that it
 * names).
 */

/** Nobody knows whether it was sent. Spelled as the partial index of migration 0023 has it. */
export const isUncertain = (l: string) => `${l}.status = 'failed' and ${l}.failure_code = 'UNCERTAIN'`

/** The provider took it, whatever came of it. */
export const wasTaken = (l: string) =>
  `(${l}.status in ('sent', 'delivered') or ${l}.status = 'failed' and ${l}.sent_at is not null)`

/** It was handed over, unless it is known that it did not leave. */
export const hasLeft = (l: string) =>
  `(${l}.status in ('sending', 'sent', 'delivered') or ${isUncertain(l)} or ${l}.status = 'failed' and ${l}.sent_at is not null)`

/** The provider refused it, or it failed with us: neither skipped, cancelled, waiting for a sign-in nor uncertain. */
export const wasRefused = (l: string) =>
  `${l}.status = 'failed' and ${l}.failure_code not in ('SUPPRESSED', 'CANCELLED', 'EXPIRED_TOKEN', 'UNCERTAIN')`

/** Its mailbox works and is its campaign's: what became of a draft can be looked up there. */
export const inWorkingMailbox = (l: string) => `exists (
  select from campaign_mailboxes m join mail_accounts a on a.tenant_id = m.tenant_id and a.id = m.mail_account_id
  where m.tenant_id = ${l}.tenant_id and m.campaign_id = ${l}.campaign_id and m.mail_account_id = ${l}.mail_account_id
    and a.status <> 'error')`

/** A failed one: its draft may have been sent from a mailbox that cannot be asked. */
export const draftMayHaveLeft = (l: string) =>
  `${l}.failure_code = 'EXPIRED_TOKEN' and ${l}.draft_id is not null and not ${inWorkingMailbox(l)}`

/** A failed one: its draft may have been sent, or may still be: the mailbox is asked about it before anything else. */
export const keepsDraft = (l: string) =>
  `${l}.failure_code in ('UNCERTAIN', 'EXPIRED_TOKEN', 'NOT_SENT') and ${inWorkingMailbox(l)}`

/** A failed one that can be sent again without asking: it did not come back, cannot have arrived, and is wanted. */
export const isRepeatable = (l: string) =>
  `${l}.failure_code not in ('UNCERTAIN', 'SUPPRESSED') and ${l}.bounced_at is null and not (${draftMayHaveLeft(l)})`

/**
 * One that waits to be sent again: an earlier try may have been taken. A person wanted an uncertain email sent again, or no answer told
 * whether the last try was taken and the mailbox has not shown its draft since.
 */
export const mayHaveLeftBefore = (l: string) => `(${l}.draft_history @> '[{"person": true}]'
  or (${l}.draft_history @> '[{"call": "uncertain"}]' or ${l}.draft_history @> '[{"call": "missing"}]')
    and ${l}.draft_history->-1->>'look' is distinct from 'draft')`

/** A mailbox of a campaign, row `m` of `campaign_mailboxes`, that can send without a person mending it first. */
export const canSend = (m: string) =>
  `(${m}.status_reason is null or ${m}.status_reason not in ('RECONNECT', 'NO_MAILBOX'))`

/** Chooses emails, with its values by name. */
export interface EmailCondition {
  sql: (l: string) => string
  values: Record<string, unknown>
}

/** A condition with its values by name. */
export interface Condition {
  sql: string
  values: Record<string, unknown>
}
/** Error text of an email that may have been sent by an earlier try and is not sent again after all. */
export const EARLIER_TRY = 'UNCERTAIN: the provider did not say whether it took this email, and it was not sent again.'
