import { IMPORT_LIMITS } from '#domain/imports.ts'

/** What one import may cost. Everything a file could claim about itself is measured against these. */
export const SPREADSHEET_LIMITS = {
  /** bytes of the file as uploaded */
  fileBytes: IMPORT_LIMITS.fileBytes,
  /** entries of the zip an .xlsx is */
  zipEntries: 5_000,
  /** bytes of all the parts that have to be inflated, together */
  inflatedBytes: 192 * 1_048_576,
  /** an XML part larger than `ratioFloorBytes` may not inflate to more than this many times its size: real sheets stay under 50 */
  inflationRatio: 200,
  ratioFloorBytes: 8 * 1_048_576,
  /** rows with something in them, headers apart */
  rows: 200_000,
  columns: 200,
  /** rows handed over at once */
  batchRows: 2_000,
  /** milliseconds the reading process may take for one answer, and what it gets on top for each megabyte of the file */
  answerMs: 30_000,
  answerMsPerMegabyte: 4_000,
  /** milliseconds between two batches that the importing side may take */
  idleMs: 120_000,
  /** megabytes of heap of the reading process, and what it gets on top for each megabyte of the file */
  heapMegabytes: 256,
  heapMegabytesPerMegabyte: 16,
}

export type SpreadsheetLimits = typeof SPREADSHEET_LIMITS
