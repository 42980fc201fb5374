import { v7 as newId } from 'uuid'
import { importMessage } from '#domain/contacts/contacts.ts'
import type { ReadingChoice } from '#domain/contacts/import-choice.ts'
import { noticeMessage } from '#domain/contacts/import-notices.ts'
import { encodeId, notFound } from '#schema/object-ids.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import { readPage, NEWEST_FIRST, type Listed, type Page } from '#api/platform/database/keyset-pagination.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { ContactImport, type ImportView } from './contact-import.ts'
import { importRows } from './import-rows.ts'
import { readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { rejectedRowsFile } from './spreadsheet/rejected-rows.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** The upload's answer (product: import.message). */
export interface ImportResult {
  message: string
  importId: string
  added: number
  /** duplicates, within the file or with existing contacts */
  ignored: number
  rejected: number
  /** number of empty rows */
  skipped: number
  /** download URL of the rejected rows; null if there are none */
  rejectedUrl: string | null
  /** remarks about values that may have another meaning than they seem to have, in sentences */
  notices: string[]
}

/**
 * Imports a spreadsheet in one transaction: all or nothing. Parsing runs in another process. Throws UNSUPPORTED_TYPE,
 * UNREADABLE_FILE, TOO_LARGE, LIMIT_REACHED.
 */
export async function importContacts(
  call: Call,
  file: { name: string; contentType: string; content: Buffer },
  reading?: ReadingChoice,
): Promise<ImportResult> {
  const { tenantId, userId } = viewerOf(call)
  await call.app.scan(file.content)
  const { language } = await call.app.database.inTenant(tenantId, (em) => settingsOf(em, tenantId))
  await using sheet = await readSpreadsheet(file.content, {
    workspace: tenantId,
    fileName: file.name,
    contentType: file.contentType,
    language,
    signal: call.closed,
    ...(reading && { reading }),
  })
  const importId = newId()
  const now = call.app.clock()
  const { columns } = sheet
  const plan = { tenantId, userId, importId, fileName: file.name, existing: 'ignore' as const, tags: [], columns, now }
  const { added, ignored, rejected, skipped, notices } = await call.app.database.inTenant(tenantId, async (em) => {
    await recordOwn(call, em, { action: 'contacts_imported', target: { label: file.name } })
    return importRows(call.app, em, plan, sheet.batches)
  })
  const id = encodeId('ContactImport', importId)
  return {
    message: importMessage({ added, ignored, rejected }),
    importId: id,
    added,
    ignored,
    rejected,
    skipped,
    rejectedUrl: rejected > 0 ? rejectedUrl(importId) : null,
    notices: [...sheet.notices, ...notices].map(noticeMessage),
  }
}

/** The download URL of an import's rejected rows. */
export function rejectedUrl(importId: string): string {
  return `/api/contacts/imports/${encodeId('ContactImport', importId)}/rejected`
}

/** An import's rejected rows as an .xlsx; null if there are none. Throws NOT_FOUND. */
export async function rejectedRowsOf(call: Call, id: string): Promise<Buffer | null> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, async (em) => {
    const record = await em.findOne(ContactImport, { id }, { populate: ['rejectedRows'] })
    if (!record) throw notFound('ContactImport')
    if (record.rejectedRows.length > 0) {
      const label = `Rejected rows of ${record.fileName}`
      await recordOwn(call, em, { action: 'contacts_exported', target: { id, label } })
    }
    return record
  })
  if (found.rejectedRows.length === 0) return null
  return rejectedRowsFile(found.rejectedRows)
}

/** A page of the workspace's imports, newest first. */
export async function listImports(call: Call, page: Page): Promise<Listed<ImportView>[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = sqlOf(em)
      .selectFrom('contact_imports')
      .select(['tenantId', 'id', 'userId', 'fileName', 'added', 'changed', 'tagged', 'ignored', 'rejected', 'skipped'])
      .select(['undone', 'createdAt'])
      .where('tenantId', '=', tenantId)
    return readPage(query, NEWEST_FIRST, page)
  })
}

/** The number of imports in the workspace. */
export async function countImports(call: Call): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.count(ContactImport, { tenantId }))
}

/** Imports by id. */
export async function importsOf(call: Call, ids: readonly string[]): Promise<Map<string, ImportView>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) =>
    em.find(ContactImport, { tenantId, id: { $in: [...ids] } }),
  )
  return new Map(found.map((record) => [record.id, record]))
}
