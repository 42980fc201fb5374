import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { trimEndOf } from '#domain/trim-text.ts'
import { dateFormatFor } from './date-format.ts'
import { localNumber, looksEnglish, withoutSeparatorsInWords } from './local-number.ts'
import { numberFormats } from './number-formats.ts'
import type { CellDoubt } from './contact-rows.ts'

/**
 * A cell's text for an email: as the sheet displays it on a machine of the language. Other formats than General need
 * `loadNumberFormats` first.
 */

/**
 * A cell from the library (CellObject): type, value, number format (a code, or the number of a locale format),
 * displayed text.
 */
export interface SheetCell {
  t: string
  v?: unknown
  z?: string | number
  w?: string
}

/**
 * Kind of a number format. `time`: time of day or duration; `shown`: any other format that changes how a number looks.
 */
type FormatKind = 'plain' | 'date' | 'dateTime' | 'time' | 'shown'
const kinds = new Map<string, FormatKind>()

/**
 * Dates and numbers read as displayed (“01.07.2026”, “00123”, “45%”, “1,234.50 €”, in German “1.234,50 €”). Excel's
 * short date is written as the language does. Other formats that depend on the machine become yyyy-mm-dd, and all dates
 * of machines in English, where day or month may come first; with HH:MM if the format shows a time. Unformatted and
 * scientific numbers are written in full (“12345678901”). Errors such as #N/A become empty.
 */
export function cellText(
  cell: SheetCell | undefined,
  date1904: boolean,
  language: EmailLanguage = DEFAULT_LANGUAGE,
): string {
  if (!cell) return ''
  const { t, v } = cell
  if (t === 's') return typeof v === 'string' ? v : ''
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  if (t !== 'n' || typeof v !== 'number' || !Number.isFinite(v)) return ''
  const kind = kindOf(cell)
  if ((kind === 'date' || kind === 'dateTime') && v >= 1) {
    return dateText(cell, v, { withTime: kind === 'dateTime', date1904, language }) ?? plainNumber(v)
  }
  if (kind === 'plain') return inLanguage(plainNumber(v), language)
  if (kind !== 'shown' || looksEnglish(language)) return shownText(cell, v, date1904) || plainNumber(v)
  return inLanguage(shownText(inDigits(cell), v, date1904) || plainNumber(v), language)
}

const inLanguage = (number: string, language: EmailLanguage) =>
  looksEnglish(language) ? number : localNumber(number, language)

/** Returns the cell with a number format whose literal words contain no dots and commas. */
function inDigits({ t, v, z, w }: SheetCell): SheetCell {
  const format = typeof z === 'number' ? numberFormats().get_table()[z] : z
  return format === undefined ? { t, v, z, w } : { t, v, z: withoutSeparatorsInWords(format) }
}

/** The displayed text; empty if the format hides it or is invalid. */
function shownText({ w, z }: SheetCell, value: number, date1904: boolean): string {
  try {
    const format = typeof z === 'string' ? known(z) : z
    return (w && format === z ? w : numberFormats().format(format ?? 'General', value, { date1904 })).trim()
  } catch {
    return ''
  }
}

/**
 * Converts a format code to one that the library understands: it takes “GENERAL” for letters, and does not know times
 * in the style of the reader's machine.
 */
const known = (format: string) => (SYSTEM_TIME.test(format) ? isoTime(format) : format.replace(/general/gi, 'General'))

function kindOf({ z, w }: SheetCell): FormatKind {
  if (typeof z === 'number') {
    if (z === WITH_TIME) return 'dateTime'
    return isLocaleDate(z) ? 'date' : 'shown'
  }
  if (typeof z === 'string') {
    const found = kinds.get(z)
    if (found) return found
    const kind = formatKind(z)
    kinds.set(z, kind)
    return kind
  }
  // The library omits the format of the first cell with a locale format; all locale formats with slashes are dates.
  if (w === undefined) return 'plain'
  return /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(w) ? 'date' : 'shown'
}

/** Format codes for a time in the style of the reader's machine. */
const SYSTEM_TIME = /\[\$-(?:F400|x-systime)\]/i
const isoTime = (format: string) => (/s/i.test(format.replace(SYSTEM_TIME, '')) ? 'hh:mm:ss' : 'hh:mm')

/** Built-in date formats, which follow the reader's machine (ECMA-376 part 1, 18.8.30). */
const LOCALE_DATES = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 54],
  [57, 58],
] as const
const SHORT_DATE = 14
const WITH_TIME = 22

/** The short date of Windows in a language. */
const SHORT_DATES: Readonly<Partial<Record<EmailLanguage, string>>> = {
  de: String.raw`dd\.mm\.yyyy`,
  fr: 'dd/mm/yyyy',
  es: 'dd/mm/yyyy',
  it: 'dd/mm/yyyy',
  pt: 'dd/mm/yyyy',
  nl: 'd-m-yyyy',
  pl: String.raw`dd\.mm\.yyyy`,
}

/** The format of a date as it is, or of a short date in the language; null if it depends on the machine. */
function datePattern({ z }: SheetCell, date: { month: number; weekday: number }, language: EmailLanguage) {
  if (typeof z === 'string') return dateFormatFor(z, date)
  const short = SHORT_DATES[language] ?? null
  // The library omits the format of some short dates.
  if (z === undefined || z === SHORT_DATE) return short
  return z === WITH_TIME && short !== null ? `${short} hh:mm` : null
}

/** Returns whether a built-in format of this number is a date of the reader's machine. */
export function isLocaleDate(number: number): boolean {
  return LOCALE_DATES.some(([from, to]) => number >= from && number <= to)
}

function formatKind(format: string): FormatKind {
  if (/^general$/i.test(format) || format === '@') return 'plain'
  const symbols = format.replace(/"[^"]*"|\\.|_.|\[[^[\]]*\]|AM\/PM|A\/P/gi, '')
  if (/e[+-]/i.test(symbols)) return 'plain'
  if (!numberFormats().is_date(format)) return 'shown'
  if (/\[[hms]+\]/i.test(format) || !/[yd]|mmm/i.test(symbols)) return 'time'
  return /[hs]/i.test(symbols) ? 'dateTime' : 'date'
}

/** A date as displayed, or in ISO 8601 if that depends on the machine; null outside the calendar. */
function dateText(
  cell: SheetCell,
  serial: number,
  { withTime, date1904, language }: { withTime: boolean; date1904: boolean; language: EmailLanguage },
): string | null {
  const parts = numberFormats().parse_date_code(serial, { date1904 })
  if (!parts || parts.y > 9999) return null
  const format = datePattern(cell, { month: parts.m - 1, weekday: parts.q }, language)
  const shown = format === null ? '' : shownText({ t: 'n', z: format }, serial, date1904)
  if (shown !== '') return shown
  const date = `${pad(parts.y, 4)}-${pad(parts.m)}-${pad(parts.d)}`
  return withTime ? `${date} ${pad(parts.H)}:${pad(parts.M)}` : date
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}

/** The doubts about the cells of a row. */
export function doubtsOf(cells: readonly (SheetCell | undefined)[]): CellDoubt[] {
  const doubts: CellDoubt[] = []
  for (const [column, cell] of cells.entries()) {
    if (cell?.t === 'e') doubts.push({ column, kind: 'errorCells', text: cell.w ?? '#N/A' })
    else if (cell?.t === 'n' && typeof cell.v === 'number' && hasLostDigits(cell.v))
      doubts.push({ column, kind: 'shortenedNumbers', text: plainNumber(cell.v) })
  }
  return doubts
}

/** Returns whether a number is longer than a spreadsheet keeps (15 digits), and not one that another program wrote exactly. */
export function hasLostDigits(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) >= 1e15 && (!Number.isSafeInteger(value) || value % 10 === 0)
}

/** All digits that a spreadsheet keeps (15), never in scientific notation. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? trimEndOf(trimEndOf(value.toFixed(20), '0'), '.') : text
}
