import { REJECTED_REASON_HEADER, REJECTED_ROW_HEADER } from '#domain/contacts/contact-columns.ts'
import type { RejectedRow } from './contact-rows.ts'
import { workbookBytes } from '#api/platform/tables/write-workbook.ts'

/**
 * An .xlsx of rejected rows: each row's number in the uploaded file, the reason, and its content, ready to be corrected
 * and uploaded again (the first two columns are then ignored). Written without blocking the event loop.
 */
export async function rejectedRowsFile(rows: readonly RejectedRow[]): Promise<Buffer> {
  const names = new Set<string>()
  for (const { values } of rows) for (const [column] of values) names.add(column)
  const columns = [...names]
  const sheet = {
    name: 'Rejected rows',
    header: [REJECTED_ROW_HEADER, REJECTED_REASON_HEADER, ...columns],
    widths: [14, 50, ...columns.map(() => 24)],
    rows: table(rows, columns),
  }
  return workbookBytes([sheet])
}

function* table(rows: readonly RejectedRow[], columns: readonly string[]): Generator<(string | number)[]> {
  for (const { row, reason, values } of rows) {
    const texts = new Map(values)
    yield [row, reason, ...columns.map((column) => texts.get(column) ?? '')]
  }
}
