import { type Line, RECORD_LENGTH } from './text-lines.ts'

/**
 * Splits lines of delimited text into records. Quotation marks of real files are often wrong, and a mark that is never
 * closed swallows the rows below it. The signs are another mark inside the cell after a line break, lines that are
 * contacts by themselves, and the end of the file. Such a record is read again as a single line in which that mark is
 * text, and carries a fault.
 *
 * Takes time proportional to the text: reading ahead from an open mark ends at the next line with an odd one.
 */

/** The marks around a cell; most often the same. */
export interface Quotes {
  open: string
  close: string
}

export interface Dialect {
  delimiter: string
  quotes: Quotes
  /** True if a backslash before a mark makes it text, as a doubled mark does */
  backslash: boolean
}

/**
 * Fault of a record. `stray`: a mark too many in a line; `swallowing`, `unclosed`: it would reach over rows below, or
 * to the end of the file; `endless`: it is longer than any row.
 */
export type RecordFault = 'stray' | 'swallowing' | 'unclosed' | 'endless'

export interface TextRecord {
  cells: string[]
  /** number of quotation marks within a quoted cell that do not end it */
  stray: number
  /** True if a cell without marks around it has one inside, and a later one ends with one: York"Nice, but far" */
  isTorn: boolean
  fault: RecordFault | null
}

/** Maximum number of opening marks in a line that are tried as plain text. */
const TRIED_MARKS = 30

/** The records of lines. `width` is the usual number of cells, by which doubtful marks are judged; null if unknown. */
export function* recordsOf(
  lines: Iterator<Line, void>,
  dialect: Dialect,
  width: number | null,
): Generator<TextRecord, void, undefined> {
  const ahead = new LinesAhead(lines)
  for (let line = ahead.next(); line; line = ahead.next()) {
    if (line.text.length > RECORD_LENGTH) yield { cells: [], ...SOUND, fault: 'endless' }
    else if (!line.text.includes(dialect.quotes.open)) yield { cells: plainCells(line.text, dialect), ...SOUND }
    else {
      // A mark with a counterpart of its own encloses no line breaks: reading ahead would begin again with every line.
      const isPaired = dialect.quotes.open !== dialect.quotes.close
      const whole = readCells(line, dialect, isPaired ? null : ahead)
      const fault = whole.fault ?? doubtOf(whole, dialect, width)
      if (fault !== null) ahead.giveBack(whole.lines.length - 1)
      const { cells, stray, isTorn } = whole
      if (fault === null) yield { cells, stray, isTorn, fault }
      else yield asOneLine(line, whole, isPaired ? null : fault, dialect, width)
    }
  }
}

const SOUND = { stray: 0, isTorn: false, fault: null } as const

/** Lines that can be given back after reading ahead. */
class LinesAhead {
  readonly #lines: Iterator<Line, void>
  #given: Line[] = []
  #taken: Line[] = []

  constructor(lines: Iterator<Line, void>) {
    this.#lines = lines
  }

  /** Returns the next line and forgets the lines before it. */
  next(): Line | undefined {
    this.#taken = []
    return this.more()
  }

  more(): Line | undefined {
    const line = this.#given.pop() ?? this.#lines.next().value
    if (line) this.#taken.push(line)
    return line ?? undefined
  }

  giveBack(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      const line = this.#taken.pop()
      if (line) this.#given.push(line)
    }
  }
}

function plainCells(line: string, { delimiter }: Dialect): string[] {
  const cells = line.split(delimiter)
  return delimiter === '\t' ? cells : cells.map((cell) => cell.trimStart())
}

interface ReadCells {
  cells: string[]
  lines: Line[]
  /** positions in the first line at which quotation marks open */
  opened: number[]
  stray: number
  isTorn: boolean
  fault: 'swallowing' | 'unclosed' | null
}

/** Reads a record that begins in a line; without `ahead` in this line alone. The mark at `textMark` is text. */
function readCells(first: Line, dialect: Dialect, ahead: LinesAhead | null, textMark = -1): ReadCells {
  const { delimiter, quotes } = dialect
  const read: ReadCells = { cells: [], lines: [first], opened: [], stray: 0, isTorn: false, fault: null }
  let line = first
  let length = first.text.length
  let isTearing = false
  for (let at = 0; at !== -1;) {
    const start = delimiter === '\t' ? at : afterSpaces(line.text, at, delimiter)
    if (!line.text.startsWith(quotes.open, start) || (line === first && start === textMark)) {
      const end = line.text.indexOf(delimiter, start)
      const cell = line.text.slice(start, end === -1 ? undefined : end)
      read.cells.push(cell)
      read.isTorn ||= isTearing && cell.trimEnd().endsWith(quotes.close)
      isTearing ||= hasMarkInside(cell, quotes)
      at = end === -1 ? -1 : end + delimiter.length
      continue
    }
    if (line === first) read.opened.push(start)
    let from = start + quotes.open.length
    const pieces: string[] = []
    for (let search = from; ;) {
      const mark = line.text.indexOf(quotes.close, search)
      if (mark === -1) {
        const next = length > RECORD_LENGTH ? undefined : ahead?.more()
        if (!next) return { ...read, fault: 'unclosed' }
        pieces.push(line.text.slice(from), line.end)
        line = next
        length += next.text.length
        read.lines.push(next)
        from = search = 0
        continue
      }
      const after = mark + quotes.close.length
      if (dialect.backslash && isEscaped(line.text, mark)) search = after
      else if (line.text.startsWith(quotes.close, after)) search = after + quotes.close.length
      else {
        const end = afterSpaces(line.text, after, delimiter)
        if (end === line.text.length || line.text.startsWith(delimiter, end)) {
          pieces.push(line.text.slice(from, mark))
          read.cells.push(unescaped(pieces.join(''), dialect))
          at = end === line.text.length ? -1 : end + delimiter.length
          break
        }
        if (read.lines.length > 1) return { ...read, fault: 'swallowing' }
        read.stray += 1
        search = after
      }
    }
  }
  return read
}

/** Returns whether a quotation mark is between letters or digits. */
function hasMarkInside(cell: string, { open }: Quotes): boolean {
  const at = cell.indexOf(open)
  return at > 0 && /[\p{L}\p{N}]/u.test(cell[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(cell[at + open.length] ?? '')
}

/** The position after spaces, tabs and byte order marks of files that were joined, unless they are the delimiter. */
function afterSpaces(text: string, from: number, delimiter: string): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\uFEFF' || (text[at] === '\t' && delimiter !== '\t')) at += 1
  return at
}

function isEscaped(text: string, mark: number): boolean {
  let before = mark
  while (text[before - 1] === '\\') before -= 1
  return (mark - before) % 2 === 1
}

function unescaped(text: string, { quotes: { close }, backslash }: Dialect): string {
  const plain = text.replaceAll(close + close, close)
  return backslash ? plain.replace(/\\(["'\\])/g, '$1') : plain
}

/**
 * Returns what is wrong with a record whose quotation marks are closed: too many marks in a line, or lines that are
 * contacts by themselves. Null if nothing is.
 */
function doubtOf({ cells, lines, stray }: ReadCells, dialect: Dialect, width: number | null): RecordFault | null {
  if (width === null) return null
  if (lines.length === 1) return stray > 0 && cells.length !== width ? 'stray' : null
  // A record of the usual width may have meant the lines below its first; it must fail with all of them.
  const areContacts = lines.slice(cells.length === width ? 0 : 1).every((line) => {
    if (!line.text.includes('@')) return false
    const alone = lineAlone(line, dialect, width) ?? readCells(line, dialect, null)
    return alone.fault === null && alone.cells.length === width
  })
  return areContacts ? 'swallowing' : null
}

/** The record of a line in which a mark is text. */
function asOneLine(
  line: Line,
  whole: ReadCells,
  fault: RecordFault | null,
  dialect: Dialect,
  width: number | null,
): TextRecord {
  const alone = lineAlone(line, dialect, width)
  if (alone) return { cells: alone.cells, stray: alone.stray, isTorn: false, fault }
  // The wrong number of cells already reports this fault.
  if (fault === 'stray') return { cells: whole.cells, stray: whole.stray, isTorn: whole.isTorn, fault: null }
  return { cells: plainCells(line.text, dialect), stray: 1, isTorn: false, fault }
}

/** A line with one of its opening marks as text, so that it has the usual number of cells; null if there is none. */
function lineAlone(line: Line, dialect: Dialect, width: number | null): ReadCells | null {
  const fitting = readCells(line, dialect, null)
    .opened.slice(0, TRIED_MARKS)
    .map((mark) => readCells(line, dialect, null, mark))
    .filter(({ cells, fault }) => fault === null && (width === null || cells.length === width))
  return fitting.toSorted((one, other) => one.stray - other.stray)[0] ?? null
}
