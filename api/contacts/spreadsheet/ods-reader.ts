import { AppError } from '#domain/errors.ts'
import type { Book } from './workbook-reader.ts'
import { readOdsRows, readOdsTables } from './ods-xml.ts'
import type { SheetRow } from './contact-rows.ts'
import { DAMAGED, type ZipParts } from './zip-reader.ts'

const CONTENT = 'content.xml'
const STYLES = 'styles.xml'

/**
 * An OpenDocument spreadsheet (ODF 1.3 part 3). Reads its content part piece by piece, once for the list of sheets and
 * once per sheet. Throws AppError UNREADABLE_FILE if there is no content.
 */
export async function openOds(parts: ZipParts): Promise<Book> {
  if (!parts.names.includes(CONTENT)) throw new AppError('UNREADABLE_FILE', DAMAGED)
  const styles = parts.names.includes(STYLES) ? parts.read(STYLES) : null
  const { tables, localDates } = await readOdsTables(styles, parts.read(CONTENT))

  async function* rows(index: number, width: number): AsyncGenerator<SheetRow, void, undefined> {
    for await (const { row, repeat, formulas, ...read } of readOdsRows(parts.read(CONTENT), index, width, localDates)) {
      for (let copy = 0; copy < repeat; copy += 1)
        yield { ...read, row: row + copy, formulas: { empty: formulas, stale: [] } }
    }
  }

  return {
    sheets: tables,
    rows(sheet, width) {
      const index = tables.findIndex(({ name }) => name === sheet)
      return index === -1 ? null : rows(index, width)
    },
    hiddenColumns: (sheet) => tables.find(({ name }) => name === sheet)?.hiddenColumns ?? [],
    lastRow: (sheet) => tables.find(({ name }) => name === sheet)?.lastRow ?? 0,
  }
}
