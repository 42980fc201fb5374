import { findHeader, type SheetRow } from './contact-rows.ts'
import { type Line, linesOf } from './text-lines.ts'
import { type Dialect, type Quotes, recordsOf, type TextRecord } from './text-records.ts'

/** Finds out how a text separates and encloses its cells, from its first rows. */

/** In order of preference when a file could be either. */
const DELIMITERS = [',', ';', '\t', '|'] as const
const USUAL: Quotes = { open: '"', close: '"' }
/** Quotation marks tried for a CSV file that does not enclose its cells in ". */
const OTHER_QUOTES: readonly Quotes[] = [
  { open: "'", close: "'" },
  { open: '“', close: '”' },
  { open: '„', close: '“' },
  { open: '«', close: '»' },
  { open: '‘', close: '’' },
  { open: '`', close: '`' },
]

/** Bytes and rows looked at. */
const PROBE_BYTES = 65_536
const PROBE_ROWS = 50
/** Share of rows with an enclosed cell (0 to 1) from which on an unusual mark counts as a quotation mark. */
const ENCLOSED = 0.5

export interface Layout {
  dialect: Dialect
  /** the usual number of cells in a row */
  width: number
}

/** The layout of UTF-8 text whose delimiter may be known. */
export function layoutOf(text: Buffer, known?: string): Layout {
  const probe = [...linesOf(text.subarray(0, PROBE_BYTES))]
  if (text.length > PROBE_BYTES) probe.pop()
  const dialect = known === undefined ? dialectOf(probe) : (candidates(probe, known)[0] ?? usual(known))
  const chosen = dialect.quotes.close === '"' || dialect.quotes.close === "'" ? escapedAs(probe, dialect) : dialect
  return { dialect: chosen, width: usualWidth(firstRows(probe, chosen)) }
}

const usual = (delimiter: string): Dialect => ({ delimiter, quotes: USUAL, backslash: false })

/**
 * The dialect that makes the most sense of the first rows: known headers, then rows of equal width, then width. Any other
 * punctuation is a delimiter only if it splits all rows equally, which none of the usual does.
 */
function dialectOf(probe: readonly Line[]): Dialect {
  let best: { dialect: Dialect; rank: readonly number[]; rows: readonly SheetRow[] } = {
    ...{ dialect: usual(','), rank: [], rows: [] },
  }
  const consider = (dialect: Dialect, rows: readonly SheetRow[]) => {
    const rank = rankOf(rows)
    if (isHigher(rank, best.rank)) best = { dialect, rank, rows }
  }
  for (const delimiter of DELIMITERS)
    for (const dialect of candidates(probe, delimiter)) consider(dialect, asRows(firstRows(probe, dialect)))
  if (isEven(best.rows)) return best.dialect
  for (const delimiter of rareDelimiters(probe)) {
    for (const dialect of candidates(probe, delimiter)) {
      const rows = asRows(firstRows(probe, dialect))
      if (isEven(rows) && hasAddresses(rows)) consider(dialect, rows)
    }
  }
  return best.dialect
}

/** The ways of enclosing cells that a text may have with a delimiter, the most likely first. */
function candidates(probe: readonly Line[], delimiter: string): Dialect[] {
  const rows = probe.slice(0, PROBE_ROWS).map(({ text }) => text.split(delimiter).map((cell) => cell.trim()))
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  if (filled.some((cells) => cells.some((cell) => cell.startsWith('"')))) return [usual(delimiter)]
  const others = OTHER_QUOTES.map((quotes) => {
    const { open, close } = quotes
    const hasEnclosed = (cells: readonly string[]) => {
      const [first, ...rest] = cells.slice(
        Math.max(
          0,
          cells.findIndex((cell) => cell.startsWith(open)),
        ),
      )
      const isOpen = first?.startsWith(open) === true
      return isOpen && ((first.length > 1 && first.endsWith(close)) || rest.some((cell) => cell.endsWith(close)))
    }
    const rowsEnclosed = filled.filter(hasEnclosed).length
    return { dialect: { ...usual(delimiter), quotes }, rowsEnclosed }
  }).filter(({ rowsEnclosed }) => rowsEnclosed > 0)
  const [likely, unlikely] = [true, false].map((isLikely) =>
    others.filter(({ rowsEnclosed }) => rowsEnclosed >= filled.length * ENCLOSED === isLikely),
  )
  // The usual one is better than a few enclosed cells, unless they make the rows even.
  return [...(likely ?? []), { dialect: usual(delimiter) }, ...(unlikely ?? [])].map(({ dialect }) => dialect)
}

/** Returns the dialect with a backslash as escape before quotation marks, if more rows then make sense. */
function escapedAs(probe: readonly Line[], dialect: Dialect): Dialect {
  const escape = `\\${dialect.quotes.close}`
  if (!probe.some(({ text }) => text.includes(escape))) return dialect
  const withBackslash = { ...dialect, backslash: true }
  const isBetter = isHigher(soundness(firstRows(probe, withBackslash)), soundness(firstRows(probe, dialect)))
  return isBetter ? withBackslash : dialect
}

function soundness(records: readonly TextRecord[]): readonly number[] {
  const width = usualWidth(records)
  const sum = (count: (record: TextRecord) => number) => records.reduce((all, record) => all + count(record), 0)
  return [
    -sum(({ fault }) => (fault === null ? 0 : 1)),
    sum(({ cells }) => (cells.length === width ? 1 : 0)),
    // A negative zero would count as different.
    1 - sum(({ stray }) => stray),
  ]
}

/** The number of cells that most rows have. */
function usualWidth(records: readonly TextRecord[]): number {
  const filled = records.filter(({ cells }) => cells.some((text) => text !== ''))
  const widths = Map.groupBy(filled, ({ cells }) => cells.length)
  return [...widths].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 1
}

/** Punctuation of the first line that is not part of addresses, names and numbers. */
function rareDelimiters(probe: readonly Line[]): Set<string> {
  const line = probe.find(({ text }) => text.trim() !== '')?.text ?? ''
  return new Set(line.match(/[^\p{L}\p{M}\p{N}\s"'’@.,;|()+_-]/gu))
}

/** Returns whether all rows have the same number of cells, at least two. */
function isEven(rows: readonly SheetRow[]): boolean {
  const filled = rows.filter(({ cells }) => cells.some((text) => text !== ''))
  const widths = new Set(filled.map(({ cells }) => cells.length))
  return filled.length > 1 && widths.size === 1 && !widths.has(1)
}

/** Returns whether there is a column for addresses, with one in most of its cells. */
function hasAddresses(rows: readonly SheetRow[]): boolean {
  const header = findHeader(rows)
  const column = header?.columns.find(({ field }) => field === 'email')?.index
  if (!header || column === undefined) return false
  const cells = rows.filter(({ row }) => row > header.row).map((each) => each.cells[column] ?? '')
  return cells.filter((cell) => cell.includes('@')).length > cells.length / 2
}

function firstRows(probe: readonly Line[], dialect: Dialect): TextRecord[] {
  return [...recordsOf(probe.values(), dialect, null).take(PROBE_ROWS)]
}

const asRows = (records: readonly TextRecord[]): SheetRow[] =>
  records.map(({ cells }, index) => ({ row: index + 1, cells }))

function rankOf(rows: readonly SheetRow[]): readonly number[] {
  const filled = rows.filter(({ cells }) => cells.some((text) => text !== ''))
  const known = findHeader(filled)?.columns.filter(({ field }) => typeof field === 'string').length ?? 0
  const widths = Map.groupBy(filled, ({ cells }) => cells.length)
  const [width = 0, even = []] = [...widths].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  return [known, width > 1 ? 1 : 0, even.length, width]
}

function isHigher(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== (other[index] ?? -1))
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? -1)
}
