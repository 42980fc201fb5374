import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import {
  countOf,
  keysetPage,
  orderOf,
  readPage,
  searched,
  withCursor,
  NEWEST_FIRST,
  OLDEST_FIRST,
  type Listed,
  type RequestedOrder,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { Contact } from '#api/contacts/contact.ts'
import { Attachment } from './drafts/attachment.ts'
import { Campaign } from './campaign.ts'
import { leftOutOnPurpose } from '#api/emails/email-sql-conditions.ts'
import { WITH_FOLLOW_UPS } from './follow-ups/campaign-with-follow-ups.ts'

export interface CampaignFilter {
  status?: Campaign['status'] | null | undefined
  search?: string | null | undefined
  /** true: only drafts whose launch this person can approve or decline */
  awaitsMe?: boolean | null | undefined
  /** id of a repeating campaign: only its runs */
  repeatOf?: string | null | undefined
  /** true: only drafts whose rule to repeat is switched on */
  repeats?: boolean | null | undefined
  /** false: without the runs of repeating campaigns that still exist */
  runs?: boolean | null | undefined
}
export type CampaignOrder = RequestedOrder<'createdAt' | 'name'>

/** A page of campaigns; the newest first unless an order is given. */
export async function listCampaigns(
  call: Call,
  filter: CampaignFilter | null | undefined,
  orderBy: CampaignOrder | null | undefined,
  page: Page,
): Promise<Listed<Campaign>[]> {
  const { tenantId } = viewerOf(call)
  const order = orderOf(orderBy, NEWEST_FIRST)
  return call.app.database.inTenant(tenantId, (em) => readPage(matching(em, call, filter).selectAll(), order, page))
}

/** Returns how many campaigns match. */
export async function countCampaigns(call: Call, filter: CampaignFilter | null | undefined): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    return countOf(matching(em, call, filter))
  })
}

/** Finds a campaign of the caller's workspace by its id. */
export async function findCampaign(call: Call, id: string): Promise<Campaign | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(Campaign, { id }))
}

/** Campaigns by id; those that are gone, or of another workspace, are left out. The id of a follow-up stands for its campaign, that of an answer for the one it is about. */
export async function campaignsOf(call: Call, ids: readonly string[]): Promise<Map<string, Campaign>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const all = await em.find(Campaign, { tenantId, id: { $in: [...ids] } }, WITH_FOLLOW_UPS)
    const parents = all.flatMap((campaign) => seenOf(campaign) ?? [])
    const missing = parents.length === 0 ? [] : await em.find(Campaign, { tenantId, id: { $in: parents } })
    const known = new Map([...all, ...missing].map((campaign) => [campaign.id, campaign]))
    return new Map(
      all.flatMap((campaign) => {
        const whole = known.get(seenOf(campaign) ?? campaign.id)
        return whole ? [[campaign.id, whole] as const] : []
      }),
    )
  })
}

/**
 * Returns the id of the campaign that people see for a hidden one (a follow-up or an answer); null for a campaign that
 * is visible itself.
 */
const seenOf = ({ parentId, answersCampaignId }: Campaign) => parentId ?? answersCampaignId ?? null

/** Selected contacts read at a time: five of the largest campaigns. */
const SELECTED_MAX = 1_000_000

/** A page of the selected contacts of each campaign, oldest contact first: campaign id → contacts. */
export async function selectedContactPagesOf(
  call: Call,
  campaignIds: readonly string[],
  { page }: { page: Page },
): Promise<Map<string, Listed<Contact>[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const own = sql`(select contact_id as id from campaign_contacts where tenant_id = ${tenantId}::uuid and campaign_id = parent_id)`
    const paged = keysetPage(
      sqlOf(em)
        .selectFrom(own.as('selected'))
        .select(sql`id`.as('id')),
      OLDEST_FIRST,
      page,
    )
    const { rows: pairs } = await sql<{
      campaign: string
      contact: string
    }>`select parent_id as campaign, page.id as contact
      from unnest(${uuidArray(campaignIds)}::uuid[]) as parent (parent_id) cross join lateral (${paged}) as page`.execute(
      sqlOf(em),
    )
    const contacts = await byId<Contact>(
      em.find(Contact, { id: { $in: [...new Set(pairs.map(({ contact }) => contact))] } }),
    )
    const rows = Map.groupBy(pairs, ({ campaign }) => campaign)
    return new Map(
      [...rows].map(([campaign, selected]) => [
        campaign,
        withCursor(
          selected.flatMap(({ contact }) => contacts.get(contact) ?? []),
          OLDEST_FIRST,
        ),
      ]),
    )
  })
}

/**
 * The selected contacts of campaigns: campaign id → contact ids. Throws BAD_INPUT if there are more than `most` in
 * total.
 */
export async function selectedContactsOf(
  call: Call,
  ids: readonly string[],
  most = SELECTED_MAX,
): Promise<Map<string, string[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const count = await countOf(
      sqlOf(em)
        .selectFrom('campaign_contacts')
        .where('tenantId', '=', tenantId)
        .where('campaignId', 'in', [...ids]),
    )
    if (count > most) {
      throw new AppError(
        'BAD_INPUT',
        `These campaigns have ${count.toLocaleString('en-US')} selected contacts, but a response can have at most ${most.toLocaleString('en-US')}. Request fewer campaigns at a time.`,
      )
    }
    const rows = await sqlOf(em)
      .selectFrom('campaign_contacts')
      .select(['campaignId', 'contactId'])
      .where('tenantId', '=', tenantId)
      .where('campaignId', 'in', [...ids])
      .orderBy('contactId')
      .execute()
    const chosen = new Map<string, string[]>()
    for (const id of ids) chosen.set(id, [])
    for (const row of rows) chosen.get(row.campaignId)?.push(row.contactId)
    return chosen
  })
}

/** The number of contacts selected for campaigns: campaign id → count. */
export async function recipientCountsOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await sqlOf(em)
      .selectFrom('campaign_contacts')
      .select((eb) => ['campaignId', eb.fn.countAll<string>().as('count')])
      .where('tenantId', '=', tenantId)
      .where('campaignId', 'in', [...ids])
      .groupBy('campaignId')
      .execute()
    return new Map(rows.map(({ campaignId, count }) => [campaignId, Number(count)]))
  })
}

/** Returns how many recipients of campaigns were left out on purpose: campaign id → count. */
export async function leftOutCountsOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string; count: number }[]>(
      `select l.campaign_id as id, count(*)::int as count from email_logs l
       where l.tenant_id = :tenantId and l.campaign_id = any (:ids::uuid[]) and ${leftOutOnPurpose('l')} group by l.campaign_id`,
      { tenantId, ids: uuidArray(ids) },
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}

/** The attachments of campaigns without their content: campaign id → attachments in order. */
export async function attachmentsOf(
  call: Call,
  ids: readonly string[],
): Promise<Map<string, Omit<Attachment, 'content'>[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const files = await em.find(Attachment, { campaignId: { $in: [...ids] } }, { orderBy: { position: 'asc' } })
    return Map.groupBy(files, (file) => file.campaignId)
  })
}

function matching(em: Em, call: Call, filter: CampaignFilter | null | undefined) {
  const { tenantId, userId, role, scopes } = viewerOf(call)
  let query = sqlOf(em)
    .selectFrom('campaigns')
    .where('tenantId', '=', tenantId)
    .where('parentId', 'is', null)
    .where('answersReplyId', 'is', null)
  if (filter?.status) query = query.where('status', '=', filter.status)
  if (filter?.awaitsMe) {
    const waiting = sqlOf(em)
      .selectFrom('campaign_approvals')
      .select('campaignId')
      .where('tenantId', '=', tenantId)
      .where('status', '=', 'waiting')
      .where('askedBy', '!=', userId)
    query = query.where('status', '=', 'draft').where('id', 'in', waiting)
    if (role !== 'admin' || scopes !== null) query = query.where(sql<boolean>`false`)
  }
  if (filter?.repeatOf) query = query.where('repeatOf', '=', uuidOf('Campaign', filter.repeatOf))
  if (filter?.repeats) {
    query = query.where(
      sql<boolean>`exists (select from campaign_repeats r where r.tenant_id = ${tenantId}::uuid and r.campaign_id = campaigns.id and r.is_on)`,
    )
  }
  if (filter?.runs === false) {
    query = query.where(
      sql<boolean>`not exists (select from campaign_repeats r where r.tenant_id = ${tenantId}::uuid and r.campaign_id = campaigns.repeat_of)`,
    )
  }
  return searched(query, ['name', 'subject'], filter?.search)
}
