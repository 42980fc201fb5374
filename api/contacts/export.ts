import { sql } from 'kysely'
import { contactFilter, type ContactFilter } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { contactsMatching } from '../audiences/matching.ts'
import { viewerWith, type Call } from '../context.ts'
import type { Em } from '../database.ts'
import { parseInput } from '../input.ts'
import { writeCsv } from './spreadsheet/write-csv.ts'
import { writeWorkbook } from './spreadsheet/write-workbook.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Contacts read at a time, each time in a transaction of its own: a slow download holds neither memory nor a connection. */
const BATCH = 2_000

const KNOWN_COLUMNS = [
  { header: 'S.No', width: 8 },
  { header: 'First Name', width: 20 },
  { header: 'Last Name', width: 20 },
  { header: 'Email', width: 36 },
  { header: 'Tags', width: 24 },
]

/** A format as somebody asks for it; CSV when left out. Throws BAD_INPUT. */
export function exportFormat(asked: unknown): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === (asked ?? 'csv'))
  if (!format) throw new AppError('BAD_INPUT', `The format must be one of ${EXPORT_FORMATS.join(', ')}.`)
  return format
}

/**
 * The contacts that match as a file, piece by piece, the newest first, with a column for each custom field; no cell is ever a formula.
 * Throws BAD_INPUT and NOT_FOUND (a segment) before the first piece.
 */
export async function exportContacts(
  call: Call,
  format: ExportFormat,
  asked: object,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const { tenantId } = viewerWith(call, 'read')
  const filter = parseInput(contactFilter, asked)
  const fields = await call.app.database.inTenant(tenantId, (em) => fieldsInUse(em, tenantId, filter))
  const rows = contactRows(call, tenantId, filter, fields)
  const header = [...KNOWN_COLUMNS.map((column) => column.header), ...fields]
  if (format === 'csv') return writeCsv(header, rows)
  const widths = [...KNOWN_COLUMNS.map((column) => column.width), ...fields.map(() => 24)]
  return writeWorkbook([{ name: 'Contacts', header, widths, rows }])
}

/** The custom fields of the contacts that match, in alphabetical order. */
async function fieldsInUse(em: Em, tenantId: string, filter: ContactFilter): Promise<string[]> {
  const { query } = await contactsMatching(em, tenantId, filter)
  const rows = await query
    .select(sql<string>`jsonb_object_keys(contacts.fields)`.as('name'))
    .distinct()
    .execute()
  return rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'))
}

async function* contactRows(
  call: Call,
  tenantId: string,
  filter: ContactFilter,
  fields: readonly string[],
): AsyncGenerator<(string | number)[], void, undefined> {
  let last: string | null = null
  for (;;) {
    const batch = await readBatch(call, tenantId, filter, last)
    for (const contact of batch) {
      yield [
        contact.serialNumber ?? '',
        contact.firstName,
        contact.lastName,
        contact.email,
        contact.tags ?? '',
        ...fields.map((name) => contact.fields[name] ?? ''),
      ]
    }
    last = batch.at(-1)?.id ?? null
    if (batch.length < BATCH) return
  }
}

function readBatch(call: Call, tenantId: string, filter: ContactFilter, last: string | null) {
  return call.app.database.inTenant(tenantId, async (em) => {
    const { query } = await contactsMatching(em, tenantId, filter)
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
