import { sql, type RawBuilder } from 'kysely'
import { rate } from '#domain/rate-percent.ts'
import { growth, rateChange } from '#domain/workspace-stats.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import { leftOutOnPurpose } from '#api/emails/email-sql-conditions.ts'
import { TRACKED } from '#api/emails/outcome-conditions.ts'

export interface StatsView {
  totalContacts: number
  totalCampaigns: number
  campaignsSent: number
  campaignsFailed: number
  activeCampaigns: number
  /** opens in percent of the emails with tracked opens */
  openRate: number
  /** clicks in percent of the emails with tracked clicks */
  clickRate: number
  /** false if emails were sent, but none with tracked opens; another field says it for clicks */
  opensTracked: boolean
  clicksTracked: boolean
  successRate: number
  hasSent: boolean
  /**
   * true if a mailbox is connected; another field says whether a test email was sent: both are steps of a new workspace
   */
  hasMailbox: boolean
  hasTested: boolean
  fromLastMonth: StatsChanges
}

/** Changes within a month; null without data to compare with (product: results.changes). */
export interface StatsChanges {
  /** contacts added in the last month, in percent of those before */
  totalContacts: number | null
  /** campaigns created in the last month, drafts included, in percent of those before */
  totalCampaigns: number | null
  /** campaigns finished in the last month, in percent of those before */
  campaignsSent: number | null
  /** percentage points between campaigns that began in the last month and those of the month before */
  openRate: number | null
  clickRate: number | null
}

/** The dashboard's numbers, all computed (product: results.stats). */
export async function stats(call: Call): Promise<StatsView> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const db = sqlOf(em)
    const monthAgo = monthsBefore(call.app.clock(), 1)
    const twoMonthsAgo = monthsBefore(call.app.clock(), 2)
    const contacts = await db
      .selectFrom('contacts')
      .select((eb) => [
        eb.fn.countAll<string>().as('count'),
        eb.fn.countAll<string>().filterWhere('createdAt', '<=', monthAgo).as('before'),
      ])
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    const campaigns = await db
      .selectFrom('campaigns')
      .select((eb) => [
        sql<string>`count(*) filter (where parent_id is null and answers_reply_id is null)`.as('total'),
        sql<string>`count(*) filter (where parent_id is null and answers_reply_id is null and created_at <= ${monthAgo})`.as(
          'totalBefore',
        ),
        sql<string>`count(*) filter (where parent_id is null and answers_reply_id is null and status = 'sent')`.as(
          'finished',
        ),
        sql<string>`count(*) filter (where parent_id is null and answers_reply_id is null and status = 'failed')`.as(
          'failedCampaigns',
        ),
        sql<string>`count(*) filter (where parent_id is null and answers_reply_id is null and status = 'sending')`.as(
          'active',
        ),
        sql<string>`coalesce(sum(sent_count), 0)`.as('sent'),
        sql<string>`coalesce(sum(failed_count), 0) - (select count(*) from email_logs l
          where l.tenant_id = ${tenantId} and ${sql.raw(leftOutOnPurpose('l'))})`.as('failed'),
        sql<string>`coalesce(sum(bounced_count), 0)`.as('bounced'),
        sql<string>`count(*) filter (where parent_id is null and answers_reply_id is null and status = 'sent' and sent_at <= ${monthAgo})`.as(
          'finishedBefore',
        ),
        eb.selectFrom('tenants').select('hasSent').where('id', '=', tenantId).as('hadSent'),
        sql<boolean>`exists (select from mailboxes where tenant_id = ${tenantId})`.as('hasMailbox'),
        sql<boolean>`exists (select from test_mails where tenant_id = ${tenantId} and status = 'sent')`.as('hasTested'),
        ...sums(tenantId, 'Ever', sql`true`),
        ...sums(tenantId, 'This', sql`started_at > ${monthAgo}`),
        ...sums(tenantId, 'Before', sql`started_at > ${twoMonthsAgo} and started_at <= ${monthAgo}`),
      ])
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    const sent = Number(campaigns.sent)
    return {
      totalContacts: Number(contacts.count),
      totalCampaigns: Number(campaigns.total),
      campaignsSent: Number(campaigns.finished),
      campaignsFailed: Number(campaigns.failedCampaigns),
      activeCampaigns: Number(campaigns.active),
      openRate: rate(Number(campaigns.openedEver), Number(campaigns.opensTrackedEver)),
      clickRate: rate(Number(campaigns.clickedEver), Number(campaigns.clicksTrackedEver)),
      opensTracked: sent === 0 || Number(campaigns.opensTrackedEver) > 0,
      clicksTracked: sent === 0 || Number(campaigns.clicksTrackedEver) > 0,
      successRate: rate(sent, sent + Number(campaigns.failed)),
      hasSent: sent > 0 || Number(campaigns.bounced) > 0 || campaigns.hadSent === true,
      hasMailbox: campaigns.hasMailbox,
      hasTested: campaigns.hasTested,
      fromLastMonth: {
        totalContacts: growth(Number(contacts.before), Number(contacts.count)),
        totalCampaigns: growth(Number(campaigns.totalBefore), Number(campaigns.total)),
        campaignsSent: growth(Number(campaigns.finishedBefore), Number(campaigns.finished)),
        openRate: rateChange(
          { part: Number(campaigns.openedBefore), whole: Number(campaigns.opensTrackedBefore) },
          { part: Number(campaigns.openedThis), whole: Number(campaigns.opensTrackedThis) },
        ),
        clickRate: rateChange(
          { part: Number(campaigns.clickedBefore), whole: Number(campaigns.clicksTrackedBefore) },
          { part: Number(campaigns.clickedThis), whole: Number(campaigns.clicksTrackedThis) },
        ),
      },
    }
  })
}

/** Sent emails of a campaign without those to excluded recipients. */
const trackedSent = (
  tenantId: string,
) => sql`(sent_count - (select count(*) from email_logs l where l.tenant_id = ${tenantId}
  and l.campaign_id = campaigns.id and l.untracked and l.status in ('sent', 'delivered')))`

/** Opens and clicks of the campaigns that match a condition, and the numbers of tracked emails. */
function sums<When extends 'Ever' | 'This' | 'Before'>(tenantId: string, when: When, condition: RawBuilder<unknown>) {
  const sent = trackedSent(tenantId)
  const sum = (column: RawBuilder<unknown>, tracked: string) =>
    sql<string>`coalesce(sum(${column}) filter (where ${condition} and ${sql.raw(tracked)}), 0)`
  return [
    sum(sent, TRACKED.opens).as(`opensTracked${when}` as const),
    sum(sql`opened_count`, TRACKED.opens).as(`opened${when}` as const),
    sum(sent, TRACKED.clicks).as(`clicksTracked${when}` as const),
    sum(sql`clicked_count`, TRACKED.clicks).as(`clicked${when}` as const),
  ] as const
}

/**
 * Returns the same time of day this number of calendar months earlier, on the last day of that month if it is shorter.
 */
function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const days = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(now.getUTCDate(), days))
  return then
}
