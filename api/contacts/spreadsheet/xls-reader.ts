import * as XLSX from 'xlsx'
import * as codepages from 'xlsx/dist/cpexcel.full.mjs'
import { INVALID_FILE_TYPE } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import type { Book } from './workbook-reader.ts'
import { cellText, doubtsOf, type SheetCell } from './cell-text.ts'
import { loadNumberFormats } from './number-formats.ts'
import type { SheetRow } from './contact-rows.ts'
import { correctWorkbook } from './xls-records.ts'
import { orDamaged, PASSWORD_PROTECTED } from './zip-reader.ts'

// Excel files from before 1997 do not use Unicode.
XLSX.set_cptable(codepages)

/** Exported by the library but missing in its types: reads an .xls from its container's streams. */
const { parse_xlscfb: parseXls } = XLSX as unknown as {
  parse_xlscfb: (streams: unknown, options: XLSX.ParsingOptions) => XLSX.WorkBook
}

/**
 * Opens an .xls. Throws AppError UNREADABLE_FILE if it is damaged or protected (a password-protected .xlsx is such a
 * container too), UNSUPPORTED_TYPE if the container holds something else.
 */
export async function openXls(file: Buffer, language?: EmailLanguage): Promise<Book> {
  await loadNumberFormats()
  const { book, records } = await readable(() => {
    const streams = openContainer(file)
    const workbook = XLSX.CFB.find(streams, '/Workbook')?.content as Uint8Array | undefined
    return {
      records: workbook ? correctWorkbook(workbook) : null,
      book: parseXls(streams, { dense: true, cellFormula: false, cellHTML: false, cellNF: true }),
    }
  })
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  return {
    sheets: book.SheetNames.map((name, index) => ({ name, hidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden) })),
    rows(name, width) {
      const sheet = book.Sheets[name]
      if (!sheet) return null
      const ofSheet = records?.formulas.get(book.SheetNames.indexOf(name))
      return denseRows(sheet['!data'] ?? [], width, date1904, language).map((row) => ({
        ...row,
        hidden: sheet['!rows']?.[row.row - 1]?.hidden === true,
        formulas: ofSheet?.get(row.row),
      }))
    },
    merged: (name) =>
      Map.groupBy(
        (book.Sheets[name]?.['!merges'] ?? []).flatMap(({ s, e }) =>
          e.r > s.r ? [{ first: s.r + 1, column: s.c, rows: e.r - s.r + 1 }] : [],
        ),
        ({ first }) => first,
      ),
    hiddenColumns: (name) => records?.hiddenColumns.get(book.SheetNames.indexOf(name)) ?? [],
    lastRow: (name) => book.Sheets[name]?.['!data']?.length ?? 0,
  }
}

function openContainer(file: Buffer): unknown {
  const streams: unknown = XLSX.CFB.read(file, { type: 'buffer' })
  const has = (name: string): boolean => Boolean(XLSX.CFB.find(streams, `/${name}`))
  if (has('EncryptedPackage') || has('EncryptionInfo')) throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED)
  if (has('Workbook') || has('Book')) return streams
  const what = has('WordDocument') ? 'This is a Word document. ' : 'This is not an Excel file. '
  throw new AppError('UNSUPPORTED_TYPE', `${what}${INVALID_FILE_TYPE.description}.`)
}

/** The rows of a sheet that the library has read. */
export function* denseRows(
  data: readonly (readonly (SheetCell | undefined)[] | undefined)[],
  width: number,
  date1904: boolean,
  language?: EmailLanguage,
): Generator<SheetRow> {
  for (const [index, cells] of data.entries()) {
    if (cells)
      yield {
        row: index + 1,
        cells: cells.slice(0, width).map((cell) => cellText(withLocaleDate(cell), date1904, language)),
        doubts: doubtsOf(cells.slice(0, width)),
      }
  }
}

/** The library replaces the number of a built-in format by its American code. */
const LOCALE_CODES = new Map([
  ['m/d/yy', 14],
  ['d-mmm-yy', 15],
  ['d-mmm', 16],
  ['mmm-yy', 17],
  ['m/d/yy h:mm', 22],
])

function withLocaleDate(cell: SheetCell | undefined): SheetCell | undefined {
  const number = typeof cell?.z === 'string' ? LOCALE_CODES.get(cell.z) : undefined
  return cell && number !== undefined ? { ...cell, z: number } : cell
}

/** Runs the library over a file; what it throws is told apart for a person. */
function readable<T>(parse: () => T): Promise<T> {
  return orDamaged(() => {
    try {
      return parse()
    } catch (error) {
      if (error instanceof AppError || !/password|encrypt/i.test(String(error))) throw error
      throw new AppError('UNREADABLE_FILE', PASSWORD_PROTECTED, { cause: error })
    }
  })
}
