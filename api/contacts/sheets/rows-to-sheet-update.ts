import { v7 as newId } from 'uuid'
import { recognizeHeaders } from '#domain/contacts/contact-columns.ts'
import type { MergeRows } from '#domain/contacts/sheet-rules.ts'
import { AppError } from '#domain/errors.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { importRows } from '../import-rows.ts'
import { createSorter, emptyBatch } from '../spreadsheet/contact-rows.ts'
import { Sheet } from './sheet.ts'

/** Rejected rows that a refusal names. */
const NAMED = 3

/**
 * Stores rows that a program sends as a sheet, as if they had been uploaded: people who are no contacts yet are added,
 * and columns are recognized by their names. All rows or none.
 *
 * @throws BAD_INPUT if a row has no valid email address, there is no address column, or `groupBy` is none of the
 * columns
 * @throws LIMIT_REACHED
 */
export async function rowsToSheet(call: Call, { name, rows, groupBy }: MergeRows): Promise<Sheet> {
  const { tenantId, userId } = viewerWith(call, 'contacts:write')
  const headers = [...new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell.name)))]
  const columns = recognizeHeaders(headers)
  if (!columns.some(({ field }) => field === 'email')) {
    throw new AppError('BAD_INPUT', `The rows have no address: give each of them a value named “email”.`)
  }
  const sort = createSorter(columns, { keepRows: true })
  const batch = emptyBatch()
  for (const [index, { cells }] of rows.entries()) {
    const texts = new Map(cells.map((cell) => [cell.name, cell.value]))
    sort({ row: index + 1, cells: headers.map((header) => texts.get(header)) }, batch)
  }
  if (batch.rejected.length > 0) {
    const named = batch.rejected.slice(0, NAMED).map(({ row, reason }) => `row ${row}: ${reason}`)
    const more = batch.rejected.length - named.length
    const rest = more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''
    throw new AppError('BAD_INPUT', `Rows cannot be used (${named.join('; ')}${rest}). Nothing was stored.`)
  }
  const id = newId()
  await call.app.database.inTenant(tenantId, async (em) => {
    await recordOwn(call, em, { action: 'contacts_imported', target: { label: name } })
    await importRows(
      call.app,
      em,
      {
        ...{ tenantId, userId, importId: newId(), fileName: name, existing: 'ignore', tags: [], columns },
        sheet: { id, groupBy: groupBy ?? null },
        now: call.app.clock(),
      },
      (async function* () {
        yield batch
      })(),
    )
  })
  return call.app.database.inTenant(tenantId, (em) => em.findOneOrFail(Sheet, { tenantId, id }))
}
