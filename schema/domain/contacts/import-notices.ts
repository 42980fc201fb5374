import { IMPORT_LIMITS } from './imports.ts'

/**
 * Remarks about a spreadsheet that can be imported nevertheless: values that may not mean what they seem to. Each kind
 * has one sentence, which counts the rows or cells and names the first row.
 */

export const NOTICE_KINDS = [
  'encoding',
  'mixedEncoding',
  'repairedText',
  'garbledText',
  'shortRows',
  'longRows',
  'strayMarks',
  'optedOut',
  'placeholders',
  'shortenedNumbers',
  'formulas',
  'staleFormulas',
  'errorCells',
  'unnamedCells',
  'unusedNames',
  'hiddenColumns',
  'hiddenSheets',
  'hiddenRows',
  'leftOutRows',
  'mergedCells',
  'filledCells',
  'manySheets',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export interface ImportNotice {
  kind: NoticeKind
  /** number of rows, cells, lines or sheets concerned */
  count: number
  /** the number of the first row; null if it is about the whole file */
  row: number | null
  /** a few texts as examples */
  samples: string[]
}

/** Maximum number of cell values that an import notice quotes as examples. */
const SAMPLES_MAX = 3

/** Counts a row or cell in the notice of its kind. */
export function addNotice(notices: ImportNotice[], kind: NoticeKind, row: number | null, sample?: string): void {
  mergeNotices(notices, [{ kind, count: 1, row, samples: sample === undefined ? [] : [sample] }])
}

/** Adds notices about further rows. */
export function mergeNotices(notices: ImportNotice[], others: readonly ImportNotice[]): void {
  for (const { kind, count, row, samples } of others) {
    const known = notices.find((one) => one.kind === kind)
    if (!known) {
      notices.push({ kind, count, row, samples: [...samples] })
      continue
    }
    known.count += count
    for (const sample of samples)
      if (known.samples.length < SAMPLES_MAX && !known.samples.includes(sample)) known.samples.push(sample)
  }
}

type Words = readonly [one: string, several: string]

const number = (count: number) => count.toLocaleString('en-US')
const of = (count: number, [one, several]: Words) => (count === 1 ? one : several)
const counted = (count: number, words: Words) => `${number(count)} ${of(count, words)}`
const firstRow = ({ count, row }: ImportNotice) =>
  row === null ? '' : count === 1 ? ` (row ${number(row)})` : ` (the first in row ${number(row)})`
const cells = (notice: ImportNotice, verb: Words) =>
  `${counted(notice.count, ['cell', 'cells'])}${firstRow(notice)} ${of(notice.count, verb)}`
const rows = (notice: ImportNotice, verb: Words) =>
  notice.count === 1
    ? `Row ${number(notice.row ?? 0)} ${verb[0]}`
    : `${number(notice.count)} rows (the first is row ${number(notice.row ?? 0)}) ${verb[1]}`
const examples = ({ samples }: ImportNotice) => samples.map((sample) => `“${sample}”`).join(', ')

const SAVE_AGAIN = 'Open the file in a spreadsheet program, save it, and upload it again.'
const IN_PLACE: Words = ['its values are', 'their values are']

const SENTENCES: Record<NoticeKind, (notice: ImportNotice) => string> = {
  encoding: ({ samples }) =>
    `This file is not in UTF-8 and was read as ${samples[0] ?? ''}. If letters look wrong, choose another encoding.`,
  mixedEncoding: ({ count, samples }) =>
    `Part of this file is in UTF-8, but ${counted(count, ['line is not and was', 'lines are not and were'])} read as ${samples[0] ?? ''}.`,
  repairedText: (notice) =>
    `${cells(notice, ['was', 'were'])} garbled by a wrong encoding. Repaired: ${examples(notice)}.`,
  garbledText: (notice) =>
    `${cells(notice, ['looks', 'look'])} garbled: ${examples(notice)}. Export the file again, as “CSV UTF-8” if it is text.`,
  shortRows: (notice) =>
    `${rows(notice, ['has', 'have'])} fewer cells than the row of column names. Check that ${of(notice.count, IN_PLACE)} in the right columns.`,
  longRows: (notice) =>
    `${rows(notice, ['has an empty cell', 'have an empty cell'])} more than the row of column names. Check that ${of(notice.count, IN_PLACE)} in the right columns.`,
  strayMarks: (notice) =>
    `${rows(notice, ['has', 'have'])} a quotation mark inside a cell that may be one too many. Check that ${of(notice.count, IN_PLACE)} in the right columns.`,
  optedOut: (notice) =>
    `${rows(notice, ['marks a person', 'mark people'])} who must get no email: ${examples(notice)}. ${of(notice.count, ['It is', 'They are'])} imported like the others. Put the ${of(notice.count, ['address', 'addresses'])} on the suppression list before you send.`,
  placeholders: (notice) =>
    `${cells(notice, ['stands', 'stand'])} for “no value” in words: ${examples(notice)}. Emails would show them. Empty these cells if nothing should be there.`,
  shortenedNumbers: (notice) =>
    `${cells(notice, ['is a number', 'are numbers'])} that a spreadsheet program shortened: ${examples(notice)}. The last digits are lost. Format the column as text and export it again.`,
  formulas: (notice) =>
    `${cells(notice, ['is a formula', 'are formulas'])} without a result and read as empty. ${SAVE_AGAIN}`,
  staleFormulas: (notice) =>
    `${cells(notice, ['is a formula', 'are formulas'])} whose result was never computed, so values may be wrong. ${SAVE_AGAIN}`,
  errorCells: (notice) =>
    `${cells(notice, ['shows an error and is', 'show errors and are'])} read as empty: ${examples(notice)}. Correct the formulas and upload the file again.`,
  unnamedCells: (notice) =>
    `${cells(notice, ['stands in a column', 'stand in columns'])} without a name and ${of(notice.count, ['is', 'are'])} left out: ${examples(notice)}. Name the columns to import them.`,
  unusedNames: (notice) =>
    `${cells(notice, ['is', 'are'])} read as full ${of(notice.count, ['name', 'names'])}, but left out because first and last name are other ones: ${examples(notice)}. Choose “Custom field” for the column to keep ${of(notice.count, ['it', 'them'])}.`,
  hiddenColumns: (notice) =>
    `${counted(notice.count, ['column is', 'columns are'])} hidden in the spreadsheet, and imported like the others: ${examples(notice)}. Choose “Ignore” for what emails must not show.`,
  hiddenSheets: (notice) =>
    `${counted(notice.count, ['sheet is', 'sheets are'])} hidden in the spreadsheet and not offered: ${examples(notice)}. Unhide ${of(notice.count, ['it', 'them'])} to import the contacts there.`,
  hiddenRows: (notice) =>
    `${rows(notice, ['is', 'are'])} hidden or filtered out in the spreadsheet, and imported like the others.`,
  leftOutRows: (notice) => `${rows(notice, ['is', 'are'])} hidden or filtered out in the spreadsheet, and left out.`,
  mergedCells: (notice) =>
    `${cells(notice, ['is', 'are'])} merged over several rows. Only the first of these rows gets the value.`,
  filledCells: (notice) =>
    `${cells(notice, ['is', 'are'])} merged over several rows. Each of these rows gets the value.`,
  manySheets: ({ count }) =>
    `This file has ${counted(count, ['sheet', 'sheets'])}, and only the first ${IMPORT_LIMITS.sheets} are offered. Move the sheet with the contacts to the front.`,
}

/** Returns the sentences that tell the user about an import notice, such as how many rows were skipped and why. */
export function noticeMessage(notice: ImportNotice): string {
  return SENTENCES[notice.kind](notice)
}
