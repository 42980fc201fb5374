import { XmlCursor } from './xml.ts'

/** The cells of an .xlsx worksheet and the strings they share, read straight from their XML (ECMA-376 part 1, 18.3 and 18.4). */

export interface RawCell {
  /** `n` number, `s` shared string, `str` and `inlineStr` text, `b` boolean, `d` date (ISO 8601), `e` error */
  type: string
  /** number of the cell's format */
  style: number
  /** what the type makes of it */
  value: string
}

export interface RawRow {
  /** number of the row, from 1 */
  row: number
  /** cells by column, holes where there is none; empty cells are left out */
  cells: RawCell[]
}

/** The rows that the sheet has, in its order; those without cells may be missing. */
export function* readRows(xml: string): Generator<RawRow> {
  const cursor = new XmlCursor(xml)
  let row = 0
  let column = -1
  let cells: RawCell[] = []
  let cell: RawCell | undefined
  const inline = new RichText()

  while (cursor.next()) {
    const { name, closing, empty } = cursor
    if (name === 'c') {
      if (closing) {
        if (cell?.type === 'inlineStr') cell.value = decodeString(inline.text)
        else if (cell?.type === 'str') cell.value = decodeString(cell.value)
        if (cell && cell.value !== '') cells[column] = cell
        cell = undefined
        continue
      }
      const reference = attribute(cursor.attributes, 'r')
      column = reference === undefined ? column + 1 : columnOf(reference)
      if (empty || column >= SHEET_COLUMNS) continue
      const style = attribute(cursor.attributes, 's')
      cell = { type: attribute(cursor.attributes, 't') ?? 'n', style: Number(style ?? 0), value: '' }
      inline.text = ''
    } else if (name === 'v') {
      if (closing && cell) cell.value = cursor.text()
    } else if (name === 'row') {
      if (!closing) {
        row = Number(attribute(cursor.attributes, 'r') ?? row + 1)
        column = -1
        cells = []
      }
      if ((closing || empty) && row <= SHEET_ROWS) yield { row, cells }
    } else if (name === 'sheetData' && closing) return
    else inline.take(cursor)
  }
}

/** What a sheet of Excel holds; a cell may claim to stand anywhere. */
const SHEET_ROWS = 1_048_576
const SHEET_COLUMNS = 16_384

/** The number of the last row, found from the end; how many there are when they have no numbers. */
export function lastRowNumber(xml: string): number {
  for (let at = xml.lastIndexOf('row '); at > 0; at = xml.lastIndexOf('row ', at - 1)) {
    const opens = xml[at - 1] === '<' || (xml[at - 1] === ':' && /<\w+:$/.test(xml.slice(Math.max(0, at - 20), at)))
    const number = opens ? attribute(xml.slice(at + 3, xml.indexOf('>', at)), 'r') : undefined
    if (number !== undefined) return Number(number)
    if (opens) break
  }
  return xml.match(/<(?:\w+:)?row[\s/>]/g)?.length ?? 0
}

/** The shared strings, by number. */
export function readStrings(xml: string): string[] {
  const cursor = new XmlCursor(xml)
  const strings: string[] = []
  const rich = new RichText()
  while (cursor.next()) {
    if (cursor.name !== 'si') rich.take(cursor)
    else if (cursor.closing || cursor.empty) {
      strings.push(decodeString(rich.text))
      rich.text = ''
    }
  }
  return strings
}

/** Text that comes in runs; the reading aid above East Asian text is not part of it. */
class RichText {
  text = ''
  #aside = false

  take(cursor: XmlCursor): void {
    if (cursor.name === 't') {
      if (cursor.closing && !this.#aside) this.text += cursor.text()
    } else if (cursor.name === 'rPh') this.#aside = !cursor.closing
  }
}

/** Excel writes characters that XML cannot hold as _x0007_ (ST_Xstring). */
function decodeString(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

const ATTRIBUTES = {
  r: [' r="', /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/],
  s: [' s="', /\ss\s*=\s*(?:"([^"]*)"|'([^']*)')/],
  t: [' t="', /\st\s*=\s*(?:"([^"]*)"|'([^']*)')/],
} as const

/** One of the three attributes that matter; every program writes them in the plain way, but XML allows others. */
function attribute(text: string, name: keyof typeof ATTRIBUTES): string | undefined {
  const [plain, any] = ATTRIBUTES[name]
  const at = text.indexOf(plain)
  if (at !== -1) return text.slice(at + plain.length, text.indexOf('"', at + plain.length))
  if (!UNUSUAL.test(text)) return undefined
  const match = any.exec(text)
  return match?.[1] ?? match?.[2]
}

const UNUSUAL = /['\t\r\n]|\s=|=\s/

function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}
