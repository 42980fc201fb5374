import { v7 as newId } from 'uuid'
import { importMessage } from '#domain/contacts.ts'
import { encodeId, notFound } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import type { Em } from '../database.ts'
import { ensureRoom } from '../limits.ts'
import { ContactImport } from './contact-import.ts'
import { readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { rejectedRowsFile } from './spreadsheet/rejected-rows.ts'
import type { RejectedRow, SpreadsheetContact } from './spreadsheet/rows.ts'

/** What the upload answers (spec §7 POST /api/contacts/upload). */
export interface ImportResult {
  message: string
  importId: string
  added: number
  /** duplicates, in the file or against the workspace */
  ignored: number
  rejected: number
  /** empty rows */
  skipped: number
  /** where the rejected rows can be downloaded; null when there are none */
  rejectedUrl: string | null
}

/**
 * Imports a spreadsheet in one transaction: all of it or nothing. Parsing runs off this thread.
 * Throws UNSUPPORTED_TYPE, UNREADABLE_FILE, TOO_LARGE, LIMIT_REACHED.
 */
export async function importContacts(
  call: Call,
  file: { name: string; contentType: string; content: Buffer },
): Promise<ImportResult> {
  const { tenantId, userId } = viewerOf(call)
  await using sheet = await readSpreadsheet(file.content, { fileName: file.name, contentType: file.contentType })
  const importId = newId()
  const now = call.app.clock()
  return await call.app.database.inTenant(tenantId, async (em) => {
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`import/${tenantId}`])
    const counts = { added: 0, ignored: 0, rejected: 0, skipped: 0 }
    const rejectedRows: RejectedRow[] = []
    for await (const batch of sheet.batches) {
      const added = await insert(em, tenantId, importId, batch.contacts, now)
      counts.added += added
      counts.ignored += batch.duplicates.length + batch.contacts.length - added
      counts.rejected += batch.rejected.length
      counts.skipped += batch.skipped
      for (const row of batch.rejected) rejectedRows.push(row)
    }
    await ensureRoom(em, tenantId, 'contacts', now, 0)
    em.create(ContactImport, {
      tenantId,
      id: importId,
      userId,
      fileName: file.name.slice(0, 255),
      ...counts,
      rejectedRows,
      createdAt: now,
    })
    const id = encodeId('ContactImport', importId)
    return {
      message: importMessage(counts),
      importId: id,
      ...counts,
      rejectedUrl: counts.rejected > 0 ? `/api/contacts/imports/${id}/rejected` : null,
    }
  })
}

/** The rejected rows of an import as an .xlsx; null when there are none. Throws NOT_FOUND. */
export async function rejectedRowsOf(call: Call, id: string): Promise<Buffer | null> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) => em.findOne(ContactImport, { id }))
  if (!found) throw notFound('ContactImport')
  if (found.rejectedRows.length === 0) return null
  return rejectedRowsFile(found.rejectedRows)
}

/** Adds contacts whose address the workspace does not have yet; returns how many. */
async function insert(
  em: Em,
  tenantId: string,
  importId: string,
  contacts: readonly SpreadsheetContact[],
  now: Date,
): Promise<number> {
  if (contacts.length === 0) return 0
  const rows = contacts.map(({ firstName, lastName, email, serialNumber, fields }) => ({
    id: newId(),
    first_name: firstName,
    last_name: lastName,
    email,
    serial_number: serialNumber,
    fields,
  }))
  const [result] = await em.execute<[{ added: number }]>(
    `with added as (
       insert into contacts (tenant_id, id, import_id, first_name, last_name, email, serial_number, fields, created_at)
       select ?, id, ?, first_name, last_name, email, serial_number, fields, ?
       from jsonb_to_recordset(?::jsonb)
         as row (id uuid, first_name text, last_name text, email text, serial_number integer, fields jsonb)
       on conflict (tenant_id, email_key) do nothing returning 1)
     select count(*)::int as added from added`,
    [tenantId, importId, now, JSON.stringify(rows)],
  )
  return result.added
}
