import type { MergedCell } from './contact-rows.ts'
import { readXml } from './xml-reader.ts'

/** Streams the cells and shared strings of an .xlsx worksheet from XML (ECMA-376 part 1, 18.3 and 18.4). */

type Part = AsyncIterable<Buffer>

export interface RawCell {
  /** `n` number, `s` shared string, `str` and `inlineStr` text, `b` boolean, `d` date (ISO 8601), `e` error */
  type: string
  /** number of the cell's format */
  style: number
  /** the raw value, interpreted by type */
  value: string
}

export interface RawRow {
  /** number of the row, from 1 */
  row: number
  /** cells by column, with holes; empty cells are left out */
  cells: RawCell[]
  /** hidden by hand, by a filter, or without height */
  hidden: boolean
  /** columns of formulas with a result, and without one */
  formulas: { done: number[]; empty: number[] } | null
}

/** Excel's sheet size; a cell may claim any position. */
const SHEET_ROWS = 1_048_576
const SHEET_COLUMNS = 16_384

/** A sheet's rows in order; rows without cells may be missing. */
export function readRows(part: Part): AsyncGenerator<RawRow, void, undefined> {
  return readXml<RawRow>(part, (emit, stop) => {
    let row = 0
    let column = -1
    let cells: RawCell[] = []
    let cell: RawCell = { type: '', style: 0, value: '' }
    let [isFormula, hasValue, hidden] = [false, false, false]
    let formulas: RawRow['formulas'] = null
    const inline = new RichText()
    return {
      open(name, attributes) {
        const { r } = attributes
        if (name === 'row') {
          row = numberOf(r, row)
          column = -1
          cells = []
          formulas = null
          hidden = isHidden(attributes)
        } else if (name === 'c') {
          column = r === undefined ? column + 1 : columnOf(r)
          cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' }
          isFormula = hasValue = false
          inline.text = ''
        } else if (name === 'f') isFormula = true
        else inline.open(name)
      },
      close(name, text) {
        if (name === 'v') {
          cell.value = text
          hasValue = text !== '' || cell.type === 'str'
        } else if (name === 'c') {
          if (cell.type === 'inlineStr') cell.value = decodeString(inline.text)
          else if (cell.type === 'str') cell.value = decodeString(cell.value)
          if (cell.value !== '' && column < SHEET_COLUMNS) cells[column] = cell
          if (isFormula) {
            formulas ??= { done: [], empty: [] }
            formulas[hasValue ? 'done' : 'empty'].push(column)
          }
        } else if (name === 'row') {
          if (row <= SHEET_ROWS) emit({ row, cells, hidden, formulas })
        } else if (name === 'sheetData') stop()
        else inline.close(name, text)
      },
    }
  })
}

/** Columns from the first to the last, from 0. */
export type ColumnRange = readonly [first: number, last: number]

/** The columns that a worksheet hides, which it names before its rows. */
export function readHiddenColumns(part: Part): AsyncGenerator<ColumnRange, void, undefined> {
  return readXml<ColumnRange>(part, (emit, stop) => ({
    open(name, { min, max, hidden, width }) {
      if (name === 'sheetData') stop()
      const isZero = width !== undefined && Number(width) === 0
      if (name === 'col' && (isTrue(hidden) || isZero)) emit([Number(min) - 1, Number(max) - 1])
    },
  }))
}

const isTrue = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

function isHidden({ hidden, ht }: Readonly<Record<string, string>>): boolean {
  return isTrue(hidden) || (ht !== undefined && Number(ht) === 0)
}

/** Bytes at the end of a worksheet to search first. */
const END_BYTES = 262_144

/** Facts that come at the end of a worksheet. */
export interface SheetEnd {
  /** the number of the last row, including empty ones */
  lastRow: number
  /** cells that are merged over several rows, by the number of the first */
  merged: ReadonlyMap<number, MergedCell[]>
}

/** Reads the end of a worksheet: the last rows, which are numbered, and what follows them. */
export async function readSheetEnd(open: () => Part): Promise<SheetEnd> {
  const end = await readEnd(endOf(open()), Number.NaN)
  return Number.isNaN(end.lastRow) ? readEnd(open(), 0) : end
}

async function readEnd(part: Part, before: number): Promise<SheetEnd> {
  let lastRow = before
  const merged = new Map<number, MergedCell[]>()
  await readAll(
    readXml(part, () => ({
      open(name, { r, ref = '' }) {
        if (name === 'row') lastRow = numberOf(r, lastRow)
        if (name !== 'mergeCell') return
        const [, column = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/i.exec(ref) ?? []
        const rows = Number(to) - Number(from) + 1
        if (!(rows > 1)) return
        const cells = merged.get(Number(from)) ?? []
        cells.push({ column: columnOf(column), rows })
        merged.set(Number(from), cells)
      },
    })),
  )
  return { lastRow, merged }
}

/** Returns whether the rows end in a piece: </sheetData>, with any prefix. */
function endsRows(piece: Buffer): boolean {
  for (let at = piece.indexOf('sheetData>'); at !== -1; at = piece.indexOf('sheetData>', at + 1)) {
    const before = piece.toString('latin1', Math.max(0, at - 40), at)
    if (/<\/(?:\w{1,30}:)?$/.test(before)) return true
  }
  return false
}

/** The last rows of a part and all that follows them. */
async function* endOf(part: Part): AsyncGenerator<Buffer, void, undefined> {
  let pieces: Buffer[] = []
  let size = 0
  let isAfterRows = false
  for await (const piece of part) {
    isAfterRows ||= endsRows(piece)
    if (size > 8 * END_BYTES && !isAfterRows) {
      pieces = [Buffer.concat(pieces).subarray(-END_BYTES)]
      size = END_BYTES
    }
    pieces.push(piece)
    size += piece.length
  }
  yield Buffer.concat(pieces)
}

/** The shared strings, by number. */
export async function readStrings(part: Part): Promise<string[]> {
  const strings: string[] = []
  const rich = new RichText()
  await readAll(
    readXml(part, () => ({
      open: (name) => rich.open(name),
      close(name, text) {
        if (name !== 'si') return rich.close(name, text)
        strings.push(decodeString(rich.text))
        rich.text = ''
      },
    })),
  )
  return strings
}

/** Reads a part whose handlers emit nothing. */
export async function readAll(part: AsyncGenerator<never, void, undefined>): Promise<void> {
  await part.next()
}

/** Text in runs, without the phonetic guide of East Asian text. */
class RichText {
  text = ''
  #aside = false

  open(name: string): void {
    if (name === 'rPh') this.#aside = true
  }

  close(name: string, text: string): void {
    if (name === 'rPh') this.#aside = false
    else if (name === 't' && !this.#aside) this.text += text
  }
}

/** Excel escapes characters not allowed in XML as _x0007_ (ST_Xstring). */
function decodeString(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A row's number, or the one after `last`. */
function numberOf(reference: string | undefined, last: number): number {
  return reference === undefined ? last + 1 : Number(reference)
}

function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}
