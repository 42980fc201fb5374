import { ROW_LIMITS } from '#domain/content/merge-rows.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/ids.ts'
import { recordOwn } from '#api/audit/record.ts'
import { removeFileGrant } from '#api/mailboxes/files/file-grants.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Sheet } from './sheet.ts'
import { SheetSource } from './sources/sheet-source.ts'

/** Sheets that the list shows: the newest. */
const LISTED_MAX = 100

/** Lists the sheets of the workspace, newest first, at most 100. */
export async function listSheets(call: Call): Promise<Sheet[]> {
  const { tenantId } = viewerWith(call, 'contacts:read')
  return call.app.database.inTenant(tenantId, (em) =>
    em.find(Sheet, { tenantId }, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: LISTED_MAX }),
  )
}

/** A row of a sheet. `row`: its number there. */
export interface SheetRow {
  row: number
  contactId: string
  cells: { name: string; value: string }[]
}

/**
 * Reads rows of a sheet in its order.
 *
 * @throws NOT_FOUND
 * @throws BAD_INPUT for more than 1,000 rows
 */
export async function sheetRows(
  call: Call,
  id: string,
  { first, after }: { first: number; after: number },
): Promise<SheetRow[]> {
  const { tenantId } = viewerWith(call, 'contacts:read')
  if (first < 0 || first > ROW_LIMITS.perPerson) {
    throw new AppError('BAD_INPUT', `Read at most ${ROW_LIMITS.perPerson.toLocaleString('en-US')} rows at once.`)
  }
  const { columns, found } = await call.app.database.inTenant(tenantId, async (em) => {
    const sheet = await em.findOne(Sheet, { tenantId, id })
    if (!sheet) throw notFound('Sheet')
    const rows = await em.execute<{ row: number; contactId: string; cells: Record<string, string> }[]>(
      `select position as row, contact_id as "contactId", cells from sheet_rows
       where tenant_id = :tenantId and sheet_id = :id and position > :after
       order by position, contact_id limit :first`,
      { tenantId, id, after, first },
    )
    return { columns: sheet.columns, found: rows }
  })
  return found.map(({ cells, ...row }) => ({
    ...row,
    cells: columns.flatMap((name) => (cells[name] === undefined ? [] : [{ name, value: cells[name] }])),
  }))
}

/**
 * Deletes a sheet. Drafts about it cannot be launched until they have another one; emails keep the rows that they were launched
 * with.
 *
 * @throws NOT_FOUND
 */
export async function deleteSheet(call: Call, id: string): Promise<Sheet> {
  const { tenantId } = viewerWith(call, 'contacts:write')
  return call.app.database.inTenant(tenantId, async (em) => {
    const sheet = await em.findOne(Sheet, { tenantId, id })
    if (!sheet) throw notFound('Sheet')
    const source = await em.findOne(SheetSource, { tenantId, sheetId: id })
    await em.nativeDelete(Sheet, { tenantId, id })
    await forgetGrant(em, { tenantId, id: source?.grantId ?? null })
    await recordOwn(call, em, { action: 'sheet_deleted', target: { id, label: sheet.name } })
    return sheet
  })
}

/** Forgets a permission for files that no connected sheet needs any more. */
async function forgetGrant(em: Em, { tenantId, id }: { tenantId: string; id: string | null }): Promise<void> {
  if (id === null || (await em.count(SheetSource, { tenantId, grantId: id })) > 0) return
  await removeFileGrant(em, { tenantId, id })
}

/** Deletes the sheets of an import that is undone. */
export async function deleteSheetsOf(
  em: Em,
  { tenantId, importId }: { tenantId: string; importId: string },
): Promise<void> {
  await em.nativeDelete(Sheet, { tenantId, importId })
}

/** Sheets by id. */
export async function sheetsOf(call: Call, ids: readonly string[]): Promise<Map<string, Sheet>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) => em.find(Sheet, { tenantId, id: { $in: [...ids] } }))
  return new Map(found.map((sheet) => [sheet.id, sheet]))
}

/** Sheets by the import that they came with. */
export async function sheetsOfImports(call: Call, importIds: readonly string[]): Promise<Map<string, Sheet>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) =>
    em.find(Sheet, { tenantId, importId: { $in: [...importIds] } }),
  )
  return new Map(found.flatMap((sheet) => (sheet.importId ? [[sheet.importId, sheet]] : [])))
}
