import { sql, type RawBuilder } from 'kysely'
import type { RecipientOutcome } from '#domain/tracking.ts'

const LEFT = `status in ('sent', 'delivered')`
const CONDITIONS: Record<RecipientOutcome, string> = {
  sent: LEFT,
  failed: `status = 'failed'`,
  opened: 'opened_at is not null',
  notOpened: `${LEFT} and opened_at is null`,
  clicked: 'clicked_at is not null',
  notClicked: `${LEFT} and clicked_at is null`,
  bounced: 'bounced_at is not null',
  replied: 'replied_at is not null',
  notReplied: `${LEFT} and replied_at is null`,
  unsubscribed: 'unsubscribed_at is not null',
}

/** The condition on email_logs for what became of a mail; no other table of the query may have columns of these names. */
export function hadOutcome(outcome: RecipientOutcome): RawBuilder<boolean> {
  return sql<boolean>`(${sql.raw(CONDITIONS[outcome])})`
}

/** The condition on contacts that they got a mail of this campaign and what became of it. */
export function contactHadOutcome(tenantId: string, campaignId: string | null, outcome: RecipientOutcome) {
  return sql<boolean>`contacts.id in (select contact_id from email_logs
    where tenant_id = ${tenantId}::uuid and campaign_id = ${campaignId}::uuid and ${hadOutcome(outcome)})`
}
