import { sql } from 'kysely'
import { countText } from '#domain/audit.ts'
import { tagsInput } from '#domain/audiences.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { fieldOrder } from './field-order.ts'
import { planForAnyTenant, sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { noteContacts } from '#api/webhooks/webhook-outbox.ts'
import { startTask, type TaskRun, type TaskWork } from '#api/tasks/start-task.ts'
import type { Task } from '#api/tasks/task.ts'
import {
  CHANGED_AT_ONCE_MAX,
  chosenContacts,
  inChunks,
  withChosen,
  type CheckedChoice,
  type ChosenContacts,
  type ContactChoice,
} from './contact-selection.ts'

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

/**
 * The custom fields in use, in the order of the sheets they came from, others after them; at most the thousand most
 * frequent. Empty values do not count.
 */
export async function contactFields(call: Call): Promise<NameInUse[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const names = await em.execute<NameInUse[]>(
      `select key as name, count(*)::int as "contactCount" from contacts, jsonb_each_text(fields)
       where tenant_id = :tenantId and value <> '' group by key order by count(*) desc, key limit :NAMES_SHOWN`,
      { tenantId, NAMES_SHOWN },
    )
    return (await fieldOrder(em, tenantId))(names, ({ name }) => name)
  })
}

/**
 * Adds tags to the contacts chosen: to a few at once, to many by a task that shows its progress. Returns how many
 * contacts were chosen, and the task if there is one. Throws BAD_INPUT, NOT_FOUND (a segment).
 */
export function addTags(call: Call, tags: string[], choice: ContactChoice): Promise<TagsChanged> {
  return changeTags(call, 'addTags', tags, choice)
}

/** Removes tags from the chosen contacts, at once or by a task; see {@link addTags}. */
export function removeTags(call: Call, tags: string[], choice: ContactChoice): Promise<TagsChanged> {
  return changeTags(call, 'removeTags', tags, choice)
}

interface TagsChanged {
  contactCount: number
  task: Task | null
}

type ChangeTags = (em: Em, tenantId: string, contacts: ChosenContacts['query'], labels: string[]) => Promise<void>
const CHANGES = { addTags: addTo, removeTags: removeFrom } satisfies Record<string, ChangeTags>

async function changeTags(
  call: Call,
  kind: keyof typeof CHANGES,
  tags: string[],
  chosen: ContactChoice,
): Promise<TagsChanged> {
  const labels = parseInput(tagsInput, tags)
  return withChosen(call, chosen, async (em, { tenantId, query, choice, count }) => {
    if (count > CHANGED_AT_ONCE_MAX) {
      const input: TagsOfChosen = { ...choice, labels }
      return { contactCount: count, task: await startTask(call, em, kind, { input: { ...input }, total: count }) }
    }
    await CHANGES[kind](em, tenantId, query, labels)
    return { contactCount: count, task: null }
  })
}

/** The input of a task. */
type TagsOfChosen = CheckedChoice & { labels: string[] }

/** Adds tags to the contacts that match when the task begins to work. */
export const addTagsWork: TaskWork = async (run) => {
  const contacts = await changeTagsOfTask(run, addTo)
  return { message: `Tags added to ${contacts}.` }
}

/** Removes tags from the contacts that match when the task begins to work. */
export const removeTagsWork: TaskWork = async (run) => {
  const contacts = await changeTagsOfTask(run, removeFrom)
  return { message: `Tags removed from ${contacts}.` }
}

async function changeTagsOfTask({ em, task, report }: TaskRun, change: ChangeTags): Promise<string> {
  const { tenantId } = task
  const { labels, ...choice } = task.input as TagsOfChosen
  const { query, count } = await chosenContacts(em, tenantId, choice)
  await report(0, count)
  const contacts = sqlOf(em).selectFrom('contacts').where('contacts.tenantId', '=', tenantId)
  const changeSome = async (ids: string[]) => {
    // Otherwise, right after an import, each chunk would look at all contacts. `inChunks` has found them with their own plan.
    await planForAnyTenant(em)
    await change(em, tenantId, contacts.where(sql<boolean>`contacts.id = any (${uuidArray(ids)}::uuid[])`), labels)
  }
  return countText(await inChunks(em, query, changeSome, report), 'contact', 'contacts')
}

async function addTo(...[em, tenantId, contacts, labels]: Parameters<ChangeTags>): Promise<void> {
  for (const label of await existingSpelling(em, tenantId, labels)) {
    // In the order of their ids: who adds the same tag at the same time waits, and neither waits for the other.
    const wanted = contacts
      .select((eb) => ['contacts.tenantId', 'contacts.id', eb.val(label).as('tag')])
      .orderBy('contacts.id')
    await sql`with tagged as (
        insert into contact_tags as t (tenant_id, contact_id, tag) ${wanted} on conflict do nothing
        returning t.tenant_id, t.contact_id as id),
      ${withTenant(noteContacts({ from: 'tagged', change: 'updated' }), tenantId)} select`.execute(sqlOf(em))
  }
}

async function removeFrom(...[em, tenantId, contacts, labels]: Parameters<ChangeTags>): Promise<void> {
  const keys = sql.join(labels.map((label) => sql`lower(${label})`))
  await sql`with untagged as (
      delete from contact_tags where tenant_id = ${tenantId}::uuid and tag_key in (${keys})
        and contact_id in (${contacts.select('contacts.id')}) returning contact_id)
    -- Locks them in the order of their ids, as others do.
    , locked as (select * from (select id from contacts where tenant_id = ${tenantId}::uuid
      and id in (select contact_id from untagged) order by id for no key update) as l),
    touched as (update contacts set updated_at = now() where tenant_id = ${tenantId}::uuid
      and id in (select id from locked) returning tenant_id, id),
    ${withTenant(noteContacts({ from: 'touched', change: 'updated' }), tenantId)} select`.execute(sqlOf(em))
}

/** SQL with the workspace in place of `:tenantId`. */
const withTenant = (text: string, tenantId: string) =>
  sql.join(
    text.split(':tenantId').map((part) => sql.raw(part)),
    sql`${tenantId}::uuid`,
  )

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

/** Replaces the tags of contacts (contact id → all its tags); returns the contacts whose tags changed. */
export async function setTagsOf(
  em: Em,
  tenantId: string,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  if (wanted.size === 0) return []
  const labels = [...new Set([...wanted.values()].flat())]
  const spelled = await existingSpelling(em, tenantId, labels)
  const spelling = new Map(labels.map((label, index) => [label, spelled[index] ?? label]))
  const pairs = [...wanted].flatMap(([id, tags]) =>
    tags.map((tag) => ({ tenantId, id, tag: spelling.get(tag) ?? tag })),
  )
  const rows = await em.execute<{ id: string }[]>(
    `with pairs as (select * from jsonb_to_recordset(:pairs::jsonb) as r ("tenantId" uuid, id uuid, tag text)),
     gone as (
       delete from contact_tags t where t.tenant_id = :tenantId and t.contact_id = any (:ids::uuid[])
         and not exists (select from pairs where pairs.id = t.contact_id and lower(pairs.tag) = t.tag_key)
       returning t.contact_id),
     added as (
       insert into contact_tags as t (tenant_id, contact_id, tag) select "tenantId", id, tag from pairs
       on conflict do nothing returning t.contact_id),
     touched as (
       update contacts set updated_at = now() where tenant_id = :tenantId and id in (select contact_id from gone))
     select contact_id as id from gone union select contact_id from added`,
    { tenantId, pairs: JSON.stringify(pairs), ids: uuidArray(wanted.keys()) },
  )
  return rows.map(({ id }) => id)
}

/** Replaces a contact's tags. */
export async function setTags(em: Em, tenantId: string, contactId: string, labels: readonly string[]): Promise<void> {
  await setTagsOf(em, tenantId, new Map([[contactId, labels]]))
}

/** Returns each tag as the workspace already spells it, so that “VIP” and “vip” stay one tag; new tags as given. */
export async function existingSpelling(em: Em, tenantId: string, labels: readonly string[]): Promise<string[]> {
  const rows = await em.execute<{ tag: string }[]>(
    `select coalesce((select tag from contact_tags t where t.tenant_id = :tenantId and t.tag_key = lower(l.label) limit 1),
       l.label) as tag
     from jsonb_array_elements_text(:labels::jsonb) with ordinality as l (label, place) order by place`,
    { tenantId, labels: JSON.stringify(labels) },
  )
  return rows.map(({ tag }) => tag)
}
