import { readXml } from './xml.ts'

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
    const inline = new RichText()
    return {
      open(name, { r, s, t }) {
        if (name === 'row') {
          row = numberOf(r, row)
          column = -1
          cells = []
        } else if (name === 'c') {
          column = r === undefined ? column + 1 : columnOf(r)
          cell = { type: t ?? 'n', style: Number(s ?? 0), value: '' }
          inline.text = ''
        } else inline.open(name)
      },
      close(name, text) {
        if (name === 'v') cell.value = text
        else if (name === 'c') {
          if (cell.type === 'inlineStr') cell.value = decodeString(inline.text)
          else if (cell.type === 'str') cell.value = decodeString(cell.value)
          if (cell.value !== '' && column < SHEET_COLUMNS) cells[column] = cell
        } else if (name === 'row') {
          if (row <= SHEET_ROWS) emit({ row, cells })
        } else if (name === 'sheetData') stop()
        else inline.close(name, text)
      },
    }
  })
}

/** Bytes at the end of a worksheet to search first. */
const END_BYTES = 262_144

/** The number of the last row, including empty ones. Read from the end of the sheet, where rows are numbered. */
export async function lastRowNumber(open: () => Part): Promise<number> {
  const end = await lastRowOf(endOf(open()), Number.NaN)
  return Number.isNaN(end) ? lastRowOf(open(), 0) : end
}

async function lastRowOf(part: Part, before: number): Promise<number> {
  let last = before
  await readAll(
    readXml(part, () => ({
      open(name, { r }) {
        if (name === 'row') last = numberOf(r, last)
      },
    })),
  )
  return last
}

async function* endOf(part: Part): AsyncGenerator<Buffer, void, undefined> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of part) {
    if (size > 8 * END_BYTES) {
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
