import { EMAIL_LANGUAGES, type EmailLanguage } from './email-languages.ts'

/**
 * Formats of merge tags: {Due|date:long}, {Amount|currency:EUR}, {Name|upper} (product: email.formats). A value that
 * cannot be read for certain stays as it was imported: a wrong date or amount is worse than an unformatted one.
 */

/** Format of a value. `order`: that of dates such as 01/07/2026; without it, that of the language. */
export type Format =
  | { kind: 'upper' | 'lower' | 'title' | 'time' }
  | { kind: 'number'; digits?: number }
  | { kind: 'currency'; currency: string }
  | { kind: 'date'; style: DateStyle; order?: DateOrder }

export const DATE_STYLES = ['short', 'medium', 'long', 'full'] as const
export type DateStyle = (typeof DATE_STYLES)[number]
/** Order of numbers in a date. dmy: 01/07/2026 is the first of July; mdy: it is the seventh of January. */
export type DateOrder = 'dmy' | 'mdy'

/** The order in which a language writes the numbers of a date; undefined for English, which has both. */
export function dateOrderOf(language: EmailLanguage): DateOrder | undefined {
  return language === 'en' ? undefined : 'dmy'
}

/** Reads the text after a merge tag's bar as a format; null if it is no format, but a fallback. */
export function formatOf(text: string): Format | null {
  const [kind = '', detail, order, ...rest] = text.trim().split(':')
  if (rest.length > 0) return null
  if (kind === 'date') return dateFormat(detail, order)
  if (order !== undefined) return null
  if (kind === 'upper' || kind === 'lower' || kind === 'title' || kind === 'time') {
    return detail === undefined ? { kind } : null
  }
  if (kind === 'number') {
    if (detail === undefined) return { kind }
    return /^[0-6]$/.test(detail) ? { kind, digits: Number(detail) } : null
  }
  return kind === 'currency' && detail !== undefined && /^[A-Z]{3}$/.test(detail) ? { kind, currency: detail } : null
}

function dateFormat(style: string | undefined, order: string | undefined): Format | null {
  const known = DATE_STYLES.find((each) => each === style)
  if (!known) return null
  if (order === undefined) return { kind: 'date', style: known }
  return order === 'dmy' || order === 'mdy' ? { kind: 'date', style: known, order } : null
}

/** A format as it is written in a merge tag. */
export function formatText(format: Format): string {
  if (format.kind === 'date') return ['date', format.style, ...(format.order ? [format.order] : [])].join(':')
  if (format.kind === 'number') return format.digits === undefined ? 'number' : `number:${format.digits}`
  return format.kind === 'currency' ? `currency:${format.currency}` : format.kind
}

/** The value in a format and language; null if it cannot be read as a date, time or number without guessing. */
export function formatValue(value: string, format: Format, language: EmailLanguage): string | null {
  switch (format.kind) {
    case 'upper':
      return value.toLocaleUpperCase(language)
    case 'lower':
      return value.toLocaleLowerCase(language)
    case 'title':
      return titled(value, language)
    case 'number':
    case 'currency':
      return numberIn(value, format, language)
    case 'date':
      return dateIn(value, format, language)
    case 'time':
      return dateIn(value, { kind: 'time' }, language)
  }
}

/** Returns whether a format can write a value in a language. A value that it cannot read is sent as it is. */
export function canFormat(value: string, format: Format, language: EmailLanguage): boolean {
  switch (format.kind) {
    case 'number':
    case 'currency':
      return amountIn(value, format) !== null
    case 'date':
      return dateFor(value, format, language) !== null
    case 'time':
      return dateFor(value, { kind: 'time' }, language) !== null
    default:
      return true
  }
}

/** The first letter of each word in upper case; the others stay, unless the whole value is in one case. */
function titled(value: string, language: EmailLanguage): string {
  const shouts = value === value.toLocaleUpperCase(language)
  const even = shouts ? value.toLocaleLowerCase(language) : value
  return even.replace(/(?<![\p{L}\p{M}\p{N}’'])\p{L}/gu, (letter) => letter.toLocaleUpperCase(language))
}

/** Maximum characters of a value that can be a number or date. */
const READABLE = 40
const formatters = new Map<string, Intl.NumberFormat>()

type AmountFormat = Extract<Format, { kind: 'number' | 'currency' }>

/** The amount that a format writes; null if the value is none, or has the marks of another currency. */
function amountIn(value: string, format: AmountFormat): Amount | null {
  const amount = readAmount(value)
  const isOwn = (mark: string) => format.kind === 'currency' && marksOf(format.currency).has(markKey(mark))
  return amount?.marks.every(isOwn) ? amount : null
}

function numberIn(value: string, format: AmountFormat, language: EmailLanguage): string | null {
  const amount = amountIn(value, format)
  if (!amount) return null
  const key = `${language} ${formatText(format)}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const { digits } = { digits: undefined, ...format }
    formatter = new Intl.NumberFormat(language, {
      useGrouping: 'always',
      ...(format.kind === 'currency'
        ? { style: 'currency', currency: format.currency }
        : digits === undefined
          ? { maximumFractionDigits: 6 }
          : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    })
    formatters.set(key, formatter)
  }
  return formatter.format(amount.number)
}

/**
 * A number as spreadsheets and people write it: 1234.5, 1,234.50, 1.234,50, 1 234,5, -3, (3.00), with a currency if
 * allowed. Null if it is not certain: 1.234 is one and a bit to some and a thousand to others, and what has signs or
 * brackets between its digits is a range, a date or a telephone number.
 */
export function readNumber(value: string, mayHaveCurrency: boolean): Intl.StringNumericLiteral | null {
  const amount = readAmount(value)
  return amount && (mayHaveCurrency || amount.marks.length === 0) ? amount.number : null
}

interface Amount {
  number: Intl.StringNumericLiteral
  /** symbols that may be written around an amount in a currency or unit */
  marks: readonly string[]
}

const MARK = String.raw`\p{Sc}?\p{L}{1,3}\.?\p{Sc}?|\p{Sc}`
const AMOUNT = new RegExp(
  String.raw`^([-+])?\s?(${MARK})?\s*([-+])?\s?(\d.*?|[.,]\d+)\s?(-(?!\p{L}))?\s?(${MARK})?(-)?$`,
  'u',
)
const BRACKETED = /^([^()\d]*)\(([^()\d]*\d[^()]*)\)([^()\d]*)$/

function readAmount(value: string): Amount | null {
  if (value.length > READABLE) return null
  const text = value
    .replace(/\u2212/g, '-')
    .trim()
    .replace(BRACKETED, '$1 -$2$3')
    .trim()
  const found = AMOUNT.exec(text)
  if (!found) return null
  const [, sign, before, inner, digits = '', minus, after, last] = found
  const signs = [sign, inner, minus, last].filter((each) => each !== undefined)
  const isCode = inner !== undefined && /\p{L}[-+]/u.test(text)
  if (signs.length > 1 || isCode || (before !== undefined && !isCurrency(before))) return null
  const plain = plainDecimal(withoutSpaces(digits))
  if (plain === null) return null
  return {
    number: `${signs[0] === '-' ? '-' : ''}${plain}` as Intl.StringNumericLiteral,
    marks: [before, after].filter((each) => each !== undefined),
  }
}

const SPACED = /^[1-9]\d{0,2}(?:([\s'’])\d{3})(?:\1\d{3})*(?=[.,]\d+$|$)/u

/** Digits without spaces or apostrophes between thousands; elsewhere those stay, and the number is not read. */
function withoutSpaces(text: string): string {
  const [spaced] = SPACED.exec(text) ?? []
  return spaced === undefined ? text : spaced.replace(/\D/g, '') + text.slice(spaced.length)
}

/** Words that people write for a currency, besides its code and its sign. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  kr: ['DKK', 'NOK', 'SEK', 'ISK'],
  fr: ['CHF'],
  sfr: ['CHF'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  lei: ['RON'],
  rs: ['INR', 'PKR'],
}

const markKey = (mark: string) => mark.toLowerCase().replace('.', '')

let codes: ReadonlySet<string> | undefined

function isCurrency(mark: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  const key = markKey(mark)
  return /\p{Sc}/u.test(mark) || Object.hasOwn(WRITTEN, key) || codes.has(key.toUpperCase())
}

const currencyMarks = new Map<string, ReadonlySet<string>>()

/** Returns the names that may stand before or after an amount in a currency. */
function marksOf(currency: string): ReadonlySet<string> {
  const known = currencyMarks.get(currency)
  if (known) return known
  const written = Object.entries(WRITTEN).flatMap(([mark, currencies]) => (currencies.includes(currency) ? [mark] : []))
  const marks = new Set([currency.toLowerCase(), ...written])
  for (const language of EMAIL_LANGUAGES) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const formatter = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
      const mark = formatter.formatToParts(0).find(({ type }) => type === 'currency')?.value
      if (mark) marks.add(markKey(mark))
    }
  }
  currencyMarks.set(currency, marks)
  return marks
}

/** Digits with a decimal point, from digits with either kind of separator. */
function plainDecimal(text: string): string | null {
  if (!/^[\d.,]*\d$/.test(text)) return null
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return text
  const separator = text.charAt(last)
  const other = separator === '.' ? ',' : '.'
  const whole = text.slice(0, last)
  const part = text.slice(last + 1)
  if (whole.includes(other))
    return isGrouped(whole, other) && !whole.includes(separator) ? `${strip(whole)}.${part}` : null
  if (whole.includes(separator)) return isGrouped(text, separator) ? strip(text) : null
  if (part.length !== 3 || whole.length > 3 || /^0*$/.test(whole)) return `${whole || '0'}.${part}`
  return separator === ',' ? strip(text) : null
}

const strip = (text: string) => text.replace(/[.,]/g, '')

function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...groups] = text.split(separator)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}

interface ReadDate {
  year: number
  /** 1 to 12 */
  month: number
  day: number
  /** minutes since midnight; null: the value has no time */
  minutes: number | null
}

const dateFormatters = new Map<string, Intl.DateTimeFormat>()

type DateFormat = Extract<Format, { kind: 'date' }> | { kind: 'time' }

/** The date that a format writes; null if the value is none, or has no time for a format that needs one. */
function dateFor(value: string, format: DateFormat, language: EmailLanguage): ReadDate | null {
  const read = readDate(value, (format.kind === 'date' && format.order) || dateOrderOf(language))
  return format.kind === 'time' && read?.minutes === null ? null : read
}

function dateIn(value: string, format: DateFormat, language: EmailLanguage): string | null {
  const read = dateFor(value, format, language)
  if (!read) return null
  const key = `${language} ${formatText({ ...format, order: undefined } as Format)}`
  let formatter = dateFormatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(
      language,
      format.kind === 'date' ? { dateStyle: format.style, timeZone: 'UTC' } : { timeStyle: 'short', timeZone: 'UTC' },
    )
    dateFormatters.set(key, formatter)
  }
  const minutes = read.minutes ?? 0
  const date = new Date(Date.UTC(2000, read.month - 1, read.day, Math.floor(minutes / 60), minutes % 60))
  date.setUTCFullYear(read.year)
  return formatter.format(date)
}

const TIME = /(?:^|[\sT,])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,6})?)?\s?([AaPp])?(?:[Mm])?Z?$/
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const NUMBERS = /^(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})\.?$/

/**
 * A date as spreadsheets and people write it: 2026-07-01, 01.07.2026, 1 July 2026, Jul 1, 2026 (month names in every
 * language of an email), with or without a time. Slashes need an `order`, unless a number is larger than twelve. Null: not
 * a date, or not certain which.
 */
export function readDate(value: string, order?: DateOrder): ReadDate | null {
  if (value.length > READABLE) return null
  const text = value.trim()
  const time = TIME.exec(text)
  const minutes = time ? minutesOf(time) : null
  if (time && minutes === null) return null
  const day = (time ? text.slice(0, time.index) : text).trim().replace(/,$/, '')
  const parts = day === '' ? null : (isoParts(day) ?? numericParts(day, order) ?? namedParts(day))
  if (!parts) return day === '' && minutes !== null ? { year: 2000, month: 1, day: 1, minutes } : null
  return isDay(parts) ? { ...parts, minutes } : null
}

type DayParts = Omit<ReadDate, 'minutes'>

function minutesOf([, hours = '', minutes = '', half]: RegExpExecArray): number | null {
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return hour < 24 && Number(minutes) < 60 ? hour * 60 + Number(minutes) : null
}

function isoParts(text: string): DayParts | null {
  const found = ISO.exec(text)
  return found && { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }
}

/** Dots mean day, month, year everywhere; slashes and hyphens may mean either order. */
function numericParts(text: string, order: DateOrder | undefined): DayParts | null {
  const found = NUMBERS.exec(text)
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[3])]
  const year = fullYear(found[4] ?? '')
  const known = found[2] === '.' ? 'dmy' : first > 12 ? 'dmy' : second > 12 ? 'mdy' : order
  if (first === second) return { year, month: first, day: first }
  if (!known) return null
  return known === 'dmy' ? { year, month: second, day: first } : { year, month: first, day: second }
}

/** Two digits mean 1930 to 2029, as in Excel. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < 30 ? 2000 + year : 1900 + year
}

/** A month's name, a day, and a year of four digits, in any order. */
function namedParts(text: string): DayParts | null {
  const words = text
    .toLowerCase()
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '')
  const months = words.flatMap((word) => monthNames().get(word) ?? [])
  const days = words.filter((word) => /^\d{1,2}(?:st|nd|rd|th|er|º)?$/.test(word))
  const years = words.filter((word) => /^\d{4}$/.test(word))
  const [month] = months
  if (months.length !== 1 || days.length !== 1 || years.length !== 1 || month === undefined) return null
  return { year: Number(years[0]), month, day: Number.parseInt(days[0] ?? '', 10) }
}

let names: Map<string, number> | undefined

/** Month names and abbreviations in all languages; those that mean two months are left out. */
function monthNames(): Map<string, number> {
  if (names) return names
  const found = new Map<string, Set<number>>()
  for (const language of EMAIL_LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      for (const context of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const formatter = new Intl.DateTimeFormat(language, { ...context, timeZone: 'UTC' })
        for (let month = 1; month <= 12; month += 1) {
          const parts = formatter.formatToParts(Date.UTC(2000, month - 1, 1))
          const name = parts
            .find(({ type }) => type === 'month')
            ?.value.toLowerCase()
            .replace(/\.$/, '')
          if (!name || /\d/.test(name)) continue
          found.set(name, (found.get(name) ?? new Set()).add(month))
        }
      }
    }
  }
  names = new Map([...found].flatMap(([name, [month, other]]) => (month && !other ? [[name, month] as const] : [])))
  return names
}

function isDay({ year, month, day }: DayParts): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
