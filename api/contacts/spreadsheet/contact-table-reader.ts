import { type ColumnMapping, recognizeHeaders } from '#domain/contacts/contact-columns.ts'
import { cleanLine } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import type { ReadingChoice } from '#domain/contacts/import-choice.ts'
import { addNotice, type ImportNotice, type NoticeKind } from '#domain/contacts/import-notices.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { IMPORT_LIMITS } from '#domain/contacts/imports.ts'
import { encodingLabel, type TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import type { Book } from './workbook-reader.ts'
import type { SpreadsheetFile } from './file-type-detection.ts'
import type { SpreadsheetLimits } from './spreadsheet-limits.ts'
import { findHeader, headerProblem, headersOf, type SheetRow } from './contact-rows.ts'
import type { DecodedText } from './text-encoding.ts'
import { DAMAGED } from './zip-reader.ts'

/** The table of a workbook that an import reads: a sheet, its header and its rows. */

export interface SheetTable {
  sheet: string
  /** the other visible sheets, in order; not imported */
  otherSheets: string[]
  headerRow: number
  columns: ColumnMapping[]
  /** about the whole file */
  notices: readonly ImportNotice[]
  splitAddresses: boolean
  keepRows: boolean
  leaveOutHidden: boolean
  fillMerged: boolean
  /** positions of columns that the sheet hides */
  hiddenColumns: readonly number[]
  /** rows from the header to the last, including empty ones: an upper bound, good enough for progress */
  rowCount: number
  /** the rows below the header down to the last non-empty one, iterable once; throws AppError if there are too many */
  rows: AsyncIterable<SheetRow>
}

/** The table to import: a sheet, its header row, and the meaning of its columns. */
export interface TableChoice {
  sheet: string
  headerRow: number
  columns: ColumnMapping[]
  /** True if a row with several addresses becomes several contacts */
  splitAddresses?: boolean
  /** true to keep the values of rows with a repeated email address */
  keepRows?: boolean
}

/** A sheet as shown to the person choosing. */
export interface SheetDescription extends TableChoice {
  rowCount: number
  /** encoding of a text file */
  encoding?: TextEncoding
  /** about the whole file */
  notices: readonly ImportNotice[]
  /** a few texts per column from the first rows */
  samples: string[][]
  /** first rows of the sheet from the header on; missing if the sheet cannot be read */
  head?: { row: number; cells: string[] }[]
  /** reason why the sheet cannot be imported as is; null if it can */
  problem: string | null
}

/** Rows searched for the headers. */
const PROBE_ROWS = 100
/** Columns searched for headers: more than allowed, so excess columns are noticed. */
const PROBE_COLUMNS = 1_000
/** Samples per column, and characters of each. */
const SAMPLES = 3
const SAMPLE_LENGTH = 80
/** Rows shown as the spreadsheet has them, with their header. */
const HEAD_ROWS = 13

/**
 * Finds the first visible sheet whose header row has an address column. Throws AppError UNREADABLE_FILE if there is
 * none or the file is damaged, TOO_LARGE beyond the limits.
 */
export async function readTable(
  file: SpreadsheetFile,
  limits: SpreadsheetLimits,
  options: Partial<ReadingChoice> & { language?: EmailLanguage | undefined; keepRows?: boolean } = {},
): Promise<SheetTable> {
  const { language, ...reading } = options
  const book = await openWorkbook(file, language)
  let filled: SheetRow[] = []
  for (const name of describedSheets(book)) {
    const rows = await headRows(book, name)
    const header = findHeader(rows)
    if (header)
      return tableOf(book, { ...reading, sheet: name, headerRow: header.row, columns: header.columns }, limits)
    if (filled.length === 0) filled = rows.filter(hasText)
  }
  throw new AppError('UNREADABLE_FILE', headerProblem(filled))
}

/** Opens a workbook, with its numbers in a language; loads the library only if needed. Throws AppError UNREADABLE_FILE if no sheet is visible. */
export async function openWorkbook(file: SpreadsheetFile, language?: EmailLanguage): Promise<Book> {
  const book = await bookOf(file, language)
  if (book.sheets.length === 0) throw new AppError('UNREADABLE_FILE', DAMAGED)
  if (book.problem) throw new AppError('UNREADABLE_FILE', book.problem)
  if (visibleSheets(book).length === 0) {
    throw new AppError(
      'UNREADABLE_FILE',
      'This workbook has no visible sheet. Unhide the one with the contacts and save it.',
    )
  }
  return book
}

/** Opens a workbook. Each format loads only the code that reads it. */
async function bookOf(file: SpreadsheetFile, language: EmailLanguage | undefined): Promise<Book> {
  switch (file.kind) {
    case 'xls':
      return (await import('./xls-reader.ts')).openXls(file.bytes, language)
    case 'text':
      return { ...(await (await import('./delimited-text-reader.ts')).openText(file.bytes)), ...encodingOf(file) }
    case 'ods':
      return (await import('./ods-reader.ts')).openOds(file.parts)
    case 'xlsx':
      return (await import('./xlsx-reader.ts')).openXlsx(file.parts, language)
  }
}

function encodingOf({ encoding, isGuess, others }: DecodedText): Pick<Book, 'encoding' | 'notices'> {
  const notice = (kind: NoticeKind, count: number, read: TextEncoding) => ({
    ...{ kind, count, row: null, samples: [encodingLabel(read)] },
  })
  if (others) return { encoding, notices: [notice('mixedEncoding', others.lines, others.encoding)] }
  return { encoding, notices: isGuess ? [notice('encoding', 1, encoding)] : [] }
}

const subjectOf = (book: Book, sheet: string) => book.subject?.(sheet) ?? `The sheet “${sheet}”`

/**
 * Every visible sheet with the likely meaning of its columns. Without recognized headers, the first non-empty row is
 * the header.
 */
export async function describeSheets(book: Book, limits: SpreadsheetLimits): Promise<SheetDescription[]> {
  const described: SheetDescription[] = []
  for (const sheet of describedSheets(book)) {
    try {
      described.push(await describeSheet(book, sheet, limits))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const none = { headerRow: 1, columns: [], rowCount: 0, samples: [] }
      described.push({ ...aboutFile(book), sheet, ...none, problem: error.message })
    }
  }
  return described
}

async function describeSheet(book: Book, sheet: string, limits: SpreadsheetLimits): Promise<SheetDescription> {
  const rows = await headRows(book, sheet)
  const found = findHeader(rows)
  const first = rows.find(hasText)
  const headerRow = found?.row ?? first?.row ?? 1
  const columns = found?.columns ?? recognizeHeaders(headersOf(first?.cells ?? []))
  refuseWide(book, sheet, columns, limits)
  if (found) await refuseEmpty(book, { sheet, headerRow, columns }, limits)
  const samples = columns.map(({ index }) => {
    const texts = rows.flatMap(({ row, cells }) => (row > headerRow ? [cleanLine(cells[index] ?? '')] : []))
    const some = [...new Set(texts.filter((text) => text !== ''))].slice(0, SAMPLES)
    return some.map(shorten)
  })
  const head = rows
    .filter(({ row }) => row >= headerRow)
    .slice(0, HEAD_ROWS)
    .map(({ row, cells }) => ({ row, cells: columns.map(({ index }) => shorten(cleanLine(cells[index] ?? ''))) }))
  const rowCount = Math.max(0, (await book.lastRow(sheet)) - headerRow)
  const problem = found ? null : headerProblem(rows.filter(hasText))
  return { ...aboutFile(book), sheet, headerRow, columns, rowCount, samples, head, problem }
}

const aboutFile = (book: Book) => ({ ...(book.encoding && { encoding: book.encoding }), notices: noticesOf(book) })

/** The notices about the whole file. */
function noticesOf(book: Book): ImportNotice[] {
  const count = visibleSheets(book).length
  const notices = [...(book.notices ?? [])]
  for (const { name, hidden } of book.sheets) if (hidden) addNotice(notices, 'hiddenSheets', null, shorten(name))
  if (count > IMPORT_LIMITS.sheets) notices.push({ kind: 'manySheets', count, row: null, samples: [] })
  return notices
}

const shorten = (text: string) => text.slice(0, SAMPLE_LENGTH).toWellFormed()

function visibleSheets(book: Book): string[] {
  return book.sheets.filter(({ hidden }) => !hidden).map(({ name }) => name)
}

/** Describes only the first visible sheets, because each must be read separately. */
const describedSheets = (book: Book) => visibleSheets(book).slice(0, IMPORT_LIMITS.sheets)

async function headRows(book: Book, name: string): Promise<SheetRow[]> {
  const rows = book.rows(name, PROBE_COLUMNS)
  if (!rows) {
    throw new AppError(
      'UNREADABLE_FILE',
      `The sheet “${name}” is damaged. Open the file in Excel, save it again as Excel Workbook (.xlsx) and upload the new file.`,
    )
  }
  const head: SheetRow[] = []
  for await (const row of rows) {
    if (row.row > PROBE_ROWS || head.length === PROBE_ROWS) break
    head.push(row)
  }
  return head
}

/** The chosen table. Throws AppError TOO_LARGE, UNREADABLE_FILE (nothing below its headers). */
export async function tableOf(
  book: Book,
  choice: TableChoice & Partial<ReadingChoice>,
  limits: SpreadsheetLimits,
): Promise<SheetTable> {
  const {
    sheet,
    headerRow,
    columns,
    splitAddresses = false,
    keepRows = false,
    leaveOutHidden = false,
    fillMerged = false,
  } = choice
  refuseWide(book, sheet, columns, limits)
  await refuseEmpty(book, choice, limits)
  return {
    sheet,
    otherSheets: visibleSheets(book).filter((name) => name !== sheet),
    headerRow,
    columns,
    notices: noticesOf(book),
    splitAddresses,
    keepRows,
    leaveOutHidden,
    fillMerged,
    hiddenColumns: await hiddenOf(book, sheet, columns),
    rowCount: Math.max(1, (await book.lastRow(sheet)) - headerRow),
    rows: below(book, choice, limits),
  }
}

async function hiddenOf(book: Book, sheet: string, columns: readonly ColumnMapping[]): Promise<number[]> {
  const ranges = (await book.hiddenColumns?.(sheet)) ?? []
  return columns
    .map(({ index }) => index)
    .filter((index) => ranges.some(([first, last]) => index >= first && index <= last))
}

async function refuseEmpty(book: Book, choice: TableChoice, limits: SpreadsheetLimits): Promise<void> {
  for await (const _ of below(book, choice, limits)) return
  throw new AppError('UNREADABLE_FILE', `${subjectOf(book, choice.sheet)} has column names but no contacts below them.`)
}

function refuseWide(book: Book, sheet: string, columns: readonly ColumnMapping[], limits: SpreadsheetLimits): void {
  if (columns.length <= limits.columns) return
  throw new AppError(
    'TOO_LARGE',
    `${subjectOf(book, sheet)} has more than ${limits.columns} columns. Delete some and upload it again.`,
  )
}

/** The rows below the header; includes empty rows between non-empty ones, but not trailing ones. */
async function* below(
  book: Book,
  { sheet, headerRow, columns, fillMerged }: TableChoice & Partial<ReadingChoice>,
  limits: SpreadsheetLimits,
): AsyncGenerator<SheetRow, void, undefined> {
  let last = headerRow
  let count = 0
  let headerCells = columns.length
  const merged = await book.merged?.(sheet)
  const fill = fillMerged ? createFiller() : (row: SheetRow) => row
  // Text tells its cells beyond the columns by itself.
  const width = book.encoding ? columns.length : Math.max(columns.length, PROBE_COLUMNS)
  for await (const row of book.rows(sheet, width) ?? []) {
    if (row.row === headerRow) headerCells = row.ragged?.count ?? headerCells
    if (row.row <= headerRow || !(hasText(row) || hasLost(row))) continue
    count += 1
    if (count > limits.rows) {
      const most = limits.rows.toLocaleString('en-US')
      throw new AppError(
        'TOO_LARGE',
        `${subjectOf(book, sheet)} has more than ${most} rows. Split it into several files.`,
      )
    }
    for (let gap = last + 1; gap < row.row; gap += 1) yield { row: gap, cells: [] }
    last = Math.max(last, row.row)
    const starts = row.merged ?? merged?.get(row.row)
    yield judgedByLength(fill(starts ? { ...row, merged: starts } : row), columns.length, headerCells)
  }
}

/** Gives rows the values of merged cells that begin in rows above. */
function createFiller(): (row: SheetRow) => SheetRow {
  /** values of merged cells by column; a later merge replaces an earlier one */
  const values = new Map<number, { text: string; last: number }>()
  return (row) => {
    const cells = [...row.cells]
    for (const [column, { text, last }] of values) {
      if (last < row.row) values.delete(column)
      else if ((cells[column] ?? '').trim() === '') cells[column] = text
    }
    for (const { column, rows } of row.merged ?? [])
      values.set(column, { text: row.cells[column] ?? '', last: row.row + rows - 1 })
    return { ...row, cells }
  }
}

const TOO_MANY_CELLS = 'The row has more cells than there are column names'

/**
 * Judges a row of delimited text by its number of cells: values may have moved where a delimiter is missing or one too
 * many.
 */
function judgedByLength(row: SheetRow, named: number, headerCells: number): SheetRow {
  const { ragged, fault, notices = [] } = row
  if (!ragged || fault !== undefined) return row
  const { count, usual, beyond } = ragged
  if (count > Math.max(headerCells, usual) || beyond.some((cell) => cell.trim() !== ''))
    return { ...row, fault: TOO_MANY_CELLS }
  if (count > headerCells) return { ...row, notices: [...notices, 'longRows'] }
  return count < named ? { ...row, notices: [...notices, 'shortRows'] } : row
}

/** Returns whether a row has cells that are empty because of an error or a formula without a result. */
const hasLost = ({ doubts = [], formulas }: SheetRow): boolean =>
  doubts.some(({ kind }) => kind === 'errorCells') || (formulas?.empty.length ?? 0) > 0

function hasText({ cells, ragged }: SheetRow): boolean {
  const isFilled = (text: string | undefined) => text !== undefined && text.trim() !== ''
  return cells.some(isFilled) || ragged?.beyond.some(isFilled) === true
}
