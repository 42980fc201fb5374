import type { ColumnRange } from './sheet-xml.ts'

/** Facts about the records of an .xls from Excel 97 on ([MS-XLS] 2.1.4) that the library gets wrong or leaves out. */

const BOF = 0x0809
const BOUND_SHEET = 0x0085
const CODE_PAGE = 0x0042
const COLUMN_INFO = 0x007d
const FORMULA = 0x0006
const BIFF8 = 0x0600
const UTF_16 = 1_200

/** Columns of formulas in a row: without a result, or with one that their program did not compute. */
export interface RowFormulas {
  empty: number[]
  stale: number[]
}

/** Records of an .xls, by sheet from 0. */
export interface SheetRecords {
  /** formulas by row, from 1 */
  formulas: ReadonlyMap<number, ReadonlyMap<number, RowFormulas>>
  hiddenColumns: ReadonlyMap<number, readonly ColumnRange[]>
}

/**
 * Corrects the workbook stream in place: its text is UTF-16, whatever code page some programs name. Returns the formulas
 * without a trustworthy result, and the hidden columns.
 */
export function correctWorkbook(stream: Uint8Array): SheetRecords {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const sheets = new Map<number, number>()
  const blank: [sheet: number, row: number, column: number][] = []
  const found = new Map<number, Map<number, RowFormulas>>()
  const hiddenColumns = new Map<number, ColumnRange[]>()
  const rowOf = (sheet: number, row: number): RowFormulas => {
    const rows = found.get(sheet) ?? new Map<number, RowFormulas>()
    const formulas = rows.get(row) ?? { empty: [], stale: [] }
    found.set(sheet, rows.set(row, formulas))
    return formulas
  }
  let formulas = 0
  let sheet = -1
  for (let at = 0; at + 4 <= stream.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const body = at + 4
    if (body + length > stream.length) break
    if (at === 0 && (type !== BOF || length < 2 || view.getUint16(body, true) !== BIFF8)) break
    if (type === BOF) sheet = sheets.get(at) ?? sheet
    else if (type === CODE_PAGE && length >= 2) view.setUint16(body, UTF_16, true)
    else if (type === BOUND_SHEET && length >= 4) sheets.set(view.getUint32(body, true), sheets.size)
    else if (type === COLUMN_INFO && length >= 10) {
      const [first, last, width] = [0, 2, 4].map((offset) => view.getUint16(body + offset, true))
      if (((stream[body + 8] ?? 0) & 1) !== 0 || width === 0)
        hiddenColumns.set(sheet, [...(hiddenColumns.get(sheet) ?? []), [first ?? 0, last ?? 0]])
    } else if (type === FORMULA && length >= 16) {
      formulas += 1
      const [row, column] = [view.getUint16(body, true) + 1, view.getUint16(body + 2, true)]
      const isBlank = view.getUint16(body + 12, true) === 0xffff && stream[body + 6] === 3
      if (isBlank) blank.push([sheet, row, column])
      // “Calculate on open”, which Excel never writes.
      else if (((stream[body + 14] ?? 0) & 2) !== 0) rowOf(sheet, row).stale.push(column)
    }
    at = body + length
  }
  // Some blank results are meant, but not all of them.
  if (blank.length === formulas) for (const [on, row, column] of blank) rowOf(on, row).empty.push(column)
  return { formulas: found, hiddenColumns }
}
