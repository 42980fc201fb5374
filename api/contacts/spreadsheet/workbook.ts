import * as XLSX from 'xlsx'
import type { ColumnMapping } from '#domain/contact-columns.ts'
import { AppError } from '#domain/errors.ts'
import { cellText, type SheetCell } from './cell-text.ts'
import type { SpreadsheetFile } from './kind.ts'
import type { SpreadsheetLimits } from './limits.ts'
import { openOle } from './ole.ts'
import { findHeader, headerProblem, type SheetRow } from './rows.ts'
import { orDamaged, PASSWORD_PROTECTED, TOO_LARGE, type ZipParts } from './zip.ts'

/** From a workbook to the one table in it that is imported. */

export interface SheetTable {
  sheet: string
  /** the other visible sheets, in order: nothing of them is imported */
  otherSheets: string[]
  headerRow: number
  columns: ColumnMapping[]
  /** rows below the header that have anything in them */
  rowCount: number
  /** the rows below the header, gaps included */
  rows: Iterable<SheetRow>
}

/** Exported by the library, missing in its types: the two readers below `read`, which take what is unpacked already. */
const { parse_zip: parseZip, parse_xlscfb: parseXls } = XLSX as unknown as {
  parse_zip: (zip: { files: Record<string, unknown> }, options: XLSX.ParsingOptions) => XLSX.WorkBook
  parse_xlscfb: (streams: unknown, options: XLSX.ParsingOptions) => XLSX.WorkBook
}

/** What a sheet of Excel holds; a cell may claim to stand anywhere. */
const SHEET_ROWS = 1_048_576
const SHEET_COLUMNS = 16_384
/** Rows that are looked through for the headers. */
const PROBE_ROWS = 100

/**
 * Reads the first visible sheet that has a row of headers with a column for the address.
 * Throws AppError UNREADABLE_FILE when there is none or the file is damaged, TOO_LARGE when it is beyond the limits.
 */
export function readTable(file: SpreadsheetFile, limits: SpreadsheetLimits): SheetTable {
  const parse = parser(file)
  const book = parse({ sheets: [0] })
  const visible = book.SheetNames.filter((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden)
  const [first] = visible
  if (first === undefined) {
    throw new AppError(
      'UNREADABLE_FILE',
      'This workbook has no visible sheet. Unhide the one with the contacts and save it.',
    )
  }
  if (first === book.SheetNames[0]) {
    const sheet = sheetOf(book, first)
    if (!sheet) throw damagedSheet(first)
    if (findHeader(headRows(sheet))) return tableOf(first, sheet, visible, limits)
  }

  const probe = parse({ sheets: visible, sheetRows: PROBE_ROWS })
  const heads = visible.map((name) => ({ name, rows: headRows(sheetOf(probe, name)) }))
  const found = heads.find(({ rows }) => findHeader(rows))
  if (!found) {
    const filled = heads.find(({ rows }) => rows.some(({ cells }) => cells.some((text) => text?.trim())))
    throw new AppError('UNREADABLE_FILE', headerProblem(filled?.rows ?? []))
  }
  return tableOf(found.name, sheetOf(parse({ sheets: [found.name] }), found.name), visible, limits)
}

interface Sheet {
  data: readonly (readonly (SheetCell | undefined)[] | undefined)[]
  date1904: boolean
}

function tableOf(name: string, sheet: Sheet | null, visible: readonly string[], limits: SpreadsheetLimits): SheetTable {
  const header = findHeader(headRows(sheet))
  if (!sheet || !header) throw damagedSheet(name)
  const { row: headerRow, columns } = header
  if (columns.length > limits.columns) {
    const [has, most] = [columns.length, limits.columns].map(formatted)
    throw new AppError(
      'TOO_LARGE',
      `The sheet “${name}” has ${has} columns; ${most} are the most. Delete some and upload it again.`,
    )
  }
  let rowCount = 0
  const end = Math.min(sheet.data.length, SHEET_ROWS)
  for (let index = headerRow; index < end; index += 1) if (sheet.data[index]?.length) rowCount += 1
  if (rowCount === 0)
    throw new AppError('UNREADABLE_FILE', `The sheet “${name}” has column names but no contacts below them.`)
  if (rowCount > limits.rows) {
    const [has, most] = [rowCount, limits.rows].map(formatted)
    throw new AppError(
      'TOO_LARGE',
      `The sheet “${name}” has ${has} rows; ${most} are the most. Split it into several files.`,
    )
  }
  return {
    sheet: name,
    otherSheets: visible.filter((other) => other !== name),
    headerRow,
    columns,
    rowCount,
    rows: rowsOf(sheet, headerRow, end, columns.length),
  }
}

function sheetOf(book: XLSX.WorkBook, name: string): Sheet | null {
  const sheet = book.Sheets[name]
  return sheet ? { data: sheet['!data'] ?? [], date1904: book.Workbook?.WBProps?.date1904 === true } : null
}

function headRows(sheet: Sheet | null): SheetRow[] {
  return sheet ? [...rowsOf(sheet, 0, PROBE_ROWS)] : []
}

function* rowsOf({ data, date1904 }: Sheet, start: number, end: number, width = SHEET_COLUMNS): Generator<SheetRow> {
  for (let index = start; index < Math.min(end, data.length); index += 1) {
    const cells = data[index] ?? []
    yield { row: index + 1, cells: cells.slice(0, width).map((cell) => cellText(cell, date1904)) }
  }
}

const OPTIONS = { dense: true, cellFormula: false, cellHTML: false, cellNF: true } satisfies XLSX.ParsingOptions

function parser(file: SpreadsheetFile): (options: XLSX.ParsingOptions) => XLSX.WorkBook {
  if (file.kind === 'xlsx') {
    return (options) => {
      const { files, failure } = lazyFiles(file.parts)
      const book = readable(() => parseZip({ files }, { ...OPTIONS, ...options }))
      if (failure.error) throw failure.error
      return book
    }
  }
  const streams = openOle(file.bytes)
  let book: XLSX.WorkBook | undefined
  return () => (book ??= readable(() => parseXls(streams, OPTIONS)))
}

/**
 * The parts as the library wants them, inflated when it asks and not kept. It swallows what goes wrong in a part, so that is noted.
 * What hangs off a sheet (comments, drawings) and the document's properties are held back: nothing of them is imported.
 */
function lazyFiles(parts: ZipParts): { files: Record<string, unknown>; failure: { error?: unknown } } {
  const failure: { error?: unknown } = {}
  const files: Record<string, unknown> = Object.create(null)
  for (const name of parts.names) {
    if (/(?:^|\/)(?:docProps|worksheets\/_rels)\//i.test(name)) continue
    const asNodeBuffer = (): Buffer => {
      try {
        const content = parts.read(name)
        return /\/worksheets\/[^/]*\.xml$/i.test(name) ? upToCells(content) : content
      } catch (error) {
        failure.error ??= error
        throw error
      }
    }
    files[name] = { name, asNodeBuffer }
  }
  return { files, failure }
}

const END_OF_CELLS = 'sheetData>'

/** A worksheet without what follows its cells: links and merged ranges, which a few bytes can stretch over billions of cells. */
function upToCells(worksheet: Buffer): Buffer {
  const end = worksheet.lastIndexOf(END_OF_CELLS)
  return end === -1 ? worksheet : worksheet.subarray(0, end + END_OF_CELLS.length)
}

function readable(parse: () => XLSX.WorkBook): XLSX.WorkBook {
  return orDamaged(() => {
    try {
      return parse()
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (/password|encrypt/i.test(text)) throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED, { cause: error })
      if (/string longer than|string length/i.test(text)) throw new AppError('TOO_LARGE', TOO_LARGE, { cause: error })
      throw error
    }
  })
}

function damagedSheet(name: string): AppError {
  return new AppError(
    'UNREADABLE_FILE',
    `The sheet “${name}” is damaged. Open the file in Excel, save it again as Excel Workbook (.xlsx) and upload the new file.`,
  )
}

function formatted(number: number): string {
  return number.toLocaleString('en-US')
}
