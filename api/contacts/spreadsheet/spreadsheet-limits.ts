import { IMPORT_LIMITS } from '#domain/contacts/imports.ts'

/** Limits of one import. Everything a file declares is checked against them. */
export const SPREADSHEET_LIMITS = {
  /** bytes of the file as uploaded */
  fileBytes: IMPORT_LIMITS.fileBytes,
  /** entries in the zip of an .xlsx */
  zipEntries: 5_000,
  /** total bytes of all parts that must be inflated */
  inflatedBytes: 192 * 1_048_576,
  /** maximum inflation ratio of an XML part larger than `ratioFloorBytes`: real sheets stay under 50 */
  inflationRatio: 200,
  ratioFloorBytes: 8 * 1_048_576,
  /** non-empty rows, excluding headers */
  rows: 200_000,
  columns: 200,
  /** rows per batch */
  batchRows: 2_000,
  /** ms of processor time that the reader process may take per answer, plus an allowance per megabyte of the file */
  answerMs: 30_000,
  answerMsPerMegabyte: 4_000,
  /** ms the importer may take between two batches */
  idleMs: 120_000,
  /** heap megabytes of the reader process, plus an allowance per megabyte of the file */
  heapMegabytes: 256,
  heapMegabytesPerMegabyte: 16,
}

export type SpreadsheetLimits = typeof SPREADSHEET_LIMITS
