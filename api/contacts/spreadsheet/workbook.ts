import type { ColumnMapping } from '#domain/contact-columns.ts'
import { AppError } from '#domain/errors.ts'
import type { Book } from './book.ts'
import type { SpreadsheetFile } from './kind.ts'
import type { SpreadsheetLimits } from './limits.ts'
import { findHeader, headerProblem, type SheetRow } from './rows.ts'
import { DAMAGED } from './zip.ts'

/** From a workbook to the one table in it that is imported. */

export interface SheetTable {
  sheet: string
  /** the other visible sheets, in order: nothing of them is imported */
  otherSheets: string[]
  headerRow: number
  columns: ColumnMapping[]
  /** rows from the header to the last one, empty ones included: at most so many come, which is enough to show progress */
  rowCount: number
  /** the rows below the header down to the last that has anything in it, to be run through once; throws AppError when there are too many */
  rows: Iterable<SheetRow>
}

/** Rows that are looked through for the headers. */
const PROBE_ROWS = 100
/** Columns that are looked at for headers: more than may be, so that too many are noticed. */
const PROBE_COLUMNS = 1_000

/**
 * Finds the first visible sheet that has a row of headers with a column for the address.
 * Throws AppError UNREADABLE_FILE when there is none or the file is damaged, TOO_LARGE when it is beyond the limits.
 */
export async function readTable(file: SpreadsheetFile, limits: SpreadsheetLimits): Promise<SheetTable> {
  const book = await open(file)
  if (book.sheets.length === 0) throw new AppError('UNREADABLE_FILE', DAMAGED)
  const visible = book.sheets.filter(({ hidden }) => !hidden).map(({ name }) => name)
  if (visible.length === 0) {
    throw new AppError(
      'UNREADABLE_FILE',
      'This workbook has no visible sheet. Unhide the one with the contacts and save it.',
    )
  }
  let filled: SheetRow[] = []
  for (const name of visible) {
    const rows = headRows(book, name)
    const header = findHeader(rows)
    if (header) return tableOf(book, name, header, visible, limits)
    if (filled.length === 0) filled = rows.filter(hasText)
  }
  throw new AppError('UNREADABLE_FILE', headerProblem(filled))
}

/** The library is loaded for what needs it only. */
async function open(file: SpreadsheetFile): Promise<Book> {
  if (file.kind === 'xls') return (await import('./xls-book.ts')).openXls(file.bytes)
  return (await import('./xlsx-book.ts')).openXlsx(file.parts)
}

function headRows(book: Book, name: string): SheetRow[] {
  const rows = book.rows(name, PROBE_COLUMNS)
  if (!rows) {
    throw new AppError(
      'UNREADABLE_FILE',
      `The sheet “${name}” is damaged. Open the file in Excel, save it again as Excel Workbook (.xlsx) and upload the new file.`,
    )
  }
  const head: SheetRow[] = []
  for (const row of rows) {
    if (row.row > PROBE_ROWS || head.length === PROBE_ROWS) break
    head.push(row)
  }
  return head
}

function tableOf(
  book: Book,
  sheet: string,
  header: { row: number; columns: ColumnMapping[] },
  visible: readonly string[],
  limits: SpreadsheetLimits,
): SheetTable {
  const { row: headerRow, columns } = header
  if (columns.length > limits.columns) {
    throw new AppError(
      'TOO_LARGE',
      `The sheet “${sheet}” has more than ${limits.columns} columns. Delete some and upload it again.`,
    )
  }
  const rows = (): Iterable<SheetRow> => below(book.rows(sheet, columns.length) ?? [], headerRow, sheet, limits)
  if (rows()[Symbol.iterator]().next().done) {
    throw new AppError('UNREADABLE_FILE', `The sheet “${sheet}” has column names but no contacts below them.`)
  }
  return {
    sheet,
    otherSheets: visible.filter((name) => name !== sheet),
    headerRow,
    columns,
    rowCount: Math.max(1, book.lastRow(sheet) - headerRow),
    rows: rows(),
  }
}

/** The rows below the header; empty ones between those that have text come as empty rows, those at the end do not come. */
function* below(
  rows: Iterable<SheetRow>,
  headerRow: number,
  sheet: string,
  limits: SpreadsheetLimits,
): Generator<SheetRow> {
  let last = headerRow
  let count = 0
  for (const row of rows) {
    if (row.row <= headerRow || !hasText(row)) continue
    count += 1
    if (count > limits.rows) {
      const most = limits.rows.toLocaleString('en-US')
      throw new AppError('TOO_LARGE', `The sheet “${sheet}” has more than ${most} rows. Split it into several files.`)
    }
    for (let gap = last + 1; gap < row.row; gap += 1) yield { row: gap, cells: [] }
    last = Math.max(last, row.row)
    yield row
  }
}

function hasText({ cells }: SheetRow): boolean {
  return cells.some((text) => text !== undefined && text.trim() !== '')
}
