import type { ColumnMapping } from '#domain/contacts/contact-columns.ts'
import { cleanLine } from '#domain/contacts/contacts.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { ROW_LIMITS } from '#domain/content/merge-rows.ts'
import { AppError } from '#domain/errors.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Sheet } from './sheet.ts'

/** Options for storing an imported sheet with its rows. */
export interface SheetPlan {
  id: string
  /** name of the column whose equal values make rows those of one person; null: the email address */
  groupBy: string | null
}

interface Place {
  tenantId: string
  sheetId: string
}

/** Creates a stored sheet without rows. Its columns are those that become custom fields. */
export async function beginSheet(
  em: Em,
  plan: {
    tenantId: string
    userId: string
    importId: string
    fileName: string
    columns?: readonly ColumnMapping[]
    now: Date
  },
  { id }: SheetPlan,
): Promise<void> {
  const { tenantId, userId, importId, fileName, columns = [], now } = plan
  const names = columns.flatMap(({ field }) => (typeof field === 'object' && field !== null ? [field.custom] : []))
  if (names.length > ROW_LIMITS.columns) throw tooMany(`${ROW_LIMITS.columns} columns`)
  em.create(Sheet, {
    tenantId,
    id,
    userId,
    importId,
    name: cleanLine(fileName.slice(0, 255)),
    columns: names,
    createdAt: now,
  })
  await em.flush()
}

/** Stores rows of a sheet whose people were just saved as contacts. Rows of people who are no contacts are left out. */
export async function writeSheetRows(
  em: Em,
  { tenantId, sheetId }: Place,
  read: readonly { row: number; email: string; fields?: Record<string, string> }[],
): Promise<void> {
  const rows = read.map(({ row, email, fields = {} }) => ({ position: row, email, cells: fields }))
  if (rows.length === 0) return
  // Only equality lets the join use the index of addresses: `lower` is not leakproof.
  await em.execute(
    `insert into sheet_rows (tenant_id, sheet_id, position, contact_id, cells)
     select c.tenant_id, :sheetId, s.position, c.id, s.cells
     from (select r.*, lower(r.email) as email_key from jsonb_to_recordset(:rows::jsonb) as r
       (position integer, email text, cells jsonb) offset 0) as s
     join contacts c on c.tenant_id = :tenantId and c.email_key = s.email_key
     on conflict do nothing`,
    { rows: JSON.stringify(rows), tenantId, sheetId },
  )
}

/**
 * Completes a stored sheet after all rows: gives all rows with the same value in `groupBy` to the person of the first
 * of these rows, and counts rows and people.
 *
 * @throws BAD_INPUT if one person or the sheet has too many rows, or `groupBy` is none of its columns
 */
export async function finishSheet(em: Em, tenantId: string, { id: sheetId, groupBy }: SheetPlan): Promise<void> {
  const sheet = await em.findOneOrFail(Sheet, { tenantId, id: sheetId })
  if (groupBy !== null) {
    const column = sheet.columns.find((name) => tagKey(name) === tagKey(groupBy))
    if (column === undefined) {
      const message = `The sheet has no column “${groupBy}” to group by. Choose one of its columns.`
      throw new AppError('BAD_INPUT', message, { fields: { groupBy: message } })
    }
    await em.execute(
      `update sheet_rows s set contact_id = f.contact_id
       from (select distinct on (lower(trim(cells ->> :column))) lower(trim(cells ->> :column)) as value, contact_id from sheet_rows
         where tenant_id = :tenantId and sheet_id = :sheetId and trim(cells ->> :column) <> ''
         order by lower(trim(cells ->> :column)), position, contact_id) as f
       where s.tenant_id = :tenantId and s.sheet_id = :sheetId and lower(trim(s.cells ->> :column)) = f.value
         and s.contact_id <> f.contact_id`,
      { tenantId, sheetId, column },
    )
  }
  const [{ rows, people, most }] = await em.execute<[{ rows: number; people: number; most: number }]>(
    `select coalesce(sum(rows), 0)::int as rows, count(*)::int as people, coalesce(max(rows), 0)::int as most
     from (select count(*) as rows from sheet_rows where tenant_id = :tenantId and sheet_id = :sheetId group by contact_id) as one`,
    { tenantId, sheetId },
  )
  if (most > ROW_LIMITS.perPerson) throw tooMany(`${ROW_LIMITS.perPerson.toLocaleString('en-US')} rows for one person`)
  if (rows > ROW_LIMITS.perSheet) throw tooMany(`${ROW_LIMITS.perSheet.toLocaleString('en-US')} rows`)
  em.assign(sheet, { rowCount: rows, personCount: people })
  await em.flush()
}

const tooMany = (limit: string) =>
  new AppError(
    'BAD_INPUT',
    `A sheet whose rows are kept can have at most ${limit}. Split it, or import it without its rows.`,
  )
