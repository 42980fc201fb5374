import { sql } from 'kysely'
import { tagsInput } from '#domain/audiences.ts'
import { viewerOf, type Call } from '../context.ts'
import { sqlOf, type Em } from '../platform/database.ts'
import { parseInput } from '../platform/input.ts'
import { noteContacts } from '../webhooks/outbox.ts'
import { withChosen, type ChosenContacts, type ContactChoice } from './chosen.ts'

/** A name in use and its number of contacts. */
export interface NameInUse {
  name: string
  contactCount: number
}

/** Maximum number of names returned. */
const NAMES_SHOWN = 1_000

/** The tags in use, most frequent first, at most a thousand. */
export async function contactTags(call: Call): Promise<NameInUse[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) =>
    em.execute<NameInUse[]>(
      `select min(tag) as name, count(*)::int as "contactCount" from contact_tags where tenant_id = :tenantId
       group by tag_key order by count(*) desc, tag_key limit :NAMES_SHOWN`,
      { tenantId, NAMES_SHOWN },
    ),
  )
}

/** The custom fields in use, most frequent first, at most a thousand; empty values do not count. */
export async function contactFields(call: Call): Promise<NameInUse[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) =>
    em.execute<NameInUse[]>(
      `select key as name, count(*)::int as "contactCount" from contacts, jsonb_each_text(fields)
       where tenant_id = :tenantId and value <> '' group by key order by count(*) desc, key limit :NAMES_SHOWN`,
      { tenantId, NAMES_SHOWN },
    ),
  )
}

/** Adds tags to the contacts chosen; returns how many contacts were chosen. Throws BAD_INPUT, NOT_FOUND (a segment). */
export async function addTags(call: Call, tags: string[], choice: ContactChoice): Promise<number> {
  const labels = parseInput(tagsInput, tags)
  return withChosen(call, choice, async (em, { tenantId, query, count }) => {
    for (const label of await existingSpelling(em, tenantId, labels)) {
      await sqlOf(em)
        .insertInto('contact_tags')
        .columns(['tenantId', 'contactId', 'tag'])
        .expression(query.select((eb) => ['contacts.tenantId', 'contacts.id', eb.val(label).as('tag')]))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await noteChosen(em, query)
    return count
  })
}

/** Takes tags from the contacts chosen; returns how many contacts were chosen. Throws BAD_INPUT, NOT_FOUND (a segment). */
export async function removeTags(call: Call, tags: string[], choice: ContactChoice): Promise<number> {
  const labels = parseInput(tagsInput, tags)
  return withChosen(call, choice, async (em, { tenantId, query, count }) => {
    // The query may ask for the label that is about to go.
    await noteChosen(em, query)
    await sqlOf(em)
      .deleteFrom('contact_tags')
      .where('tenantId', '=', tenantId)
      .where((eb) => eb.or(labels.map((label) => eb('tagKey', '=', eb.fn<string>('lower', [eb.val(label)])))))
      .where('contactId', 'in', query.select('contacts.id'))
      .execute()
    return count
  })
}

/** Webhooks hear of all contacts chosen, also of those that had the label already. */
async function noteChosen(em: Em, query: ChosenContacts['query']): Promise<void> {
  const chosen = query.select(['contacts.tenantId as tenant_id', 'contacts.id as id'])
  await sql`with chosen as (${chosen}), ${sql.raw(noteContacts({ from: 'chosen', change: 'updated' }))} select`.execute(
    sqlOf(em),
  )
}

/** The tags of contacts: contact id → tags in alphabetical order. */
export async function tagsOf(call: Call, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { tenantId } = viewerOf(call)
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    sqlOf(em)
      .selectFrom('contact_tags')
      .select(['contactId', 'tag'])
      .where('tenantId', '=', tenantId)
      .where('contactId', 'in', [...ids])
      .orderBy('tagKey')
      .execute(),
  )
  const tags = new Map<string, string[]>()
  for (const { contactId, tag } of rows) tags.set(contactId, [...(tags.get(contactId) ?? []), tag])
  return tags
}

/** Replaces a contact's tags. */
export async function setTags(em: Em, tenantId: string, contactId: string, labels: readonly string[]): Promise<void> {
  const tags = JSON.stringify(await existingSpelling(em, tenantId, labels))
  await em.execute(
    `delete from contact_tags where tenant_id = :tenantId and contact_id = :contactId
     and tag_key not in (select lower(value) from jsonb_array_elements_text(:tags::jsonb))`,
    { tenantId, contactId, tags },
  )
  await em.execute(
    `insert into contact_tags (tenant_id, contact_id, tag)
     select :tenantId, :contactId, value from jsonb_array_elements_text(:tags::jsonb) on conflict do nothing`,
    { tenantId, contactId, tags },
  )
}

/** Each tag in its existing spelling, so “VIP” and “vip” stay one. */
export async function existingSpelling(em: Em, tenantId: string, labels: readonly string[]): Promise<string[]> {
  const spelled = []
  for (const label of labels) {
    const [known] = await em.execute<{ tag: string }[]>(
      'select tag from contact_tags where tenant_id = :tenantId and tag_key = lower(:label) limit 1',
      { tenantId, label },
    )
    spelled.push(known?.tag ?? label)
  }
  return spelled
}
