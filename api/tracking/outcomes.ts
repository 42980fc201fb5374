import { sql, type RawBuilder } from 'kysely'
import type { RecipientOutcome } from '#domain/tracking.ts'

const LEFT = `status in ('sent', 'delivered')`
const CONDITIONS: Record<RecipientOutcome, string> = {
  sent: LEFT,
  failed: `status = 'failed'`,
  opened: 'opened_at is not null',
  // An answer proves that an email was read, whatever its pixel says.
  notOpened: `${LEFT} and opened_at is null and replied_at is null and not untracked`,
  clicked: 'clicked_at is not null',
  notClicked: `${LEFT} and clicked_at is null and not untracked`,
  bounced: 'bounced_at is not null',
  replied: 'replied_at is not null',
  notReplied: `${LEFT} and replied_at is null`,
  away: 'away_until is not null',
  unsubscribed: 'unsubscribed_at is not null',
}

/** Conditions on campaigns: whether opens, or clicks, were tracked for each recipient of at least some emails. */
export const TRACKED = {
  opens: `coalesce(opens_tracked, track_opens and coalesce(tracking, 'recipient') = 'recipient')`,
  clicks: `coalesce(clicks_tracked, track_clicks and coalesce(tracking, 'recipient') = 'recipient')`,
} as const

/** Outcomes that are unknown for untracked emails. */
const UNKNOWN: Partial<Record<RecipientOutcome, string>> = { notOpened: TRACKED.opens, notClicked: TRACKED.clicks }

/**
 * SQL condition on email_logs for the outcome of a campaign's email. No other table of the query may have columns of
 * these names. Without tracking, "not opened" and "not clicked" match nobody.
 */
export function hadOutcome(
  tenantId: string,
  campaignId: string | RawBuilder<string> | null,
  outcome: RecipientOutcome,
): RawBuilder<boolean> {
  const condition = sql<boolean>`(${sql.raw(CONDITIONS[outcome])})`
  const tracked = UNKNOWN[outcome]
  if (!tracked) return condition
  return sql<boolean>`(${condition} and (select ${sql.raw(tracked)} from campaigns
    where tenant_id = ${tenantId}::uuid and id = (${campaignId})::uuid))`
}

/** SQL condition on contacts for receiving a campaign's email with an outcome. */
export function contactHadOutcome(tenantId: string, campaignId: string | null, outcome: RecipientOutcome) {
  return sql<boolean>`contacts.id in (select contact_id from email_logs
    where tenant_id = ${tenantId}::uuid and campaign_id = ${campaignId}::uuid and ${hadOutcome(tenantId, campaignId, outcome)})`
}
