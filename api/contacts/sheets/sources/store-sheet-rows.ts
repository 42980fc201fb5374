import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { emailKey } from '#domain/contacts/contacts.ts'
import { matchRows, type KnownRow, type ReadRow } from '#domain/contacts/row-identity.ts'
import { ROW_LIMITS } from '#domain/content/merge-rows.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { importRows } from '../../import-rows.ts'
import { emptyBatch } from '../../spreadsheet/contact-rows.ts'
import type { Sheet } from '../sheet.ts'
import { finishSheet, writeSheetRows } from '../sheet-storage.ts'
import type { SheetSource } from './sheet-source.ts'
import type { SourceRow, SourceTable } from './source-table.ts'

/** A row of a sheet with the hashes that identify it, in hexadecimal. */
interface HashedRow extends ReadRow {
  row: SourceRow
  address: string
}

/** A stored row with the hash of its email address. */
type StoredRow = KnownRow & { address: string; line: number | null }

/**
 * Stores the rows found by a read of a connected sheet. Each row keeps its position number for good, wherever it moves
 * in the sheet; people in new rows who are no contacts yet are added. A deleted contact stays deleted as long as the
 * row names the same person. Launched emails keep the values that they had at the launch.
 *
 * Needs the lock of the sheet's reads: two reads at once would number new rows twice.
 *
 * @throws LIMIT_REACHED, BAD_INPUT (too many rows for one person, too many fields)
 */
export async function storeRows(
  app: App,
  em: Em,
  { source, sheet, table, now }: { source: SheetSource; sheet: Sheet; table: SourceTable; now: Date },
): Promise<void> {
  const { tenantId, sheetId, keyColumn = null, groupBy = null } = source
  if (table.names.length > ROW_LIMITS.columns) {
    throw new AppError('BAD_INPUT', `A sheet can have at most ${ROW_LIMITS.columns} columns. Delete some.`)
  }
  const known = await knownRows(em, source)
  const read = table.rows.map((row) => hashed(source, row))
  const matched = matchRows(known, read, { hasKeyColumn: keyColumn !== null })
  const byPosition = new Map(known.map((row) => [row.position, row]))
  let next = Math.max(0, ...byPosition.keys())
  const isFirst = known.length === 0
  const rows = read.map((each, index) => {
    const before = byPosition.get(matched[index] ?? -1)
    if (!before && !isFirst) next += 1
    // At the first reading a row's position is its number in the sheet.
    return { ...each, before, position: before?.position ?? (isFirst ? each.row.line : next) }
  })
  const fresh = new Set(
    rows.flatMap(({ before, address, row }) => (before?.address === address ? [] : [emailKey(row.email)])),
  )
  await addPeople(app, em, { source, sheet, table, now, fresh })
  await em.execute('delete from sheet_rows where tenant_id = :tenantId and sheet_id = :sheetId', { tenantId, sheetId })
  await writeSheetRows(
    em,
    { tenantId, sheetId },
    rows.map(({ position, row: { email, fields } }) => ({ row: position, email, fields })),
  )
  await writeKnownRows(em, source, rows)
  em.assign(sheet, { columns: [...table.names] })
  await em.flush()
  await finishSheet(em, tenantId, { id: sheetId, groupBy })
}

const hex = (sheetId: string, parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([sheetId, ...parts]))
    .digest('hex')

/**
 * Hashes a row by the columns that the sheet had when it was connected; otherwise a new column would make every row
 * look new.
 */
function hashed({ sheetId, keyColumn, columns }: SheetSource, row: SourceRow): HashedRow {
  const cells = columns.flatMap((name) => (row.fields[name]?.trim() ? [[name, row.fields[name].trim()]] : []))
  const email = emailKey(row.email)
  const key = keyColumn ? row.fields[keyColumn]?.trim().toLowerCase() : ''
  return {
    row,
    key: hex(sheetId, key ? ['key', key] : ['address', email]),
    address: hex(sheetId, ['address', email]),
    content: hex(sheetId, ['row', email, cells]),
    rest: cells.length === 0 ? null : hex(sheetId, ['cells', cells]),
  }
}

async function knownRows(em: Em, { tenantId, sheetId, keyColumn }: SheetSource): Promise<StoredRow[]> {
  const rows = await em.execute<StoredRow[]>(
    `select position, line, line is null as "isGone", encode(key_hash, 'hex') as key, encode(address_hash, 'hex') as address,
       encode(content_hash, 'hex') as content, encode(rest_hash, 'hex') as rest
     from sheet_source_rows where tenant_id = :tenantId and sheet_id = :sheetId`,
    { tenantId, sheetId },
  )
  // If the column that identified the rows is gone, their email addresses still identify them.
  return keyColumn ? rows : rows.map((row) => ({ ...row, key: row.address }))
}

/** Adds the people with the email addresses `fresh` as contacts. Existing contacts stay as they are. */
async function addPeople(
  app: App,
  em: Em,
  {
    source: { tenantId, userId },
    sheet,
    table,
    now,
    fresh,
  }: { source: SheetSource; sheet: Sheet; table: SourceTable; now: Date; fresh: ReadonlySet<string> },
): Promise<void> {
  const contacts = table.people.filter(({ email }) => fresh.has(emailKey(email)))
  if (contacts.length === 0) return
  const plan = { tenantId, userId, importId: newId(), fileName: sheet.name, existing: 'ignore', tags: [], now } as const
  await importRows(
    app,
    em,
    { ...plan, columns: table.columns },
    (async function* () {
      yield { ...emptyBatch(), contacts }
    })(),
  )
}

/** Stores the hashes that identify each row, and which stored rows are gone from the sheet. */
async function writeKnownRows(
  em: Em,
  { tenantId, sheetId }: SheetSource,
  rows: readonly (HashedRow & { position: number })[],
): Promise<void> {
  const stored = rows.map(({ position, row, key, address, content, rest }) => ({
    ...{ position, line: row.line, key, address, content, rest },
  }))
  await em.execute(
    `insert into sheet_source_rows as k (tenant_id, sheet_id, position, line, key_hash, address_hash, content_hash, rest_hash)
     select :tenantId, :sheetId, r.position, r.line, decode(r.key, 'hex'), decode(r.address, 'hex'), decode(r.content, 'hex'), decode(r.rest, 'hex')
     from jsonb_to_recordset(:rows::jsonb) as r (position integer, line integer, key text, address text, content text, rest text)
     on conflict (tenant_id, sheet_id, position) do update set line = excluded.line, key_hash = excluded.key_hash,
       address_hash = excluded.address_hash, content_hash = excluded.content_hash, rest_hash = excluded.rest_hash`,
    { tenantId, sheetId, rows: JSON.stringify(stored) },
  )
  await em.execute(
    `update sheet_source_rows set line = null where tenant_id = :tenantId and sheet_id = :sheetId and line is not null
       and position not in (select value::integer from jsonb_array_elements_text(:positions::jsonb))`,
    { tenantId, sheetId, positions: JSON.stringify(rows.map(({ position }) => position)) },
  )
}
