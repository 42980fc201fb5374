import { AppError } from '#domain/errors.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import type { Book } from './workbook-reader.ts'
import { cellText, doubtsOf, type SheetCell } from './cell-text.ts'
import type { SheetRow } from './contact-rows.ts'
import { type RawCell, readHiddenColumns, readRows, readSheetEnd, readStrings, type SheetEnd } from './sheet-xml.ts'
import { isoDate } from './iso-date.ts'
import { readParts, type XlsxParts } from './xlsx-parts.ts'
import { DAMAGED, type ZipParts } from './zip-reader.ts'

/** An .xlsx. Inflates and reads sheets on demand; keeps only the shared strings in memory. */
export async function openXlsx(parts: ZipParts, language?: EmailLanguage): Promise<Book> {
  const book = await readParts(parts)
  const partByName = new Map(book.sheets.map(({ name, part }) => [name, part] as const).toReversed())
  const partOf = (sheet: string) => partByName.get(sheet) ?? null
  const ends = new Map<string, Promise<SheetEnd>>()
  const endOf = (sheet: string) => {
    const part = partOf(sheet)
    if (part === null) return { lastRow: 0, merged: new Map() }
    const end = ends.get(part) ?? readSheetEnd(() => parts.read(part))
    ends.set(part, end)
    return end
  }
  let strings: readonly string[] | undefined

  async function* rows(part: string, width: number): AsyncGenerator<SheetRow, void, undefined> {
    strings ??= book.strings === null ? [] : await readStrings(parts.read(book.strings))
    for await (const { row, cells, hidden, formulas } of readRows(parts.read(part))) {
      const read = cells.slice(0, width).map((cell) => cellOf(cell, strings ?? [], book))
      const texts = read.map((cell) => cellText(cell, book.date1904, language))
      const stale = book.isStale ? (formulas?.done ?? []) : []
      const found = formulas ? { empty: formulas.empty, stale } : undefined
      yield { row, cells: texts, hidden, doubts: doubtsOf(read), formulas: found }
    }
  }

  return {
    sheets: book.sheets,
    rows(sheet, width) {
      const part = partOf(sheet)
      return part === null ? null : rows(part, width)
    },
    merged: async (sheet) => (await endOf(sheet)).merged,
    async hiddenColumns(sheet) {
      const part = partOf(sheet)
      return part === null ? [] : Array.fromAsync(readHiddenColumns(parts.read(part)))
    },
    lastRow: async (sheet) => (await endOf(sheet)).lastRow,
  }
}

function cellOf(
  { type, style, value }: RawCell,
  strings: readonly string[],
  { formats, date1904 }: XlsxParts,
): SheetCell {
  const z = formats[style] ?? 'General'
  if (type === 'n') return { t: 'n', v: Number(value), z }
  if (type === 's') {
    const text = strings[Number(value)]
    if (text === undefined) throw new AppError('UNREADABLE_FILE', DAMAGED)
    return { t: 's', v: text }
  }
  if (type === 'b') return { t: 'b', v: value === '1' || value === 'true' }
  if (type === 'd' && z === 'General') return { t: 's', v: isoDate(value) }
  if (type === 'd') return { t: 'n', v: serialOf(value, date1904), z }
  return type === 'e' ? { t: 'e', w: value } : { t: 's', v: value }
}

/** Converts an ISO 8601 date (strict Open XML) to the day number other sheets use. */
function serialOf(date: string, date1904: boolean): number {
  const days =
    Date.parse(/[zZ]$|^[^T]*\dT[^+-]*[+-]\d/.test(date) ? date : `${date}${date.includes('T') ? '' : 'T00:00:00'}Z`) /
    86_400_000
  return days + (date1904 ? 24_107 : 25_569)
}
