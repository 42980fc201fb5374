import { sql } from 'kysely'
import type { ContactFilter } from '#domain/audiences.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import { sqlOf, type Em } from '../database.ts'
import { likePattern } from '../keyset.ts'
import { Segment } from './segment.ts'

/**
 * The contacts of the workspace that meet every condition, as a query to go on with: no ids leave the database. A segment's conditions
 * come on top. Throws NOT_FOUND (the segment).
 */
export async function contactsMatching(em: Em, tenantId: string, filter: ContactFilter | null | undefined) {
  let query = narrowed(sqlOf(em).selectFrom('contacts').where('contacts.tenantId', '=', tenantId), tenantId, filter)
  if (filter?.segmentId) {
    const segment = await em.findOne(Segment, { id: uuidOf('Segment', filter.segmentId) })
    if (!segment) throw notFound('Segment')
    query = narrowed(query, tenantId, segment.filter)
  }
  return { query }
}

type ContactsQuery = ReturnType<typeof everyContact>
const everyContact = (em: Em) => sqlOf(em).selectFrom('contacts').where('contacts.tenantId', '=', '')

function narrowed(query: ContactsQuery, tenantId: string, filter: ContactFilter | null | undefined): ContactsQuery {
  let narrow = query
  const search = filter?.search?.trim().toLowerCase()
  if (search) narrow = narrow.where('searchText', 'like', likePattern(search))
  for (const tag of filter?.tags ?? []) narrow = narrow.where(hasTag(tenantId, tag))
  for (const tag of filter?.withoutTags ?? []) narrow = narrow.where(sql<boolean>`not ${hasTag(tenantId, tag)}`)
  for (const { name, equals, contains, isEmpty } of filter?.fields ?? []) {
    const value = sql<string>`coalesce(contacts.fields ->> ${name}::text, '')`
    if (equals != null) narrow = narrow.where(sql<boolean>`lower(${value}) = lower(${equals}::text)`)
    if (contains != null)
      narrow = narrow.where(sql<boolean>`lower(${value}) like lower(${likePattern(contains)}::text)`)
    if (isEmpty != null) narrow = narrow.where(sql<boolean>`(${value} = '') = ${isEmpty}::boolean`)
  }
  if (filter?.suppressed != null) {
    narrow = narrow.where(
      sql<boolean>`exists (select from suppressions s where s.tenant_id = ${tenantId}::uuid
        and s.email_key = contacts.email_key) = ${filter.suppressed}::boolean`,
    )
  }
  return narrow
}

function hasTag(tenantId: string, tag: string) {
  return sql<boolean>`exists (select from contact_tags t where t.tenant_id = ${tenantId}::uuid
    and t.contact_id = contacts.id and t.tag_key = lower(${tag}::text))`
}
