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

/** Conditions on campaigns: whether opens, or clicks, of their mails are known, at least of some. */
export const TRACKED = {
  opens: 'coalesce(opens_tracked, track_opens)',
  clicks: 'coalesce(clicks_tracked, track_clicks)',
} as const

/** What nobody knows of mails that are not tracked. */
const UNKNOWN: Partial<Record<RecipientOutcome, string>> = { notOpened: TRACKED.opens, notClicked: TRACKED.clicks }

/**
 * The condition on email_logs for what became of a mail of this campaign; no other table of the query may have columns of these names. Where
 * nothing is tracked, it is so of nobody that they did not open or click.
 */
export function hadOutcome(
  tenantId: string,
  campaignId: string | null,
  outcome: RecipientOutcome,
): RawBuilder<boolean> {
  const condition = sql<boolean>`(${sql.raw(CONDITIONS[outcome])})`
  const tracked = UNKNOWN[outcome]
  if (!tracked) return condition
  return sql<boolean>`(${condition} and (select ${sql.raw(tracked)} from campaigns
    where tenant_id = ${tenantId}::uuid and id = ${campaignId}::uuid))`
}

/** The condition on contacts that they got a mail of this campaign and what became of it. */
export function contactHadOutcome(tenantId: string, campaignId: string | null, outcome: RecipientOutcome) {
  return sql<boolean>`contacts.id in (select contact_id from email_logs
    where tenant_id = ${tenantId}::uuid and campaign_id = ${campaignId}::uuid and ${hadOutcome(tenantId, campaignId, outcome)})`
}
