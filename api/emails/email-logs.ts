import type { CampaignStatus } from '#domain/campaigns/campaign-statuses.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmailLogStatus } from '#domain/campaigns/campaigns.ts'
import type { RecipientOutcome } from '#domain/tracking/tracking.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { readInOrder, sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import {
  countOf,
  keysetPage,
  wayOf,
  sortedById,
  OLDEST_FIRST,
  type Listed,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { hadOutcome } from './outcome-conditions.ts'
import { EmailLog } from './email-log.ts'

/** Filters a campaign's recipients; every condition must hold. */
export interface EmailLogFilter {
  status?: EmailLogStatus | null | undefined
  outcome?: RecipientOutcome | null | undefined
}

/** Statuses in the database for each status shown on screens. */
const STORED: Record<EmailLogStatus, EmailLog['status'][]> = {
  pending: ['pending', 'sending'],
  sent: ['sent'],
  delivered: ['delivered'],
  failed: ['failed'],
}

/** A campaign with the counts that its emails keep. */
interface CountedCampaign {
  tenantId: string
  id: string
  status: CampaignStatus
  lastStep: number
  totalContacts: number
  sentCount: number
  failedCount: number
  deliveredCount: number
  openedCount: number
  clickedCount: number
  bouncedCount: number
  repliedCount: number
  awayCount: number
  unsubscribedCount: number
}

/**
 * Campaign counters that equal, at every commit, the number of rows with an outcome. Follow-ups have counters of their
 * own.
 */
const COUNTED: Partial<Record<RecipientOutcome, keyof CountedCampaign>> = {
  sent: 'sentCount',
  failed: 'failedCount',
  opened: 'openedCount',
  clicked: 'clickedCount',
  bounced: 'bouncedCount',
  replied: 'repliedCount',
  away: 'awayCount',
  unsubscribed: 'unsubscribedCount',
}

/** A page of a campaign's recipients in queue order. */
export async function listEmailLogs(
  call: Call,
  campaignId: string,
  filter: EmailLogFilter | null | undefined,
  page: Page,
): Promise<Listed<EmailLog>[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    await readInOrder(em)
    return sortedById(await emailLogsOfPage(em, tenantId, [campaignId], filter, page).execute(), OLDEST_FIRST, page)
  })
}

/** A page of the recipients of each campaign, in queue order: campaign id → rows. */
export async function emailLogPagesOf(
  call: Call,
  campaignIds: readonly string[],
  { filter, page }: { filter: EmailLogFilter | null; page: Page },
): Promise<Map<string, Listed<EmailLog>[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    await readInOrder(em)
    const rows = await emailLogsOfPage(em, tenantId, campaignIds, filter, page).execute()
    return Map.groupBy(sortedById(rows, OLDEST_FIRST, page), ({ campaignId }) => campaignId)
  })
}

/**
 * Reads a page of the email logs of each campaign, in any order. Each status is read by an index in the order of the
 * page, and the first rows of all statuses are kept, so that no page needs to sort a hundred thousand rows.
 */
export function emailLogsOfPage(
  em: Em,
  tenantId: string,
  campaignIds: readonly string[],
  filter: EmailLogFilter | null | undefined,
  page: Page,
) {
  const parts = statusesOf(filter).map((status) => {
    const query = withStatus(em, tenantId, PARENT, [status], filter).select('id')
    return sql`(${keysetPage(query, OLDEST_FIRST, page)})`
  })
  const way = sql.raw(wayOf(OLDEST_FIRST, page))
  return sqlOf(em)
    .selectFrom('email_logs')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where(
      sql<boolean>`id = any (array(
        select page.id from unnest(${uuidArray(campaignIds)}::uuid[]) as parent (parent_id) cross join lateral (
          select id from (${sql.join(parts, sql` union all `)}) as nearest order by id ${way} limit ${page.limit}) as page))`,
    )
}

/** SQL: id of the campaign that a follow-up belongs to. */
const PARENT = sql<string>`parent.parent_id`

/** The number of matching recipients of a campaign. */
export async function countEmailLogs(
  call: Call,
  campaign: CountedCampaign,
  filter: EmailLogFilter | null | undefined,
): Promise<number> {
  const counted = countedEmailLogs(campaign, filter)
  if (counted !== null) return counted
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    return countOf(withStatus(em, tenantId, campaign.id, statusesOf(filter), filter))
  })
}

/** The number of matching recipients of each campaign: campaign id → count. */
export async function emailLogCountsOf(
  call: Call,
  campaignIds: readonly string[],
  { filter }: { filter: EmailLogFilter | null },
): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const counted = withStatus(em, tenantId, PARENT, statusesOf(filter), filter).select((eb) =>
      eb.fn.countAll<string>().as('count'),
    )
    const { rows } = await sql<{ id: string; count: string }>`select parent_id as id, (${counted}) as count
      from unnest(${uuidArray(campaignIds)}::uuid[]) as parent (parent_id)`.execute(sqlOf(em))
    return new Map(rows.map(({ id, count }) => [id, Number(count)]))
  })
}

/** Recipients of campaigns by id. */
export async function emailLogsOf(call: Call, ids: readonly string[]): Promise<Map<string, EmailLog>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<EmailLog>(em.find(EmailLog, { id: { $in: [...ids] } })),
  )
}

/** The number of matching recipients by the campaign's own counters; null if rows must be counted. */
export function countedEmailLogs(campaign: CountedCampaign, filter: EmailLogFilter | null | undefined): number | null {
  const { status, outcome } = filter ?? {}
  if (campaign.status === 'draft') return 0
  if (status && outcome) return null
  if (status === 'failed') return campaign.failedCount
  if (status === 'delivered') return campaign.deliveredCount
  if (status === 'sent') return campaign.sentCount - campaign.deliveredCount
  if (status === 'pending') return campaign.totalContacts - campaign.sentCount - campaign.failedCount
  if (!outcome) return campaign.totalContacts
  if (campaign.lastStep > 1 && outcome !== 'sent' && outcome !== 'failed') return null
  const counter = COUNTED[outcome]
  return counter === undefined ? null : Number(campaign[counter])
}

/** The recipients of a campaign that match a filter, in any order. */
export const emailsMatching = (em: Em, tenantId: string, campaignId: string, filter: EmailLogFilter) =>
  withStatus(em, tenantId, campaignId, statusesOf(filter), filter)

function statusesOf(filter: EmailLogFilter | null | undefined): EmailLog['status'][] {
  return filter?.status ? STORED[filter.status] : Object.values(STORED).flat()
}

function withStatus(
  em: Em,
  tenantId: string,
  campaignId: string | RawBuilder<string>,
  statuses: readonly EmailLog['status'][],
  filter: EmailLogFilter | null | undefined,
) {
  const query = sqlOf(em)
    .selectFrom('email_logs')
    .where('tenantId', '=', tenantId)
    .where('campaignId', '=', campaignId)
    .where('status', 'in', [...statuses])
  return filter?.outcome ? query.where(hadOutcome(tenantId, campaignId, filter.outcome)) : query
}
