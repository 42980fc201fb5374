import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { Readable } from 'node:stream'
import { csvValue } from '#domain/csv.ts'
import { AppError } from '#domain/errors.ts'
import type { Book } from './book.ts'
import { findHeader, type SheetRow } from './rows.ts'

/** CSV, TSV and other text with a delimiter. Every value stays as written, except apostrophes that mark it as text. */

/** In order of preference when a file could be either. */
const DELIMITERS = [',', ';', '\t', '|'] as const

interface Dialect {
  delimiter: string
  /** what a quotation mark at the start of a cell does; a relaxed one may also stand within a cell */
  quotes: 'strict' | 'relaxed' | 'none'
}

/** Bytes and rows looked at to find the delimiter. */
const PROBE_BYTES = 65_536
const PROBE_ROWS = 50
/** Characters of a row: 200 columns of the longest text that a contact keeps, twice over. */
const ROW_LENGTH = 800_000
/** Bytes parsed at a time. */
const PIECE = 65_536
/** The only sheet. */
const SHEET = 'Sheet1'
/** The line with which Excel lets a file name its delimiter. */
const DECLARED = /^sep=([,;\t|])\r?\n/

/** Opens delimited text in UTF-8. Throws AppError UNREADABLE_FILE for a quotation mark that is never closed. */
export async function openText(text: Buffer): Promise<Book> {
  const declared = DECLARED.exec(text.toString('utf8', 0, 16))
  const skipped = declared ? 1 : 0
  const body = text.subarray(declared?.[0].length ?? 0)
  const delimiter = declared?.[1] ?? delimiterOf(body)
  const { dialect, rows } = await measured(body, { delimiter, quotes: delimiter === '\t' ? 'strict' : 'relaxed' })
  return {
    sheets: [{ name: SHEET, hidden: false }],
    subject: () => 'This file',
    async *rows(_, width) {
      let row = skipped
      for await (const cells of records(body, dialect)) {
        row += 1
        yield { row, cells: cells.slice(0, width).map(csvValue) }
      }
    },
    lastRow: () => rows + skipped,
  }
}

function optionsFor({ delimiter, quotes }: Dialect): Options {
  return {
    delimiter,
    ...(quotes === 'none' && { quote: false }),
    relax_quotes: quotes === 'relaxed',
    relax_column_count: true,
    // Spaces before a quotation mark; they are trimmed anyway.
    ltrim: delimiter !== '\t',
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: ROW_LENGTH,
  }
}

async function* records(text: Buffer, dialect: Dialect): AsyncGenerator<string[], void, undefined> {
  const parser = parse(optionsFor(dialect))
  for await (const record of Readable.from(piecesOf(text)).pipe(parser)) yield record as string[]
}

function* piecesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE) yield text.subarray(at, at + PIECE)
}

/**
 * The number of rows. Google Sheets does not quote TSV, so a lone quotation mark is text there; elsewhere it would
 * swallow rows, so the file is refused.
 */
async function measured(text: Buffer, dialect: Dialect): Promise<{ dialect: Dialect; rows: number }> {
  let rows = 0
  try {
    for await (const _ of records(text, dialect)) rows += 1
    return { dialect, rows }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const { code } = cause
    // Excel copies 5" without quotation marks, but encloses cells with line breaks.
    if (dialect.quotes === 'strict' && code === 'INVALID_OPENING_QUOTE')
      return measured(text, { ...dialect, quotes: 'relaxed' })
    if (dialect.quotes !== 'none' && dialect.delimiter === '\t') return measured(text, { ...dialect, quotes: 'none' })
    const problem =
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quotation mark is opened but never closed. Close or delete it'
        : 'the text is far too long. Shorten it, or close its quotation mark'
    const row = (Number(cause['records']) + 1).toLocaleString('en-US')
    throw new AppError('UNREADABLE_FILE', `In row ${row} of this file, ${problem}, and upload the file again.`, {
      cause,
    })
  }
}

/**
 * The delimiter that makes the most sense of the first rows: known headers, then rows of equal width, then width. Any other
 * punctuation is one only if it splits all rows equally, which none of the usual does.
 */
function delimiterOf(text: Buffer): string {
  const rowsBy = (delimiter: string) => firstRows(text, { delimiter, quotes: 'relaxed' })
  let best: { delimiter: string; rank: readonly number[]; rows: readonly SheetRow[] } = {
    ...{ delimiter: ',', rank: [], rows: [] },
  }
  const consider = (delimiter: string, rows: readonly SheetRow[]) => {
    const rank = rankOf(rows)
    if (isHigher(rank, best.rank)) best = { delimiter, rank, rows }
  }
  for (const delimiter of DELIMITERS) consider(delimiter, rowsBy(delimiter))
  if (isEven(best.rows)) return best.delimiter
  for (const delimiter of rareDelimiters(text)) {
    const rows = rowsBy(delimiter)
    if (isEven(rows) && hasAddresses(rows)) consider(delimiter, rows)
  }
  return best.delimiter
}

/** Punctuation of the first line that is not part of addresses, names and numbers. */
function rareDelimiters(text: Buffer): Set<string> {
  const [line = ''] = text
    .toString('utf8', 0, PROBE_BYTES)
    .trimStart()
    .split(/[\r\n]/, 1)
  return new Set(line.match(/[^\p{L}\p{M}\p{N}\s"'’@.,;|()+_-]/gu))
}

/** Whether all rows have the same number of cells, at least two. */
function isEven(rows: readonly SheetRow[]): boolean {
  const filled = rows.filter(({ cells }) => cells.some((text) => text !== ''))
  const widths = new Set(filled.map(({ cells }) => cells.length))
  return filled.length > 1 && widths.size === 1 && !widths.has(1)
}

/** Whether there is a column for addresses, with one in most of its cells. */
function hasAddresses(rows: readonly SheetRow[]): boolean {
  const header = findHeader(rows)
  const column = header?.columns.find(({ field }) => field === 'email')?.index
  if (!header || column === undefined) return false
  const cells = rows.filter(({ row }) => row > header.row).map((each) => each.cells[column] ?? '')
  return cells.filter((cell) => cell.includes('@')).length > cells.length / 2
}

function firstRows(text: Buffer, dialect: Dialect): SheetRow[] {
  const rows: SheetRow[] = []
  const collect = (cells: string[]) => {
    rows.push({ row: rows.length + 1, cells })
    return cells
  }
  try {
    parseSync(text.subarray(0, PROBE_BYTES), { ...optionsFor(dialect), to: PROBE_ROWS, on_record: collect })
  } catch (error) {
    // The piece ends within a quoted cell, or this is not the delimiter.
    if (!(error instanceof CsvError)) throw error
  }
  return rows
}

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
