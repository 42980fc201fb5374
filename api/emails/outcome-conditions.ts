import { sql, type RawBuilder } from 'kysely'
import type { RecipientOutcome } from '#domain/tracking/tracking.ts'
import { leftOutOnPurpose } from './email-sql-conditions.ts'

const left = (l: string) => `${l}.status in ('sent', 'delivered')`
const isSet = (column: string) => (l: string) => `${l}.${column} is not null`
/** SQL conditions on a row of email_logs. */
type Condition = (l: string) => string

/** SQL conditions for outcomes of the campaign's first email to a person. */
const OF_FIRST: Partial<Record<RecipientOutcome, Condition>> = {
  sent: left,
  failed: (l) => `${l}.status = 'failed'`,
  leftOut: leftOutOnPurpose,
}

/** SQL conditions for outcomes of any email to the person, follow-ups included. */
const OF_ANY: Partial<Record<RecipientOutcome, Condition>> = {
  opened: isSet('opened_at'),
  clicked: isSet('clicked_at'),
  bounced: isSet('bounced_at'),
  replied: isSet('replied_at'),
  away: isSet('away_until'),
  unsubscribed: isSet('unsubscribed_at'),
}

/**
 * SQL conditions for negative outcomes: the campaign's first email left, and the condition holds for no email to the
 * person, follow-ups included.
 */
const OF_NONE: Partial<Record<RecipientOutcome, { first: Condition; none: Condition }>> = {
  notOpened: {
    first: (l) => `${left(l)} and not ${l}.untracked`,
    // An answer proves that an email was read, whatever its pixel says.
    none: (l) => `(${l}.opened_at is not null or ${l}.replied_at is not null)`,
  },
  notClicked: { first: (l) => `${left(l)} and not ${l}.untracked`, none: isSet('clicked_at') },
  notReplied: { first: left, none: isSet('replied_at') },
}

/** Conditions on campaigns: whether opens, or clicks, were tracked for each recipient of at least some emails. */
export const TRACKED = {
  opens: `coalesce(opens_tracked, track_opens and coalesce(tracking, 'recipient') = 'recipient')`,
  clicks: `coalesce(clicks_tracked, track_clicks and coalesce(tracking, 'recipient') = 'recipient')`,
} as const

/** Outcomes that are unknown for untracked emails. */
const UNKNOWN: Partial<Record<RecipientOutcome, string>> = { notOpened: TRACKED.opens, notClicked: TRACKED.clicks }

type CampaignId = string | RawBuilder<string> | null

/** SQL condition on email_logs: the condition is true of a follow-up to the same person. */
function laterHad(tenantId: string, campaignId: CampaignId, condition: Condition): RawBuilder<boolean> {
  return sql<boolean>`((select last_step from campaigns where tenant_id = ${tenantId}::uuid and id = (${campaignId})::uuid) > 1
    and exists (select from campaigns step join email_logs later on later.tenant_id = step.tenant_id and later.campaign_id = step.id
      where step.tenant_id = ${tenantId}::uuid and step.parent_id = (${campaignId})::uuid and later.tenant_id = ${tenantId}::uuid
        and later.contact_id = email_logs.contact_id and ${sql.raw(condition('later'))}))`
}

/**
 * SQL condition on the table email_logs, by its name, for the outcome of a campaign's emails to a recipient: a row is their
 * first email. Without tracking, "not opened" and "not clicked" match no recipient.
 */
export function hadOutcome(tenantId: string, campaignId: CampaignId, outcome: RecipientOutcome): RawBuilder<boolean> {
  const own = (condition: Condition) => sql<boolean>`(${sql.raw(condition('email_logs'))})`
  const ofFirst = OF_FIRST[outcome]
  if (ofFirst) return own(ofFirst)
  const ofAny = OF_ANY[outcome]
  if (ofAny) return sql<boolean>`(${own(ofAny)} or ${laterHad(tenantId, campaignId, ofAny)})`
  const ofNone = OF_NONE[outcome]
  if (!ofNone) return sql<boolean>`false`
  const { first, none } = ofNone
  const condition = sql<boolean>`${own(first)} and not ${own(none)} and not coalesce(${laterHad(tenantId, campaignId, none)}, false)`
  const tracked = UNKNOWN[outcome]
  if (!tracked) return sql<boolean>`(${condition})`
  return sql<boolean>`(${condition} and (select ${sql.raw(tracked)} from campaigns
    where tenant_id = ${tenantId}::uuid and id = (${campaignId})::uuid))`
}

/** SQL condition on contacts for receiving the emails of a campaign with an outcome. */
export function contactHadOutcome(tenantId: string, campaignId: string | null, outcome: RecipientOutcome) {
  const ofAny = OF_ANY[outcome]
  const rows = ofAny
    ? sql`campaign_id = any (array(select id from campaigns where tenant_id = ${tenantId}::uuid
        and (id = ${campaignId}::uuid or parent_id = ${campaignId}::uuid))) and ${sql.raw(ofAny('email_logs'))}`
    : sql`campaign_id = ${campaignId}::uuid and ${hadOutcome(tenantId, campaignId, outcome)}`
  return sql<boolean>`contacts.id in (select contact_id from email_logs where tenant_id = ${tenantId}::uuid and ${rows})`
}
