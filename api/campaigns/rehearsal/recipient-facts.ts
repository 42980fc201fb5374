import type { Em } from '#api/platform/database/database.ts'
import { declineValues, isDeclinedByRecipient } from '#api/audiences/email-preferences.ts'
import type { ceilingOf } from '../launch/weekly-emails-per-person.ts'
import { isOverCeiling } from '../launch/weekly-emails-per-person.ts'

/** Facts from the database about a recipient that matter before a launch. */
export interface RecipientFacts {
  isSuppressed: boolean
  /** True if the recipient does not want the campaign, by a choice beside unsubscribing. */
  isDeclined: boolean
  /** would get more emails in a week than the workspace allows */
  isOverCeiling: boolean
  /** newest email from the workspace to the recipient within the days that count as recent; null if there is none */
  recent: { campaignId: string; at: Date } | null
  /** the day on which they are back, if they are out of office when the campaign starts */
  away: { until: Date; dated: boolean } | null
}

/**
 * Reads the facts about a batch of a draft's recipients, by contact id; recipients without any are left out.
 *
 * @param since emails after this time count as recent; null: none does
 * @param start when the campaign starts
 */
export async function factsOf(
  em: Em,
  at: { tenantId: string; first: string; last: string; id: string; topicId: string | null; now: Date },
  since: Date | null,
  ceiling: Awaited<ReturnType<typeof ceilingOf>>,
  start: Date,
): Promise<Map<string, RecipientFacts>> {
  const over = ceiling ? isOverCeiling : 'false'
  const recent = since
    ? `left join lateral (
         select l.campaign_id, l.sent_at from email_logs l
         where l.tenant_id = :tenantId and l.email_key = c.email_key and l.sent_at > :since
         order by l.sent_at desc limit 1) as recent on true`
    : 'cross join (select null::uuid as campaign_id, null::timestamptz as sent_at) as recent'
  const rows = await em.execute<
    {
      id: string
      isSuppressed: boolean
      isDeclined: boolean
      isOverCeiling: boolean
      campaignId: string | null
      at: Date | null
      awayUntil: Date | null
      awayDated: boolean | null
    }[]
  >(
    `select * from (
       select c.id, s.email_key is not null as "isSuppressed", ${isDeclinedByRecipient} as "isDeclined", ${over} as "isOverCeiling",
         recent.campaign_id as "campaignId", recent.sent_at as at,
         away.away_until as "awayUntil", away.away_dated as "awayDated"
       from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
       left join suppressions s on s.tenant_id = c.tenant_id and s.email_key = c.email_key
       ${recent}
       left join lateral (
         select l.away_until, l.away_dated from email_logs l
         where l.tenant_id = :tenantId and l.email_key = c.email_key and l.away_until > :start
         order by l.away_until desc limit 1) as away on true
       where r.tenant_id = :tenantId and r.campaign_id = :id and r.contact_id between :first and :last) as known
     where "isSuppressed" or "isDeclined" or "isOverCeiling" or "campaignId" is not null or "awayUntil" is not null`,
    { ...ceiling, ...at, ...declineValues({ now: at.now, start }), start, ...(since && { since }) },
  )
  return new Map(
    rows.map(({ id, campaignId, at: sentAt, awayUntil, awayDated, ...row }) => [
      id,
      {
        isSuppressed: row.isSuppressed,
        isDeclined: row.isDeclined,
        isOverCeiling: row.isOverCeiling,
        recent: campaignId === null || sentAt === null ? null : { campaignId, at: new Date(sentAt) },
        away: awayUntil === null ? null : { until: new Date(awayUntil), dated: awayDated === true },
      },
    ]),
  )
}
