import { sql } from 'kysely'
import type { ContactFilter } from '#domain/audiences.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { notFound, uuidOf, uuidOrNull } from '#schema/object-ids.ts'
import { latestTagOf } from './contact-tag.ts'
import { setVariables, sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { likePattern } from '#api/platform/database/keyset-pagination.ts'
import { contactHadOutcome } from '#api/emails/outcome-conditions.ts'
import { Segment } from './segment.ts'

/**
 * The workspace's contacts that meet every condition, as a subquery: no ids leave the database. A segment's conditions
 * are added. Throws NOT_FOUND (the segment, the import, the campaign of an outcome).
 */
export async function contactsMatching(em: Em, tenantId: string, filter: ContactFilter | null | undefined) {
  const db = sqlOf(em).selectFrom('contacts').where('contacts.tenantId', '=', tenantId)
  await requireCampaign(em, tenantId, filter)
  const segment = filter?.segmentId ? await em.findOne(Segment, { id: uuidOf('Segment', filter.segmentId) }) : null
  if (filter?.segmentId && !segment) throw notFound('Segment')
  const tags = await tagsOf(em, tenantId, [filter, segment?.filter])
  let query = narrowed(db, tenantId, filter, tags)
  if (filter?.except?.length) {
    const ids = filter.except.map((id) => uuidOf('Contact', id))
    query = query.where(sql<boolean>`contacts.id <> all (${uuidArray(ids)}::uuid[])`)
  }
  if (filter?.emails) {
    const keys = JSON.stringify(filter.emails.map(emailKey))
    query = query.where(
      sql<boolean>`contacts.email_key in (select lower(value) from jsonb_array_elements_text(${keys}::jsonb))`,
    )
  }
  if (filter?.externalIds) {
    const keys = JSON.stringify(filter.externalIds)
    query = query.where(
      sql<boolean>`contacts.external_id in (select value from jsonb_array_elements_text(${keys}::jsonb))`,
    )
  }
  if (filter?.updatedSince) query = query.where(await changedSince(em, tenantId, filter.updatedSince))
  if (filter?.importId) query = query.where(await namedInImport(em, tenantId, filter.importId))
  if (segment) query = narrowed(query, tenantId, segment.filter, tags)
  return { query }
}

/**
 * The condition that a contact changed since a moment, or was tagged. If few were tagged, each half uses an index. If
 * many, the time is computed contact by contact, so that all pages together look at each contact once; two indexes would
 * gather all that changed for every page.
 */
async function changedSince(em: Em, tenantId: string, since: Date) {
  const tagged = await em.execute<{ id: string }[]>(
    `select contact_id as id from contact_tags where tenant_id = :tenantId and added_at >= :since order by added_at limit :most`,
    { tenantId, since, most: RARE + 1 },
  )
  if (tagged.length > RARE) {
    return sql<boolean>`greatest(contacts.updated_at, ${latestTagOf(tenantId)}) >= ${since}::timestamptz`
  }
  const ids = uuidArray(new Set(tagged.map(({ id }) => id)))
  return sql<boolean>`(contacts.updated_at >= ${since}::timestamptz or contacts.id = any (${ids}::uuid[]))`
}

/** The condition that the file of an import named a contact. Throws NOT_FOUND. */
async function namedInImport(em: Em, tenantId: string, importId: string) {
  const id = uuidOf('ContactImport', importId)
  const found = await em.execute<unknown[]>('select from contact_imports where tenant_id = :tenantId and id = :id', {
    tenantId,
    id,
  })
  if (found.length === 0) throw notFound('ContactImport')
  return sql<boolean>`contacts.id in (
    select unnest(contact_ids) from import_batches where tenant_id = ${tenantId}::uuid and import_id = ${id}::uuid)`
}

/** The contacts in each segment, in order; none if it asks for the outcome of a deleted campaign. */
export async function contactsOfSegments(em: Em, segments: readonly Pick<Segment, 'tenantId' | 'filter'>[]) {
  const [first] = segments
  if (!first) return []
  const tags = await tagsOf(
    em,
    first.tenantId,
    segments.map(({ filter }) => filter),
  )
  return segments.map(({ tenantId, filter }) =>
    narrowed(sqlOf(em).selectFrom('contacts').where('contacts.tenantId', '=', tenantId), tenantId, filter, tags),
  )
}

/** Throws NOT_FOUND if a filter asks for the outcome of a missing campaign. */
export async function requireCampaign(
  em: Em,
  tenantId: string,
  filter: ContactFilter | null | undefined,
): Promise<void> {
  if (!filter?.campaignOutcome) return
  const id = uuidOf('Campaign', filter.campaignOutcome.campaignId)
  const found = await em.execute<unknown[]>('select from campaigns where tenant_id = :tenantId and id = :id', {
    tenantId,
    id,
  })
  if (found.length === 0) throw notFound('Campaign')
}

type ContactsQuery = ReturnType<typeof everyContact>
const everyContact = (em: Em) => sqlOf(em).selectFrom('contacts').where('contacts.tenantId', '=', '')

function narrowed(
  query: ContactsQuery,
  tenantId: string,
  filter: ContactFilter | null | undefined,
  tags: RareTags,
): ContactsQuery {
  let narrow = query
  const search = filter?.search?.trim().normalize('NFC')
  // Stored text is composed, and PostgreSQL lower-cases it itself.
  if (search) narrow = narrow.where(sql<boolean>`search_text like lower(${likePattern(search)}::text)`)
  for (const tag of filter?.tags ?? []) narrow = narrow.where(hasTag(tenantId, tag, tags))
  for (const tag of filter?.withoutTags ?? []) narrow = narrow.where(tagIs(tenantId, tag, false))
  for (const { name, equals, contains, isEmpty } of filter?.fields ?? []) {
    const value = sql<string>`coalesce(contacts.fields ->> ${name.normalize('NFC')}::text, '')`
    if (equals != null) narrow = narrow.where(sql<boolean>`lower(${value}) = lower(${equals.normalize('NFC')}::text)`)
    if (contains != null)
      narrow = narrow.where(sql<boolean>`lower(${value}) like lower(${likePattern(contains.normalize('NFC'))}::text)`)
    if (isEmpty != null) narrow = narrow.where(sql<boolean>`(${value} = '') = ${isEmpty}::boolean`)
  }
  if (filter?.suppressed != null) {
    narrow = narrow.where(
      sql<boolean>`exists (select from suppressions s where s.tenant_id = ${tenantId}::uuid
        and s.email_key = contacts.email_key) = ${filter.suppressed}::boolean`,
    )
  }
  if (filter?.campaignOutcome) {
    const campaignId = uuidOrNull('Campaign', filter.campaignOutcome.campaignId)
    narrow = narrow.where(contactHadOutcome(tenantId, campaignId, filter.campaignOutcome.outcome))
  }
  return narrow
}

/** Up to this many contacts, a tag's contacts are listed by id, and those that were tagged since a moment. */
const RARE = 1_000

/** The ids of the contacts with a tag, for each tag that is rare. */
type RareTags = Map<string, string[]>

/** Looks up the tags of filters, for {@link narrowed}. Lets the transaction hash many contacts if it may have to. */
async function tagsOf(
  em: Em,
  tenantId: string,
  filters: readonly (ContactFilter | null | undefined)[],
): Promise<RareTags> {
  const wanted = [...new Set(filters.flatMap((filter) => filter?.tags ?? []))]
  const rows =
    wanted.length === 0
      ? []
      : await em.execute<{ tag: string; ids: string[] }[]>(
          `select wanted.tag, array(select contact_id::text from contact_tags
             where tenant_id = :tenantId and tag_key = lower(wanted.tag) limit :most) as ids
           from jsonb_array_elements_text(:wanted::jsonb) as wanted (tag)`,
          { tenantId, wanted: JSON.stringify(wanted), most: RARE + 1 },
        )
  const rare = new Map(rows.filter(({ ids }) => ids.length <= RARE).map(({ tag, ids }) => [tag, ids]))
  if (rare.size < wanted.length || filters.some((filter) => filter?.withoutTags?.length)) await allowLargeHashes(em)
  return rare
}

/** The condition that a contact has a tag. A rare tag lists its contacts, so others are not scanned. */
function hasTag(tenantId: string, tag: string, tags: RareTags) {
  const rare = tags.get(tag)
  return rare ? sql<boolean>`contacts.id = any (${uuidArray(rare)}::uuid[])` : tagIs(tenantId, tag, true)
}

/** Memory for a hash of a million contacts. */
const HASH_MEMORY = '64MB'

/** Allows this transaction to hash many contacts, however few the planner expects. */
export async function allowLargeHashes(em: Em): Promise<void> {
  await setVariables(em, { work_mem: HASH_MEMORY })
}

/**
 * The condition that a contact has, or lacks, a tag, checked per contact or by hash. As a comparison it never becomes a
 * join: after many new tags there are no statistics, and the planner would choose a nested loop that takes minutes with
 * 100,000 contacts.
 */
function tagIs(tenantId: string, tag: string, wanted: boolean) {
  return sql<boolean>`exists (select from contact_tags t where t.tenant_id = ${tenantId}::uuid
    and t.contact_id = contacts.id and t.tag_key = lower(${tag}::text)) = ${wanted}::boolean`
}
