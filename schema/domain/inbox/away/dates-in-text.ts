import { AWAY_WORDS } from './away-words-by-language.ts'

/** A day that a text names. Days are ms since the epoch, at 00:00 UTC. */
export interface NamedDay {
  /** position of its first character */
  start: number
  /** position after its last character */
  end: number
  /** null: a day of the past, or none */
  day: number | null
  /** True if it is the last day of a range: “December 1-14” */
  endsRange?: boolean
}

/**
 * Order of day and month in the dates of a text: 3/4 is 3 April if the day comes first, March 4 if the month does. Null if the
 * text does not show it.
 */
export type DayOrder = 'day first' | 'month first' | null

export const DAY = 86_400_000
/** Days ahead within which a day without a year is looked for: further away it is of the past. */
const YEARLESS_DATE_MAX_DAYS = 183
/** Tokens of a text that are looked at. */
const TOKENS_MAX = 2_000

interface Token {
  text: string
  start: number
  end: number
}

/** The day of a moment, in ms at 00:00 UTC. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY) * DAY

const languages = Object.values(AWAY_WORDS)
const numbered = (lists: readonly (readonly string[])[], first: number) =>
  new Map(
    lists.flatMap((names) =>
      names.flatMap((forms, index) => forms.split('|').map((name) => [name, index + first] as const)),
    ),
  )
const MONTHS = numbered(
  languages.map(({ months }) => months),
  1,
)
const WEEKDAYS = numbered(
  languages.map(({ weekdays }) => weekdays),
  0,
)
const TOMORROW = new Set(languages.flatMap(({ tomorrow }) => tomorrow))
const NEXT_WEEK = languages.flatMap(({ nextWeek }) => nextWeek)
/** Words that may stand between a day and its month, or a month and its year. */
const JOINS = new Set(['de', 'of', 'di', 'del', 'st', 'nd', 'rd', 'th', 'er', 'r'])
const JAPANESE_WEEKDAYS = '日月火水木金土'

/**
 * The days that a text names, in order. A day without a year, and a weekday, is the next one from `written`, the day of
 * the text. Where the order of day and month is unknown and both would be in the future, the day is null.
 */
export function namedDays(text: string, written: number, order: DayOrder): NamedDay[] {
  const tokens = tokensOf(text)
  const found: NamedDay[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const named = dateAt(tokens, at, text, written, order)
    if (!named) continue
    const { last, ...day } = named
    found.push({ start: tokens[at]!.start, end: tokens[last]!.end, ...day })
    at = named.last
  }
  const weekdays = japaneseWeekdays(text, written).filter(
    ({ start }) => !found.some(({ end }) => start >= end && start - end <= 2),
  )
  return [...found, ...weekdays, ...nextWeeks(text, written)].toSorted((a, b) => a.start - b.start)
}

/** Date that was read from words: the index of its last token, and the day, which is null if it is past. */
type Read = { last: number; day: number | null; endsRange?: boolean } | null

function dateAt(tokens: readonly Token[], at: number, text: string, written: number, order: DayOrder): Read {
  const token = tokens[at]!
  const number = numberOf(token)
  if (number !== null) {
    const next = MONTHS.get(tokens[at + 1]?.text ?? '')
    if (token.text.length === 4 && next !== undefined)
      return monthDay(tokens, at + 1, next, text, written, yearOf(token))
    return (
      written4(tokens, at, text) ?? numeric(tokens, at, text, written, order) ?? dayMonth(tokens, at, text, written)
    )
  }
  const month = MONTHS.get(token.text)
  if (month !== undefined) return monthDay(tokens, at, month, text, written)
  const weekday = WEEKDAYS.get(token.text)
  if (weekday !== undefined) {
    return dateAfterWeekday(tokens, at, text, written, order) ?? { last: at, day: nextWeekday(weekday, written) }
  }
  return TOMORROW.has(token.text) ? { last: at, day: written + DAY } : null
}

/** Reads a date after its weekday: Monday, 3 August; Montag, den 3.8. */
function dateAfterWeekday(tokens: readonly Token[], at: number, text: string, written: number, order: DayOrder): Read {
  for (const next of [at + 1, at + 2]) {
    const token = tokens[next]
    if (!token || token.start - tokens[at]!.end > 8 || text.slice(tokens[at]!.end, token.start).includes('\n'))
      return null
    if (numberOf(token) !== null || MONTHS.has(token.text)) return dateAt(tokens, next, text, written, order)
  }
  return null
}

/** Reads a date that begins with a year: 2026-08-03, 2026/8/3, 2026年8月3日 */
function written4(tokens: readonly Token[], at: number, text: string): Read {
  const year = tokens[at]!
  if (year.text.length !== 4) return null
  const japanese = ['年', '년'].includes(tokens[at + 1]?.text ?? '')
  const [month, day] = japanese ? [tokens[at + 2], tokens[at + 4]] : [tokens[at + 1], tokens[at + 2]]
  if (!month || !day) return null
  if (!japanese && !['-', '/', '.'].includes(text.slice(year.end, month.start))) return null
  const value = dayFrom(numberOf(year), numberOf(month), numberOf(day))
  return value === null ? null : { last: Math.min(at + (japanese ? 5 : 2), tokens.length - 1), day: value }
}

/** Reads a date in numbers: 3.8., 03.08.2026, 3/8, 8/3/2026, 3-8-2026, 8月3日 */
function numeric(tokens: readonly Token[], at: number, text: string, written: number, order: DayOrder): Read {
  const [first, second, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
  if ((second?.text === '月' || second?.text === '월') && third) {
    const value = soonest([[numberOf(first), numberOf(third)]], null, written)
    return { last: at + (/^[日일]/.test(tokens[at + 3]?.text ?? '') ? 3 : 2), day: value }
  }
  if (!second || numberOf(second) === null) return null
  const separator = text.slice(first.end, second.start).trim()
  if (separator !== '.' && separator !== '/' && separator !== '-') return null
  const hasYear =
    third !== undefined && text.slice(second.end, third.start).trim() === separator && yearOf(third) !== null
  if (separator === '-' && !hasYear) return null
  const [a, b] = [numberOf(first), numberOf(second)]
  const readings = [
    ...(order === 'month first' && separator !== '.' ? [] : [[b, a] as const]),
    ...(order === 'day first' || separator === '.' ? [] : [[a, b] as const]),
  ]
  if (!readings.some(([month, day]) => dayFrom(2_024, month, day) !== null)) return null
  const year = hasYear ? yearOf(third) : null
  const possible = new Set(readings.flatMap((reading) => soonest([reading], year, written) ?? []))
  return { last: hasYear ? at + 2 : at + 1, day: possible.size === 1 ? [...possible][0]! : null }
}

/** Numbers of a day and a month whose order shows in one of them: 14/12, 12/14/2026. */
const ORDERED = /(?<![\d/-])(\d{1,2})[/-](\d{1,2})(?:[/-]\d{2,4})?(?![\d/-])/g
/** Zones whose people write the month first; the others of {@link ZONE} write the day first. */
const MONTH_FIRST_ZONE = /^(?:[ecmp][sd]t|eastern|central|mountain|pacific)$/
const ZONE =
  /\b(?:[ecmp][sd]t|(?:eastern|central|mountain|pacific)(?= (?:standard |daylight )?time)|gmt|bst|ces?t|ees?t|wes?t|aes?t|acst|awst|nzs?t|ist|sast)\b/g

/** The order in which a text has days and months: from a number that can only be a day, or from a time zone. */
export function dayOrderIn(text: string): DayOrder {
  const orders = new Set<DayOrder>()
  for (const [, first, second] of text.matchAll(ORDERED)) {
    if (Number(first) > 12 && Number(second) <= 12) orders.add('day first')
    if (Number(second) > 12 && Number(first) <= 12) orders.add('month first')
  }
  if (orders.size === 0) {
    for (const [zone] of text.matchAll(ZONE)) orders.add(MONTH_FIRST_ZONE.test(zone) ? 'month first' : 'day first')
  }
  return orders.size === 1 ? [...orders][0]! : null
}

/** Reads a date with the day before a month's name: 3 August 2026, 3. August, 3rd of August, 3 de agosto de 2026 */
function dayMonth(tokens: readonly Token[], at: number, text: string, written: number): Read {
  let next = at + 1
  while (next < at + 3 && JOINS.has(tokens[next]?.text ?? '')) next += 1
  const month = MONTHS.get(tokens[next]?.text ?? '')
  if (month === undefined || /[\n,;:]/.test(text.slice(tokens[at]!.end, tokens[next]!.start))) return null
  const { year, last } = yearAfter(tokens, next)
  return { last, day: soonest([[month, numberOf(tokens[at])]], year, written) }
}

/** Reads August 3rd, or August 3, 2026; a Hungarian year comes first: 2026. augusztus 3. */
function monthDay(
  tokens: readonly Token[],
  at: number,
  month: number,
  text: string,
  written: number,
  yearBefore: number | null = null,
): Read {
  const day = tokens[at + 1]
  if (!day || numberOf(day) === null || day.text.length > 2 || text[day.start - 1] === "'") return null
  if (/[\n,;:]/.test(text.slice(tokens[at]!.end, day.start))) return null
  const end = rangeEnd(tokens, at + 1, text)
  const { year, last } = yearAfter(tokens, end ?? at + 1)
  const date = soonest([[month, numberOf(tokens[end ?? at + 1])]], yearBefore ?? year, written)
  return { last, day: date, ...(end !== null && { endsRange: true }) }
}

/** Reads the last day of a range within a month: the 14 in “December 1-14”. */
function rangeEnd(tokens: readonly Token[], at: number, text: string): number | null {
  const [first, second] = [tokens[at]!, tokens[at + 1]]
  if (!second || second.text.length > 2 || numberOf(second) === null) return null
  return /^\s?(?:-|–|—|to|through|thru)\s?$/.test(text.slice(first.end, second.start)) ? at + 1 : null
}

function yearAfter(tokens: readonly Token[], at: number): { year: number | null; last: number } {
  const next = JOINS.has(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1
  const token = tokens[next]
  return token?.text.length === 4 && yearOf(token) !== null
    ? { year: yearOf(token), last: next }
    : { year: null, last: at }
}

/** The next day, by any of the readings [month, day]; null if all are in the past, or too far ahead without a year. */
function soonest(
  readings: readonly (readonly [number | null, number | null])[],
  year: number | null,
  written: number,
): number | null {
  const thisYear = new Date(written).getUTCFullYear()
  const years = year === null ? [thisYear, thisYear + 1] : [year]
  const days = readings
    .flatMap(([month, day]) => years.map((each) => dayFrom(each, month, day)))
    .filter((day) => day !== null)
    .filter((day) => day >= written && (year !== null || day <= written + YEARLESS_DATE_MAX_DAYS * DAY))
  return days.length > 0 ? Math.min(...days) : null
}

function dayFrom(year: number | null, month: number | null, day: number | null): number | null {
  if (year === null || month === null || day === null || month < 1 || month > 12 || day < 1) return null
  const at = Date.UTC(year, month - 1, day)
  return new Date(at).getUTCDate() === day ? at : null
}

const numberOf = (token: Token | undefined): number | null =>
  token && /^\d{1,4}$/.test(token.text) ? Number(token.text) : null

function yearOf(token: Token | undefined): number | null {
  const value = numberOf(token)
  if (value === null || token?.text.length === 1 || token?.text.length === 3) return null
  const year = value < 100 ? 2_000 + value : value
  return year >= 2_000 && year < 2_100 ? year : null
}

/** The weekday after this day; today’s name means today in a week. */
function nextWeekday(weekday: number, written: number): number {
  const ahead = (weekday - new Date(written).getUTCDay() + 7) % 7
  return written + (ahead || 7) * DAY
}

function japaneseWeekdays(text: string, written: number): NamedDay[] {
  return [...text.matchAll(/([日月火水木金土])曜日?/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    day: nextWeekday(JAPANESE_WEEKDAYS.indexOf(match[1] ?? ''), written),
  }))
}

function nextWeeks(text: string, written: number): NamedDay[] {
  return NEXT_WEEK.flatMap((name) => {
    const start = text.indexOf(name)
    return start < 0 ? [] : [{ start, end: start + name.length, day: nextWeekday(1, written) }]
  })
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(/[年月日년월일]|\p{L}+(?:-feira)?|\d+/gu)) {
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length })
    if (tokens.length === TOKENS_MAX) break
  }
  return tokens
}
