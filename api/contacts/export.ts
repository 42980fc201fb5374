import { sql } from 'kysely'
import { z } from 'zod'
import { contactFilter, type ContactFilter } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { uuidOf } from '#schema/ids.ts'
import { contactsMatching } from '../audiences/matching.ts'
import { viewerWith, type Call } from '../context.ts'
import { uuidArray, type Em } from '../database.ts'
import { parseInput } from '../input.ts'
import { writeCsv } from './spreadsheet/write-csv.ts'
import { writeWorkbook } from './spreadsheet/write-workbook.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Contacts read at a time, each time in a transaction of its own: a slow download holds neither memory nor a connection. */
const BATCH = 2_000

/** ids in one call */
const CHOSEN_MAX = 50_000

const KNOWN_COLUMNS = [
  { header: 'S.No', width: 8 },
  { header: 'First Name', width: 20 },
  { header: 'Last Name', width: 20 },
  { header: 'Email', width: 36 },
  { header: 'Tags', width: 24 },
]

/** Which contacts a file is to hold: of those that match, if ids are given, only these. */
interface Which {
  filter: ContactFilter
  ids: readonly string[] | null
}

const chosenIds = z
  .array(z.string(), 'The ids must be a list of ids')
  .max(CHOSEN_MAX, `Choose at most ${CHOSEN_MAX.toLocaleString('en')} contacts by id; take a filter for more`)
  .nullish()

/** A format as somebody asks for it; CSV when left out. Throws BAD_INPUT. */
export function exportFormat(asked: unknown): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === (asked ?? 'csv'))
  if (!format) throw new AppError('BAD_INPUT', `The format must be one of ${EXPORT_FORMATS.join(', ')}.`)
  return format
}

/** A file on its way. */
export interface ContactsFile {
  /** contacts that it will hold; more or less of them when some come or go meanwhile */
  total: number
  /** bytes that it will have, judged by its first rows */
  estimatedBytes: number
  pieces: AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * The contacts that match as a file, piece by piece, the newest first, with a column for each custom field; no cell is ever a formula.
 * With ids, only those of them; ids that do not exist are passed over. Throws BAD_INPUT and NOT_FOUND (a segment) before the first piece.
 */
export async function exportContacts(
  call: Call,
  format: ExportFormat,
  asked: object,
  only?: unknown,
): Promise<ContactsFile> {
  const { tenantId } = viewerWith(call, 'read')
  const ids = parseInput(chosenIds, only)?.map((id) => uuidOf('Contact', id)) ?? null
  const which: Which = { filter: parseInput(contactFilter, asked), ids }
  const { fields, total } = await call.app.database.inTenant(tenantId, async (em) => {
    const query = await chosen(em, tenantId, which)
    const { count } = await query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return { fields: await fieldsInUse(em, tenantId, which), total: Number(count) }
  })
  const first = await readBatch(call, tenantId, which, null)
  const rows = contactRows(call, tenantId, which, fields, first)
  const sample = await sizeOf(
    written(
      format,
      fields,
      first.map((contact) => cellsOf(contact, fields)),
    ),
  )
  const empty = await sizeOf(written(format, fields, []))
  const estimatedBytes = Math.round(empty + ((sample - empty) / Math.max(1, first.length)) * total)
  return { total, estimatedBytes, pieces: written(format, fields, rows) }
}

type Rows = Iterable<(string | number)[]> | AsyncIterable<(string | number)[]>

function written(format: ExportFormat, fields: readonly string[], rows: Rows) {
  const header = [...KNOWN_COLUMNS.map((column) => column.header), ...fields]
  if (format === 'csv') return writeCsv(header, rows)
  const widths = [...KNOWN_COLUMNS.map((column) => column.width), ...fields.map(() => 24)]
  return writeWorkbook([{ name: 'Contacts', header, widths, rows }])
}

async function chosen(em: Em, tenantId: string, { filter, ids }: Which) {
  const { query } = await contactsMatching(em, tenantId, filter)
  return ids ? query.where(sql<boolean>`contacts.id = any (${uuidArray(ids)}::uuid[])`) : query
}

async function sizeOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const piece of pieces) size += piece.length
  return size
}

/** The custom fields of the contacts that match, in alphabetical order. */
async function fieldsInUse(em: Em, tenantId: string, which: Which): Promise<string[]> {
  const query = await chosen(em, tenantId, which)
  const rows = await query
    .select(sql<string>`jsonb_object_keys(contacts.fields)`.as('name'))
    .distinct()
    .execute()
  return rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'))
}

type Batch = Awaited<ReturnType<typeof readBatch>>

function cellsOf(contact: Batch[number], fields: readonly string[]): (string | number)[] {
  return [
    contact.serialNumber ?? '',
    contact.firstName,
    contact.lastName,
    contact.email,
    contact.tags ?? '',
    ...fields.map((name) => contact.fields[name] ?? ''),
  ]
}

async function* contactRows(
  call: Call,
  tenantId: string,
  which: Which,
  fields: readonly string[],
  first: Batch,
): AsyncGenerator<(string | number)[], void, undefined> {
  let batch = first
  for (;;) {
    for (const contact of batch) yield cellsOf(contact, fields)
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    batch = await readBatch(call, tenantId, which, last.id)
  }
}

function readBatch(call: Call, tenantId: string, which: Which, last: string | null) {
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = await chosen(em, tenantId, which)
    const beyond = last === null ? query : query.where('contacts.id', '<', last)
    return beyond
      .select(['contacts.id', 'firstName', 'lastName', 'email', 'serialNumber', 'fields'])
      .select(
        sql<string | null>`(select string_agg(t.tag, ', ' order by t.tag_key) from contact_tags t
          where t.tenant_id = ${tenantId}::uuid and t.contact_id = contacts.id)`.as('tags'),
      )
      .orderBy('contacts.id', 'desc')
      .limit(BATCH)
      .execute()
  })
}
