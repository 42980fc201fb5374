import { sql } from 'kysely'
import { z } from 'zod'
import { contactFilter, type ContactFilter } from '#domain/audiences.ts'
import {
  CONTACT_FIELD_NAMES,
  entryOf,
  listFields,
  SHEET_FIELD_NAMES,
  type ContactValues,
} from '#domain/contacts/contact-fields.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { contactsMatching } from '#api/audiences/contact-matching-queries.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { readInOrder, sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { countOf } from '#api/platform/database/keyset-pagination.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import type { Contact } from './contact.ts'
import { fieldOrder } from '#api/audiences/field-order.ts'
import { EXPORT_BATCH, tableFile, type ExportFormat, type TableFile } from '#api/platform/tables/table-export.ts'
import { countText } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** maximum number of contact ids in one export */
const CHOSEN_MAX = 50_000

const KNOWN_COLUMNS = [...SHEET_FIELD_NAMES.map(entryOf), { header: 'Tags', width: 24 }].map(({ header, width }) => ({
  header,
  width,
}))

/** Contacts to export: those that match the filter and, if ids are given, have one of the ids. */
interface Which {
  filter: ContactFilter
  ids: readonly string[] | null
}

const chosenIds = z
  .array(z.string(), 'The ids must be given as a list')
  .max(CHOSEN_MAX, `Choose at most ${CHOSEN_MAX.toLocaleString('en')} contacts by id; use a filter for more`)
  .nullish()

/**
 * Streams the matching contacts as a file, newest first, with a column per custom field; no cell is ever a formula.
 * With ids, only those; missing ids are skipped. Throws BAD_INPUT and NOT_FOUND (a segment) before the first piece.
 */
export async function exportContacts(
  call: Call,
  format: ExportFormat,
  asked: unknown,
  only?: unknown,
): Promise<TableFile> {
  const { tenantId } = viewerWith(call, 'contacts:read')
  const ids = parseInput(chosenIds, only)?.map((id) => uuidOf('Contact', id)) ?? null
  const which: Which = { filter: parseInput(contactFilter, asked), ids }
  // Over GraphQL the schema guards this condition.
  if (which.filter.campaignOutcome) viewerWith(call, 'campaigns:read')
  const { fields, total } = await call.app.database.inTenant(tenantId, async (em) => {
    const count = await countOf(await chosen(em, tenantId, which))
    await recordOwn(call, em, {
      action: 'contacts_exported',
      target: { label: countText(count, 'contact', 'contacts') },
    })
    return { fields: await fieldsInUse(em, tenantId, which), total: count }
  })
  const readNext = (last: string | null) => readBatch(call, tenantId, which, last, total)
  return tableFile(format, {
    name: 'Contacts',
    columns: [...KNOWN_COLUMNS, ...fields.map((header) => ({ header, width: 24 }))],
    total,
    first: await readNext(null),
    next: (last) => readNext(last.id),
    cellsOf: (contact) => [
      ...SHEET_FIELD_NAMES.map((field) => contact[field] ?? ''),
      contact.tags ?? '',
      ...fields.map((name) => contact.fields[name] ?? ''),
    ],
  })
}

async function chosen(em: Em, tenantId: string, { filter, ids }: Which) {
  const { query } = await contactsMatching(em, tenantId, filter)
  return ids ? query.where(sql<boolean>`contacts.id = any (${uuidArray(ids)}::uuid[])`) : query
}

/** The custom fields of the matching contacts, in the order of the sheets they came from, others by name after them. */
async function fieldsInUse(em: Em, tenantId: string, which: Which): Promise<string[]> {
  const query = await chosen(em, tenantId, which)
  const rows = await query
    .select(sql<string>`jsonb_object_keys(contacts.fields)`.as('name'))
    .distinct()
    .execute()
  const names = rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'))
  return (await fieldOrder(em, tenantId))(names, (name) => name)
}

type ExportedContact = ContactValues & Pick<Contact, 'id' | 'fields'> & { tags: string | null }

const VALUES = sql.raw(listFields(CONTACT_FIELD_NAMES, (name, { column }) => `${column} as "${name}"`))

/**
 * Reads the next contacts of an export. If there are several batches, they come in the order of ids, so that all
 * batches together read the workspace once.
 */
function readBatch(call: Call, tenantId: string, which: Which, last: string | null, total: number) {
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = await chosen(em, tenantId, which)
    if (total > EXPORT_BATCH) await readInOrder(em)
    const beyond = last === null ? query : query.where('contacts.id', '<', last)
    // A typed query would convert each row, which takes longer than writing the file.
    const { rows } = await sql<ExportedContact>`
      select id, ${VALUES}, fields,
        (select string_agg(t.tag, ', ' order by t.tag_key) from contact_tags t
          where t.tenant_id = ${tenantId}::uuid and t.contact_id = chosen.id) as tags
      from (${beyond.select(['contacts.id', ...CONTACT_FIELD_NAMES, 'fields'])}) as chosen
      order by id desc limit ${EXPORT_BATCH}`.execute(sqlOf(em))
    return rows
  })
}
