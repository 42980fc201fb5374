import { sql } from 'kysely'
import { ROW_LIMITS } from '#domain/content/merge-rows.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { emailsMatching, type EmailLogFilter } from '#api/emails/email-logs.ts'
import { removeFileGrant } from '#api/mailboxes/files/file-grants.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { Sheet } from './sheet.ts'
import { SheetSource } from './sources/sheet-source.ts'

/** Maximum number of sheets in the list; older sheets are left out. */
const LISTED_MAX = 100

/** Lists the sheets of the workspace, newest first, at most 100. */
export async function listSheets(call: Call): Promise<Sheet[]> {
  const { tenantId } = viewerWith(call, 'contacts:read')
  return call.app.database.inTenant(tenantId, (em) =>
    em.find(Sheet, { tenantId }, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: LISTED_MAX }),
  )
}

/** A row of a stored sheet. `row`: its number in the sheet. */
export interface SheetRow {
  row: number
  contactId: string
  cells: { name: string; value: string }[]
}

/** Page of the rows of a sheet to read. */
interface RowsAsked {
  /** maximum number of rows; the page ends between two rows, so people who share a row stay together */
  first: number
  /** only rows with a higher number */
  after: number
  /** only rows about which this campaign has an email that matches; null: all */
  emailed: { campaignId: string; filter: EmailLogFilter } | null
}

/**
 * Reads a page of the rows of an uploaded or connected sheet, in the order of the sheet.
 *
 * @param asked.after number of the row before the page
 * @param asked.emailed only rows whose email in this campaign matches the filter; null for all rows
 * @throws NOT_FOUND if the workspace has no such sheet or campaign
 * @throws BAD_INPUT for more than 1,000 rows
 */
export async function sheetRows(call: Call, id: string, { first, after, emailed }: RowsAsked): Promise<SheetRow[]> {
  const { tenantId } = viewerWith(call, 'contacts:read')
  if (emailed) viewerWith(call, 'campaigns:read')
  if (first < 0 || first > ROW_LIMITS.perPerson) {
    throw new AppError('BAD_INPUT', `Read at most ${ROW_LIMITS.perPerson.toLocaleString('en-US')} rows at once.`)
  }
  const { columns, found } = await call.app.database.inTenant(tenantId, async (em) => {
    const sheet = await em.findOne(Sheet, { tenantId, id })
    if (!sheet) throw notFound('Sheet')
    if (emailed) await requireCampaign(em, tenantId, emailed.campaignId)
    const matches = emailed ? emailOfRow(em, tenantId, emailed) : sql<boolean>`true`
    const { rows } = await sql<{ row: number; contactId: string; cells: Record<string, string> }>`
      select s.position as "row", s.contact_id as "contactId", s.cells from sheet_rows s
      where s.tenant_id = ${tenantId} and s.sheet_id = ${id} and s.position > ${after} and ${matches}
      order by s.position fetch first ${first} rows with ties`.execute(sqlOf(em))
    return { columns: sheet.columns, found: rows }
  })
  return found.map(({ cells, ...row }) => ({
    ...row,
    cells: columns.flatMap((name) => (cells[name] === undefined ? [] : [{ name, value: cells[name] }])),
  }))
}

/** @throws NOT_FOUND */
async function requireCampaign(em: Em, tenantId: string, id: string): Promise<void> {
  const sqlText = 'select id from campaigns where tenant_id = :tenantId and id = :id'
  const found = await em.execute<object[]>(sqlText, { tenantId, id })
  if (found.length === 0) throw notFound('Campaign')
}

/** SQL condition on the row `s` of a sheet: a campaign has an email about it that matches a filter. */
function emailOfRow(em: Em, tenantId: string, { campaignId, filter }: NonNullable<RowsAsked['emailed']>) {
  const emails = emailsMatching(em, tenantId, campaignId, filter)
    .where(sql<boolean>`email_logs.contact_id = s.contact_id and email_logs.row_number in (0, s.position)`)
    .select('id')
  return sql<boolean>`exists (${emails})`
}

/** Makes the key of a row of a sheet with its person. */
const rowKey = ({ contactId, row }: Pick<SheetRow, 'contactId' | 'row'>): string => `${contactId}:${row}`

/** Finds the email of a campaign about each row: {@link rowKey} → email. */
export async function emailsOfRows(
  call: Call,
  keys: readonly string[],
  { campaignId }: { campaignId: string },
): Promise<Map<string, EmailLog>> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  const contactIds = new Set(keys.map((key) => key.split(':')[0] ?? ''))
  return call.app.database.inTenant(tenantId, async (em) => {
    const emails = await em.find(EmailLog, { tenantId, campaignId, contactId: { $in: [...contactIds] } })
    const byRow = new Map(emails.map((email) => [rowKey({ contactId: email.contactId, row: email.rowNumber }), email]))
    return new Map(
      keys.flatMap((key) => {
        const email = byRow.get(key) ?? byRow.get(`${key.split(':')[0]}:0`)
        return email ? [[key, email]] : []
      }),
    )
  })
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

/** Deletes a stored permission to open files at Google or Microsoft if no connected sheet needs it any more. */
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
