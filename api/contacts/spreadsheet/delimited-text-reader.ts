import { csvValue } from '#domain/contacts/csv.ts'
import { AppError } from '#domain/errors.ts'
import type { Book } from './workbook-reader.ts'
import { layoutOf } from './text-dialect.ts'
import { linesOf } from './text-lines.ts'
import { type RecordFault, recordsOf } from './text-records.ts'

/** CSV, TSV and other text with a delimiter. Every value stays as written, except apostrophes that mark it as text. */

/** The only sheet. */
const SHEET = 'Sheet1'
/** The line with which Excel lets a file name its delimiter. */
const DECLARED = /^sep=([,;\t|])\r?\n/

/**
 * Opens delimited text in UTF-8. A quotation mark that would swallow rows is the book's `problem`. Throws AppError
 * UNREADABLE_FILE for a row of endless length.
 */
export async function openText(text: Buffer): Promise<Book> {
  const declared = DECLARED.exec(text.toString('utf8', 0, 16))
  const skipped = declared ? 1 : 0
  const body = text.subarray(declared?.[0].length ?? 0)
  const { dialect, width } = layoutOf(body, declared?.[1])
  // Google Sheets does not quote text with tabs: there a lone quotation mark is text.
  const areMarksText = dialect.delimiter === '\t'

  let rows = 0
  let problem: string | null = null
  const widths = new Map<number, number>()
  for (const { cells, fault } of recordsOf(linesOf(body), dialect, width)) {
    rows += 1
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    if (fault === 'endless') throw new AppError('UNREADABLE_FILE', faultIn(rows + skipped, fault))
    if (fault && fault !== 'stray' && !areMarksText) problem ??= faultIn(rows + skipped, fault)
  }
  const [usual = width] = [...widths].toSorted(([, one], [, other]) => other - one)[0] ?? []

  return {
    sheets: [{ name: SHEET, hidden: false }],
    subject: () => 'This file',
    problem,
    *rows(_, most) {
      let row = skipped
      for (const { cells, fault, stray, isTorn } of recordsOf(linesOf(body), dialect, width)) {
        row += 1
        const isDoubtful = fault === null && (isTorn || stray % 2 === 1)
        const values = cells.map(csvValue)
        const ragged = { count: cells.length, usual, beyond: values.splice(most) }
        yield {
          row,
          cells: values,
          ragged,
          fault: fault === null || areMarksText ? undefined : STRAY_MARK,
          ...(isDoubtful && DOUBTFUL),
        }
      }
    },
    lastRow: () => rows + skipped,
  }
}

const DOUBTFUL = { notices: ['strayMarks'] as const }
const STRAY_MARK = 'A quotation mark in this row is opened but never closed'
const FAULTS: Record<Exclude<RecordFault, 'stray'>, string> = {
  unclosed: 'a quotation mark is opened but never closed. Close or delete it',
  swallowing: 'a quotation mark is opened but not closed before the rows below. Close or delete it',
  endless: 'the text is far too long. Shorten it, or close its quotation mark',
}

function faultIn(row: number, fault: keyof typeof FAULTS): string {
  return `In row ${row.toLocaleString('en-US')} of this file, ${FAULTS[fault]}, and upload the file again.`
}
