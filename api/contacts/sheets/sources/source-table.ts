import { createHash } from 'node:crypto'
import { csvCell } from '#domain/contacts/csv.ts'
import { LIVE_SHEET_LIMITS, type SheetPlace } from '#domain/contacts/live-sheets.ts'
import { withoutWritten } from '#domain/contacts/sheet-writing.ts'
import type { ColumnMapping } from '#domain/contacts/contact-columns.ts'
import { AppError } from '#domain/errors.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import type { FileGrant } from '#api/mailboxes/files/file-grant.ts'
import { openSpreadsheet } from '#api/mailboxes/files/file-grants.ts'
import type { App } from '#api/platform/app-context.ts'
import { SpreadsheetError, type SheetGrid } from '#api/providers/spreadsheets.ts'
import { readSpreadsheet } from '../../spreadsheet/read-spreadsheet.ts'
import { findHeader, type RejectedRow, type RowBatch, type SpreadsheetContact } from '../../spreadsheet/contact-rows.ts'
import { SourceProblem } from './source-problem.ts'

/** A row that has a valid address. */
export interface SourceRow {
  /** number of the row in the sheet at the time of this read */
  line: number
  email: string
  /** cells by column, without those that make a contact; empty cells are left out */
  fields: Record<string, string>
}

/** The table in a connected sheet, as read now. */
export interface SourceTable {
  columns: readonly ColumnMapping[]
  /** names of the columns, without those that make a contact, in the order of the sheet */
  names: readonly string[]
  /** rows in the order of the sheet */
  rows: readonly SourceRow[]
  /** people in the sheet: the first row of each email address, with the names */
  people: readonly SpreadsheetContact[]
  rejected: readonly RejectedRow[]
}

/** Result of reading a connected sheet; `table` is null if nothing changed since the last read. */
export interface Reading {
  table: SourceTable | null
  etag: string | null
  digest: Buffer
  /** name of the sheet at its provider; null if it has none */
  title: string | null
  /** the cells as read, for writing; null if the sheet cannot be written */
  grid: WritableGrid | null
}

/**
 * All cells of a connected sheet into which Mergewell writes statuses, with the index of the row that holds the column
 * titles.
 */
export interface WritableGrid extends SheetGrid {
  header: number
}

/** A connected sheet's place with the permission that opens it; no permission for a link to a CSV. */
export interface GrantedPlace {
  place: SheetPlace
  grant: FileGrant | null
  /** titles of the columns that Mergewell added, which are no data of the sheet */
  writtenTitles?: readonly string[]
}

const NAMES = { google: PROVIDERS.google.name, microsoft: PROVIDERS.microsoft.name }
/** Mark that names the separator in a CSV, so that it need not be guessed from the cells. */
const DECLARED = 'sep=,'

interface Reader {
  app: Pick<App, 'database' | 'fetchLink' | 'files' | 'scan' | 'secrets'>
  /** id of the workspace; workspaces take turns in reading */
  tenantId: string
  language: EmailLanguage | null
}

/**
 * A fetched file that holds a sheet. `bytes` is null if the file has not changed since the read with the given ETag.
 */
interface SheetFile {
  bytes: Uint8Array | null
  etag: string | null
  /** name of the sheet at its provider; null if it has none */
  title: string | null
  /** number of lines in the file above the first row of the sheet */
  linesAbove: number
  grid: WritableGrid | null
}

/** @param grant the permission that opens the place; null for a link that needs none */
async function fetchPlace(
  app: Reader['app'],
  { place, grant, writtenTitles = [] }: GrantedPlace,
  etag: string | null,
): Promise<SheetFile> {
  if (place.kind === 'csv') return { ...(await app.fetchLink(place.url, etag)), title: null, linesAbove: 0, grid: null }
  const name = NAMES[place.kind]
  if (!app.files[place.kind])
    throw new SourceProblem(
      'unreadable',
      `Sheets at ${name} cannot be read here: ${name} is not set up on this installation.`,
    )
  const sheet = grant && openSpreadsheet(app, grant, place)
  if (!sheet) throw new SourceProblem('sign_in', `${name} asks you first whether Mergewell may open this sheet.`)
  const grid = await sheet.read().catch((error: unknown) => {
    throw error instanceof SpreadsheetError ? problemOf(error) : error
  })
  const { title, cells } = grid
  const header =
    (findHeader(cells.slice(0, 50).map((line, index) => ({ row: index + 1, cells: [...line] })))?.row ?? 1) - 1
  const lines = withoutWritten(cells, header, writtenTitles).map((line) => line.map(csvCell).join(','))
  const bytes = new TextEncoder().encode([DECLARED, ...lines].join('\r\n'))
  return { bytes, etag: null, title, linesAbove: 1, grid: { ...grid, header } }
}

const problemOf = (error: SpreadsheetError) =>
  new SourceProblem(error.state, error.message, { retryAfterMs: error.retryAfterMs, cause: error })

/** Reads a connected sheet from its server. `before`: state at the last read. Throws {@link SourceProblem}. */
export async function readPlace(
  { app, tenantId, language }: Reader,
  granted: GrantedPlace,
  before: { etag: string | null; digest: Uint8Array | null },
): Promise<Reading> {
  const { bytes, etag, title, linesAbove, grid } = await fetchPlace(
    app,
    granted,
    before.digest === null ? null : before.etag,
  )
  if (bytes === null && before.digest !== null)
    return { table: null, etag, digest: Buffer.from(before.digest), title, grid }
  const content = bytes ?? new Uint8Array()
  const digest = createHash('sha256').update(content).digest()
  if (before.digest !== null && digest.equals(before.digest)) return { table: null, etag, digest, title, grid }
  try {
    await app.scan(content)
    await using sheet = await readSpreadsheet(content, {
      ...{ workspace: tenantId, fileName: 'sheet.csv', language, keepRows: true },
      ...(granted.grant && { reading: { encoding: 'utf-8' } }),
    })
    return { table: await tableOf(sheet.columns, sheet.batches, linesAbove), etag, digest, title, grid }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new SourceProblem(error.code === 'UNAVAILABLE' ? 'unavailable' : 'unreadable', error.message, {
      cause: error,
    })
  }
}

async function tableOf(
  columns: readonly ColumnMapping[],
  batches: AsyncIterable<RowBatch>,
  linesAbove: number,
): Promise<SourceTable> {
  const rows: SourceRow[] = []
  const people: SpreadsheetContact[] = []
  const rejected: RejectedRow[] = []
  for await (const batch of batches) {
    people.push(...batch.contacts)
    rejected.push(...batch.rejected)
    for (const { row, email, fields = {} } of [...batch.contacts, ...batch.duplicates])
      rows.push({ line: row - linesAbove, email, fields })
    if (rows.length > LIVE_SHEET_LIMITS.rows) {
      const most = LIVE_SHEET_LIMITS.rows.toLocaleString('en-US')
      throw new SourceProblem('unreadable', `A connected sheet can have at most ${most} rows. Move old rows elsewhere.`)
    }
  }
  const names = columns.flatMap(({ field }) => (typeof field === 'object' && field !== null ? [field.custom] : []))
  return { columns, names, rows: rows.toSorted((a, b) => a.line - b.line), people, rejected }
}
