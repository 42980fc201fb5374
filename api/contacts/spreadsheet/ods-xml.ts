import { isCellError } from './suspicious-cells.ts'
import { hasLostDigits, plainNumber } from './cell-text.ts'
import { isoDate } from './iso-date.ts'
import type { CellDoubt, MergedCell } from './contact-rows.ts'
import { type ColumnRange, readAll } from './sheet-xml.ts'
import { readXml, type XmlHandlers } from './xml-reader.ts'

/** Streams the tables and cells of an OpenDocument spreadsheet from XML (ODF 1.3 part 3, 9 and 16). */

type Part = AsyncIterable<Buffer>

export interface OdsTable {
  name: string
  hidden: boolean
  /** the number of the last row with cells */
  lastRow: number
  hiddenColumns: ColumnRange[]
}

/** A row, and how often it is repeated below itself. */
export interface OdsRow {
  row: number
  repeat: number
  /** texts by column, with holes */
  cells: (string | undefined)[]
  /** true if the row is hidden by hand or by a filter */
  hidden: boolean
  /** columns of formulas without a result */
  formulas: number[]
  /** cells that are merged with those below */
  merged: MergedCell[]
  doubts: CellDoubt[]
}

/** A sheet's size; a file may claim any number of repetitions. */
const SHEET_ROWS = 1_048_576
const SHEET_COLUMNS = 16_384

type Attributes = Readonly<Record<string, string>>

/** Returns the value of an attribute by its name without namespace prefix. */
function attribute(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes)
    if (key.endsWith(name) && key.charAt(key.length - name.length - 1) === ':') return attributes[key]
  return undefined
}

function repetitions(attributes: Attributes, name: string, most: number): number {
  const number = Number(attribute(attributes, name) ?? 1)
  return Number.isInteger(number) && number > 0 ? Math.min(number, most) : 1
}

/** Returns whether a row or column is hidden by hand or by a filter. */
const isUnseen = (attributes: Attributes): boolean =>
  /^(?:collapse|filter)$/.test(attribute(attributes, 'visibility') ?? '')

/** The sheets in order, and the names of cell styles whose dates look different on every machine. */
export async function readOdsTables(
  styles: Part | null,
  content: Part,
): Promise<{ tables: OdsTable[]; localDates: ReadonlySet<string> }> {
  const found = new Styles()
  if (styles) await readAll(readXml(styles, () => found.handlers))
  const tables: OdsTable[] = []
  const where = new Place()
  let row = 0
  let column = 0
  /** groups of columns around this one, and whether each is collapsed */
  const groups: boolean[] = []
  await readAll(
    readXml(content, () => ({
      open(name, attributes) {
        where.open(name)
        found.handlers.open?.(name, attributes)
        if (name === 'table' && where.isTable) {
          const style = attribute(attributes, 'style-name') ?? ''
          const table = attribute(attributes, 'name') ?? ''
          tables.push({ name: table, hidden: found.hidden.has(style), lastRow: 0, hiddenColumns: [] })
          row = column = 0
        } else if (name === 'table-column-group' && where.isInTable) {
          groups.push(attribute(attributes, 'display') === 'false')
        } else if (name === 'table-column' && where.isInTable) {
          const last = column + repetitions(attributes, 'number-columns-repeated', SHEET_COLUMNS) - 1
          if (isUnseen(attributes) || groups.includes(true)) tables.at(-1)?.hiddenColumns.push([column, last])
          column = last + 1
        } else if (name === 'table-row' && where.isInTable) {
          row = Math.min(row + repetitions(attributes, 'number-rows-repeated', SHEET_ROWS), SHEET_ROWS)
        } else if (name === 'p' && where.isInTable) {
          const table = tables.at(-1)
          if (table) table.lastRow = row
        }
      },
      close(name) {
        where.close(name)
        found.handlers.close?.(name, '')
        if (name === 'table-column-group') groups.pop()
      },
    })),
  )
  return { tables, localDates: found.localDates }
}

/** The rows with cells of the sheet at `index`, cut at `width` columns. */
export function readOdsRows(
  content: Part,
  index: number,
  width: number,
  localDates: ReadonlySet<string>,
): AsyncGenerator<OdsRow, void, undefined> {
  return readXml<OdsRow>(content, (emit, stop) => {
    const where = new Place()
    const text = new CellText()
    const most = Math.min(width, SHEET_COLUMNS)
    /** style names by column */
    const columns: string[] = []
    /** groups of rows around this one, and whether each is collapsed */
    const groups: boolean[] = []
    let table = -1
    let next = 1
    let row: OdsRow = { row: 0, repeat: 1, cells: [], hidden: false, formulas: [], merged: [], doubts: [] }
    let column = 0
    let cell: { attributes: Attributes; style: string } | null = null
    return {
      open(name, attributes) {
        where.open(name)
        if (name === 'table' && where.isTable) table += 1
        if (table !== index || !where.isInTable) return
        if (name === 'table-column') {
          const repeat = repetitions(attributes, 'number-columns-repeated', SHEET_COLUMNS)
          const style = attribute(attributes, 'default-cell-style-name') ?? ''
          for (let copy = 0; copy < repeat && columns.length < most; copy += 1) columns.push(style)
        } else if (name === 'table-row-group') groups.push(attribute(attributes, 'display') === 'false')
        else if (name === 'table-row') {
          const repeat = repetitions(attributes, 'number-rows-repeated', SHEET_ROWS)
          const hidden = isUnseen(attributes) || groups.includes(true)
          row = { row: next, repeat, cells: [], hidden, formulas: [], merged: [], doubts: [] }
          next += repeat
          column = 0
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          cell = { attributes, style: attribute(attributes, 'style-name') ?? columns[column] ?? '' }
          text.begin(name === 'table-cell')
        } else text.open(name, attributes)
      },
      text: (piece) => text.add(piece),
      close(name) {
        const isInTable = where.isInTable
        where.close(name)
        if (table !== index || !isInTable) return
        if (name === 'table-cell' || name === 'covered-table-cell') {
          const repeat = repetitions(cell?.attributes ?? {}, 'number-columns-repeated', SHEET_COLUMNS)
          const shown = text.end()
          const value = cell ? valueOf(cell.attributes, shown, localDates.has(cell.style)) : ''
          const rows = repetitions(cell?.attributes ?? {}, 'number-rows-spanned', SHEET_ROWS)
          if (rows > 1) row.merged.push({ column, rows })
          if (cell && shown === '' && isUnknown(cell.attributes)) row.formulas.push(column)
          const kind = cell && doubtOf(cell.attributes, shown)
          if (kind) row.doubts.push({ column, kind, text: value === '' ? shown || '#N/A' : value })
          for (let copy = 0; copy < repeat && column + copy < most && value !== ''; copy += 1)
            row.cells[column + copy] = value
          column += repeat
          cell = null
        } else if (name === 'table-row') {
          const repeat = Math.min(row.repeat, SHEET_ROWS - row.row + 1)
          const isFilled = [row.cells, row.formulas, row.doubts].some(({ length }) => length > 0)
          if (isFilled && repeat > 0) emit({ ...row, repeat })
        } else if (name === 'table-row-group') groups.pop()
        else if (name === 'table') stop()
        else text.close(name)
      },
    }
  })
}

const VALUES = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value']

/** Returns whether a cell is a formula without a result. */
function isUnknown(attributes: Attributes): boolean {
  const hasValue = VALUES.some((name) => attribute(attributes, name) !== undefined)
  return attribute(attributes, 'formula') !== undefined && !hasValue && attribute(attributes, 'value-type') !== 'string'
}

/** Returns whether a cell shows an error such as #N/A; ODF has no cell type for errors. */
function isError(attributes: Attributes, shown: string): boolean {
  if (attributes['calcext:value-type'] === 'error') return true
  return isCellError(shown) && attribute(attributes, 'formula') !== undefined
}

function doubtOf(attributes: Attributes, shown: string): CellDoubt['kind'] | null {
  if (isError(attributes, shown)) return 'errorCells'
  const isNumber = attribute(attributes, 'value-type') === 'float'
  return isNumber && hasLostDigits(Number(attribute(attributes, 'value'))) ? 'shortenedNumbers' : null
}

/**
 * A cell's text: what the sheet shows, which the file holds beside the value. Numbers in scientific notation are written
 * in full, dates of a format that depends on the reader's machine as yyyy-mm-dd, and values without a text as plain as
 * they are. Errors are empty.
 */
function valueOf(attributes: Attributes, shown: string, isLocalDate: boolean): string {
  if (isError(attributes, shown)) return ''
  const type = attribute(attributes, 'value-type')
  const isHidden = shown === '' || shown.startsWith('##')
  switch (type) {
    case 'boolean':
      return attribute(attributes, 'boolean-value') === 'true' ? 'TRUE' : 'FALSE'
    case 'date':
      return isHidden || isLocalDate ? isoDate(attribute(attributes, 'date-value') ?? '') : shown
    case 'time':
      return isHidden ? clockTime(attribute(attributes, 'time-value') ?? '') : shown
    case 'percentage':
    case 'currency':
    case 'float': {
      if (!isHidden && !(type === 'float' && /\dE[+-]?\d/i.test(shown))) return shown
      const value = Number(attribute(attributes, 'value') ?? Number.NaN)
      if (!Number.isFinite(value)) return shown
      return type === 'percentage' ? `${plainNumber(Number((value * 100).toPrecision(15)))}%` : plainNumber(value)
    }
    case 'string':
      return shown === '' ? (attribute(attributes, 'string-value') ?? '') : shown
    default:
      return shown
  }
}

/** 12:30 for PT12H30M00S; with seconds if there are some. */
function clockTime(duration: string): string {
  const [, hours, minutes = '0', seconds = '0'] =
    /^PT(\d{1,6})H(?:(\d{1,2})M)?(?:(\d{1,2})(?:\.\d+)?S)?$/.exec(duration) ?? []
  if (hours === undefined) return ''
  const parts = Number(seconds) === 0 ? [hours, minutes] : [hours, minutes, seconds]
  return parts.map((part) => part.padStart(2, '0')).join(':')
}

/** Position of the reader in the XML: tables count only directly below the spreadsheet, not in links or in cells. */
class Place {
  #path: string[] = []

  open(name: string): void {
    this.#path.push(name)
  }

  close(_name: string): void {
    this.#path.pop()
  }

  /** True if the reader is at a table of the spreadsheet. */
  get isTable(): boolean {
    return this.#path.at(-1) === 'table' && this.#path.at(-2) === 'spreadsheet'
  }

  get isInTable(): boolean {
    const table = this.#path.indexOf('table')
    return table > 0 && this.#path[table - 1] === 'spreadsheet' && this.#path.indexOf('table', table + 1) === -1
  }
}

/** Elements of a paragraph whose text is the paragraph's. */
const INLINE = new Set(['span', 'a', 'ruby', 'ruby-base'])

/** The text of a cell's paragraphs, without comments and drawings. */
class CellText {
  #paragraphs: string[] = []
  #isOpen = false
  /** elements open within the cell */
  #path: string[] = []

  begin(isVisible: boolean): void {
    this.#paragraphs = []
    this.#path = []
    this.#isOpen = isVisible
  }

  end(): string {
    this.#isOpen = false
    return this.#paragraphs.join('\n')
  }

  open(name: string, attributes: Attributes): void {
    if (!this.#isOpen) return
    if (name === 'p' && this.#path.length === 0) this.#paragraphs.push('')
    if (name === 's') this.add(' '.repeat(repetitions(attributes, 'c', 100)))
    else if (name === 'tab') this.add('\t')
    else if (name === 'line-break') this.add('\n')
    this.#path.push(name)
  }

  close(_name: string): void {
    if (this.#isOpen) this.#path.pop()
  }

  add(piece: string): void {
    if (!this.#isOpen || this.#path[0] !== 'p') return
    if (this.#path.every((name, depth) => depth === 0 || INLINE.has(name)))
      this.#paragraphs.push(`${this.#paragraphs.pop() ?? ''}${piece}`)
  }
}

/** The styles that matter: hidden tables, and cells whose dates depend on the reader's machine. */
class Styles {
  readonly hidden = new Set<string>()
  readonly localDates = new Set<string>()
  #localFormats = new Set<string>()
  #table = ''

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => {
      const own = attribute(attributes, 'name') ?? ''
      if (name === 'date-style') {
        const isLocal =
          attribute(attributes, 'automatic-order') === 'true' || attribute(attributes, 'format-source') === 'language'
        if (isLocal) this.#localFormats.add(own)
      } else if (name === 'style') {
        const family = attribute(attributes, 'family')
        this.#table = family === 'table' ? own : ''
        const format = attribute(attributes, 'data-style-name')
        if (family === 'table-cell' && format !== undefined && this.#localFormats.has(format)) this.localDates.add(own)
      } else if (name === 'table-properties' && attribute(attributes, 'display') === 'false')
        this.hidden.add(this.#table)
    },
  }
}
