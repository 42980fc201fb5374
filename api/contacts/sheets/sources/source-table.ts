import { createHash } from 'node:crypto'
import { LIVE_SHEET_LIMITS, type SheetPlace } from '#domain/contacts/live-sheets.ts'
import type { ColumnMapping } from '#domain/contacts/contact-columns.ts'
import { AppError } from '#domain/errors.ts'
import type { EmailLanguage } from '#domain/content/languages.ts'
import type { App } from '#api/platform/app.ts'
import { readSpreadsheet } from '../../spreadsheet/read-spreadsheet.ts'
import type { RejectedRow, RowBatch, SpreadsheetContact } from '../../spreadsheet/rows.ts'
import { SourceProblem } from './source-problem.ts'

/** A row that has a valid address. */
export interface SourceRow {
  /** its number in the sheet, as it is now */
  line: number
  email: string
  /** its columns without those that make a contact; empty ones are left out */
  fields: Record<string, string>
}

/** The table in a sheet at the moment. */
export interface SourceTable {
  columns: readonly ColumnMapping[]
  /** the names of its columns without those that make a contact, in its order */
  names: readonly string[]
  /** in the order of the sheet */
  rows: readonly SourceRow[]
  /** the first row of each address, with the names of the person */
  people: readonly SpreadsheetContact[]
  rejected: readonly RejectedRow[]
}

/** The outcome of a reading; `table` is null if the sheet holds what it held at the last one. */
export interface Reading {
  table: SourceTable | null
  etag: string | null
  digest: Buffer
}

interface Reader {
  app: Pick<App, 'fetchLink' | 'scan'>
  /** the workspace, which takes turns with others */
  tenantId: string
  language: EmailLanguage | null
}

/** Reads a sheet where it lives. `before`: the last reading. Throws {@link SourceProblem}. */
export async function readPlace(
  { app, tenantId, language }: Reader,
  place: SheetPlace,
  before: { etag: string | null; digest: Uint8Array | null },
): Promise<Reading> {
  if (place.kind !== 'csv') throw new SourceProblem('sign_in', 'This sheet cannot be read without a sign-in.')
  const { bytes, etag } = await app.fetchLink(place.url, before.digest === null ? null : before.etag)
  if (bytes === null && before.digest !== null) return { table: null, etag, digest: Buffer.from(before.digest) }
  const content = bytes ?? new Uint8Array()
  const digest = createHash('sha256').update(content).digest()
  if (before.digest !== null && digest.equals(before.digest)) return { table: null, etag, digest }
  try {
    await app.scan(content)
    await using sheet = await readSpreadsheet(content, {
      ...{ workspace: tenantId, fileName: 'sheet.csv', language, keepRows: true },
    })
    return { table: await tableOf(sheet.columns, sheet.batches), etag, digest }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new SourceProblem(error.code === 'UNAVAILABLE' ? 'unavailable' : 'unreadable', error.message, {
      cause: error,
    })
  }
}

async function tableOf(columns: readonly ColumnMapping[], batches: AsyncIterable<RowBatch>): Promise<SourceTable> {
  const rows: SourceRow[] = []
  const people: SpreadsheetContact[] = []
  const rejected: RejectedRow[] = []
  for await (const batch of batches) {
    people.push(...batch.contacts)
    rejected.push(...batch.rejected)
    for (const { row, email, fields = {} } of [...batch.contacts, ...batch.duplicates])
      rows.push({ line: row, email, fields })
    if (rows.length > LIVE_SHEET_LIMITS.rows) {
      const most = LIVE_SHEET_LIMITS.rows.toLocaleString('en-US')
      throw new SourceProblem('unreadable', `A connected sheet can have at most ${most} rows. Move old rows elsewhere.`)
    }
  }
  const names = columns.flatMap(({ field }) => (typeof field === 'object' && field !== null ? [field.custom] : []))
  return { columns, names, rows: rows.toSorted((a, b) => a.line - b.line), people, rejected }
}
