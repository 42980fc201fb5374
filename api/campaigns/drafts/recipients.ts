import { sql } from 'kysely'
import { AUDIENCE_LIMITS, type AudienceInput } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { allowLargeHashes, contactsMatching } from '#api/audiences/contact-matching-queries.ts'
import { sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { countOf } from '#api/platform/database/keyset-pagination.ts'
import { Sheet } from '#api/contacts/sheets/sheet.ts'
import type { Campaign } from '../campaign.ts'

/** Returns how many recipients of a draft are on the suppression list: they would be left out. */
export async function countSuppressed(em: Em, { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>): Promise<number> {
  const [{ count }] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from campaign_contacts r
     join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
     join suppressions s on s.tenant_id = r.tenant_id and s.email_key = c.email_key
     where r.tenant_id = :tenantId and r.campaign_id = :id`,
    { tenantId, id },
  )
  return count
}

/**
 * Sets a draft's recipients: contacts by id, and the current members of an audience, selected inside the database.
 * Existing recipients stay. Throws NOT_FOUND for a missing contact or segment, BAD_INPUT if there are too many.
 */
export async function chooseRecipients(
  em: Em,
  campaign: Campaign,
  contactIds: readonly string[],
  audience: AudienceInput | undefined,
): Promise<void> {
  const { id, tenantId } = campaign
  const db = sqlOf(em)
  const byId = db
    .selectFrom('contacts')
    .where('tenantId', '=', tenantId)
    .where(sql<boolean>`id = any (${uuidArray(contactIds)}::uuid[])`)
  if ((await countOf(byId)) !== new Set(contactIds).size) throw notFound('Contact')
  const byAudience = audience && (await contactsOf(em, tenantId, audience))
  const chosen = !byAudience
    ? byId.select(KEY)
    : contactIds.length === 0
      ? byAudience.select(KEY)
      : byId.select(KEY).union(byAudience.select(KEY))
  await allowLargeHashes(em)
  if (await hasRecipients(em, tenantId, id)) await replaceRecipients(em, { id, tenantId }, chosen)
  else await insertRecipients(em, { id, tenantId }, chosen)
  if (campaign.sheetId) campaign.takesSheetPeople = await isToAllOfSheet(em, campaign)
  const count = await countOf(
    db.selectFrom('campaign_contacts').where('tenantId', '=', tenantId).where('campaignId', '=', id),
  )
  if (count <= AUDIENCE_LIMITS.recipients) return
  throw new AppError(
    'BAD_INPUT',
    `A campaign can have at most ${AUDIENCE_LIMITS.recipients.toLocaleString('en')} recipients, but this audience has ${count}. Narrow it and send the rest with another campaign.`,
  )
}

/** Returns the UUID of a sheet of the workspace. @throws NOT_FOUND */
export async function sheetToUse(em: Em, tenantId: string, sheetId: string): Promise<string> {
  const id = uuidOf('Sheet', sheetId)
  if (!(await em.findOne(Sheet, { tenantId, id }))) throw notFound('Sheet')
  return id
}

/** Returns whether everybody who has a row in the draft's sheet is a recipient of the draft. */
async function isToAllOfSheet(em: Em, { tenantId, id, sheetId }: Campaign): Promise<boolean> {
  const [row] = await em.execute<[{ all: boolean }]>(
    `select not exists (select from sheet_rows where tenant_id = :tenantId and sheet_id = :sheetId and contact_id not in
       (select contact_id from campaign_contacts where tenant_id = :tenantId and campaign_id = :id)) as all`,
    { tenantId, id, sheetId },
  )
  return row.all
}

/** Makes the people of a sheet the recipients of a draft, and keeps them in step whenever the sheet is read again. */
export async function chooseSheet(em: Em, campaign: Campaign, sheetId: string): Promise<void> {
  const { id, tenantId } = campaign
  campaign.takesSheetPeople = true
  const people = contactIdsOf(em)
    .where('contacts.tenantId', '=', tenantId)
    .where(
      sql<boolean>`contacts.id in (select contact_id from sheet_rows where tenant_id = ${tenantId} and sheet_id = ${sheetId})`,
    )
  await allowLargeHashes(em)
  await replaceRecipients(em, { id, tenantId }, people)
}

type Draft = Pick<Campaign, 'id' | 'tenantId'>
type Chosen = ReturnType<typeof contactIdsOf>
const KEY = ['contacts.tenantId', 'contacts.id'] as const
/** A query of the ids of contacts. */
const contactIdsOf = (em: Em) => sqlOf(em).selectFrom('contacts').select(KEY)

async function hasRecipients(em: Em, tenantId: string, id: string): Promise<boolean> {
  const [row] = await em.execute<[{ some: boolean }]>(
    'select exists (select from campaign_contacts where tenant_id = :tenantId and campaign_id = :id) as some',
    { tenantId, id },
  )
  return row.some
}

/**
 * Adds the recipients of a draft that has none; the caller must have created or locked the campaign, so that no other call adds recipients.
 * The workspace id is taken from the contacts, so that a cluster knows that the statement stays on one shard.
 */
async function insertRecipients(em: Em, { id }: Draft, chosen: Chosen): Promise<void> {
  await sqlOf(em)
    .insertInto('campaign_contacts')
    .columns(['tenantId', 'campaignId', 'contactId'])
    .expression((query) =>
      query
        .selectFrom(chosen.as('chosen'))
        .select((eb) => ['chosen.tenantId', eb.val(id).as('campaignId'), 'chosen.id']),
    )
    .execute()
}

/**
 * Replaces the recipients of a draft. Uses `not in` instead of a join: right after an import there are no statistics,
 * and a join would become a slow nested loop.
 */
async function replaceRecipients(em: Em, { id, tenantId }: Draft, chosen: Chosen): Promise<void> {
  await sqlOf(em)
    .with(
      (cte) => cte('chosen').materialized(),
      () => chosen,
    )
    .with('gone', (query) =>
      query
        .deleteFrom('campaign_contacts')
        .where('tenantId', '=', tenantId)
        .where('campaignId', '=', id)
        .where(sql<boolean>`contact_id not in (select id from chosen)`),
    )
    .insertInto('campaign_contacts')
    .columns(['tenantId', 'campaignId', 'contactId'])
    .expression((query) =>
      query
        .selectFrom('chosen')
        .where(
          sql<boolean>`chosen.id not in (select contact_id from campaign_contacts as known
            where known.tenant_id = ${tenantId} and known.campaign_id = ${id})`,
        )
        .select((eb) => [eb.val(tenantId).as('tenantId'), eb.val(id).as('campaignId'), 'chosen.id']),
    )
    .onConflict((known) => known.doNothing())
    .execute()
}

async function contactsOf(em: Em, tenantId: string, audience: AudienceInput) {
  const filter = audience.filter ?? (audience.segmentId ? { segmentId: audience.segmentId } : {})
  const { query } = await contactsMatching(em, tenantId, filter)
  const except = JSON.stringify((audience.except ?? []).map((contactId) => uuidOf('Contact', contactId)))
  return query.where(
    sql<boolean>`contacts.id not in (select value::uuid from jsonb_array_elements_text(${except}::jsonb))`,
  )
}
