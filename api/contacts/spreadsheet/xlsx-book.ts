import * as XLSX from 'xlsx'
import { AppError } from '#domain/errors.ts'
import { type Book, denseRows, readable } from './book.ts'
import { cellText, type SheetCell } from './cell-text.ts'
import type { SheetRow } from './rows.ts'
import { lastRowNumber, type RawCell, readRows, readStrings } from './sheet-xml.ts'
import { xmlOf } from './xml.ts'
import { DAMAGED, orDamaged, type ZipParts } from './zip.ts'

/**
 * An .xlsx: the library reads how the workbook hangs together (names, relations, formats, calendar), the cells are read by `sheet-xml.ts`
 * as they are asked for. The library alone takes five times as long for them and holds every cell in memory.
 */
export function openXlsx(parts: ZipParts): Book {
  const { files, failure } = filesFor(parts)
  const book = readable(() => parseZip({ files }, { dense: true, cellFormula: false, cellHTML: false, cellNF: true }))
  if (failure.error) throw failure.error

  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const formats = formatsOf(book)
  const dataOf = (name: string): Data | undefined => book.Sheets[name]?.['!data']
  let strings: readonly string[] | undefined
  let latest: { part: string; xml: string } | undefined
  const xmlOfPart = (part: string): string => {
    if (latest?.part !== part) latest = { part, xml: orDamaged(() => xmlOf(parts.read(part))) }
    return latest.xml
  }

  function* rows(xml: string, width: number): Generator<SheetRow> {
    strings ??= orDamaged(() => stringsOf(book, parts))
    for (const { row, cells } of readRows(xml)) {
      yield {
        row,
        cells: cells.slice(0, width).map((cell) => cellText(cellOf(cell, strings ?? [], formats, date1904), date1904)),
      }
    }
  }

  return {
    sheets: book.SheetNames.map((name, index) => ({ name, hidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden) })),
    rows(name, width) {
      const data = dataOf(name)
      if (!data) return null
      const part = partBehind(data, parts)
      return part === undefined ? denseRows(data, width, date1904) : rows(xmlOfPart(part), width)
    },
    lastRow(name) {
      const data = dataOf(name) ?? []
      const part = partBehind(data, parts)
      return part === undefined ? data.length : lastRowNumber(xmlOfPart(part))
    },
  }
}

/** Exported by the library, missing in its types: reads an .xlsx whose parts are unpacked already. */
const { parse_zip: parseZip } = XLSX as unknown as {
  parse_zip: (zip: { files: Record<string, unknown> }, options: XLSX.ParsingOptions) => XLSX.WorkBook & Structure
}

/** What the library also hands out. */
interface Structure {
  Directory?: { sst?: string }
  Styles?: { CellXf?: { numFmtId?: number }[] }
  SSF?: Record<number, string>
}

type Data = (SheetCell[] | undefined)[]

const WORKSHEET = /(?:^|\/)worksheets\/[^/]+\.xml$/i
const STRINGS = /(?:^|\/)sharedStrings\.xml$/i
/** Of what hangs off a sheet (comments, drawings), of other workbooks and the document's properties nothing is imported. */
const NOT_NEEDED = /(?:^|\/)(?:docProps|externalLinks|worksheets\/_rels)\//i
const STAND_IN = 'part '

/**
 * The parts as the library wants them, inflated when it asks. In the place of a worksheet it gets one with a single cell that says which
 * part it stands for, so that afterwards each sheet leads to its part. The library swallows what goes wrong in a part: it is noted.
 */
function filesFor(parts: ZipParts): { files: Record<string, unknown>; failure: { error?: unknown } } {
  const failure: { error?: unknown } = {}
  const files: Record<string, unknown> = Object.create(null)
  for (const [index, name] of parts.names.entries()) {
    if (NOT_NEEDED.test(name)) continue
    const content = (): Buffer => {
      if (WORKSHEET.test(name)) return standIn(index)
      return STRINGS.test(name) ? Buffer.from('<sst/>') : parts.read(name)
    }
    const asNodeBuffer = (): Buffer => {
      try {
        return content()
      } catch (error) {
        failure.error ??= error
        throw error
      }
    }
    files[name] = { name, asNodeBuffer }
  }
  return { files, failure }
}

function standIn(index: number): Buffer {
  const cell = `<c r="A1" t="str"><v>${STAND_IN}${index}</v></c>`
  return Buffer.from(`<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`)
}

/** The part that a sheet stands in for; undefined when the library has read the sheet itself, having found it in an unusual place. */
function partBehind(data: Data, parts: ZipParts): string | undefined {
  const mark = data[0]?.[0]?.v
  return typeof mark === 'string' && mark.startsWith(STAND_IN)
    ? parts.names[Number(mark.slice(STAND_IN.length))]
    : undefined
}

function stringsOf(book: Structure, parts: ZipParts): string[] {
  const path = book.Directory?.sst?.replace(/^\//, '').toLowerCase()
  const name = path === undefined ? undefined : parts.names.find((part) => part.toLowerCase() === path)
  return name === undefined ? [] : readStrings(xmlOf(parts.read(name)))
}

/** The number format of each cell style: its code, or its number where the code is the locale's own. */
function formatsOf(book: Structure): (string | number)[] {
  return (book.Styles?.CellXf ?? []).map(({ numFmtId = 0 }) => book.SSF?.[numFmtId] ?? numFmtId)
}

function cellOf(
  cell: RawCell,
  strings: readonly string[],
  formats: readonly (string | number)[],
  date1904: boolean,
): SheetCell {
  const { type, value } = cell
  const z = formats[cell.style] ?? 'General'
  if (type === 'n') return { t: 'n', v: Number(value), z }
  if (type === 's') {
    const text = strings[Number(value)]
    if (text === undefined) throw new AppError('UNREADABLE_FILE', DAMAGED)
    return { t: 's', v: text }
  }
  if (type === 'b') return { t: 'b', v: value === '1' || value === 'true' }
  if (type === 'd') return { t: 'n', v: serialOf(value, date1904), z }
  return type === 'e' ? { t: 'e' } : { t: 's', v: value }
}

/** A date in ISO 8601, as strict Open XML has it, as the number of days it is in other sheets. */
function serialOf(date: string, date1904: boolean): number {
  const days =
    Date.parse(/[zZ]$|^[^T]*\dT[^+-]*[+-]\d/.test(date) ? date : `${date}${date.includes('T') ? '' : 'T00:00:00'}Z`) /
    86_400_000
  return days + (date1904 ? 24_107 : 25_569)
}
