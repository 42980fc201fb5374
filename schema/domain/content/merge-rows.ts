import { tagKey } from '../contacts/tag-key.ts'
import { readNumber } from './tag-formats.ts'

/**
 * The rows of a person: the lines of a sheet that are one email together, such as a customer's open invoices (product:
 * email.rows). `{#rows}…{/rows}` writes its text once for each row; {count} and {sum of Amount} say how many there are and
 * what they add up to. Outside of `{#rows}`, a column has the value of the first row, or else that of the contact.
 */

/** Row of a merge sheet: header → value. */
export type MergeRow = Readonly<Record<string, string>>

export const ROW_LIMITS = {
  /** maximum rows of one person */
  perPerson: 1_000,
  /** maximum rows of one sheet, and so of one campaign */
  perSheet: 500_000,
  /** maximum columns of one sheet */
  columns: 100,
} as const

/** Key of {count}, unless a column has that name. */
export const COUNT_TAG = 'count'

const SUM = 'sumof'

/** Returns whether a key is that of a total, such as {sum of Amount}. */
export const isSumTag = (key: string): boolean => key.startsWith(SUM) && key.length > SUM.length

/** The keys of the columns that rows have, by header. */
function keysOf(rows: readonly MergeRow[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const row of rows) for (const header in row) if (!keys.has(header)) keys.set(header, tagKey(header))
  return keys
}

/** Returns the keys of the merge tags that have a value of their own in each row. */
export const rowKeys = (rows: readonly MergeRow[]): ReadonlySet<string> => new Set(keysOf(rows).values())

/** Returns the suffix of a merge tag's name that means one row; `index` counts from 0. */
export const rowSuffix = (index: number): string => ` (row ${index + 1})`

/** Returns whether a text has a merge tag of one row, as {@link rowSuffix} marks it. */
export const namesRow = (text: string): boolean => /\(row \d{1,4}\)[|}]/.test(text)

/** Adds the values of rows to those of a person: key → value. */
export function addRowValues(values: Map<string, string>, rows: readonly MergeRow[]): void {
  const keys = keysOf(rows)
  for (const [header, key] of keys) {
    const first = rows[0]?.[header]
    if (first?.trim()) values.set(key, first)
    const sum = sumOf(rows.map((row) => row[header] ?? ''))
    if (sum !== null) values.set(SUM + key, sum)
  }
  if (!values.has(COUNT_TAG)) values.set(COUNT_TAG, String(rows.length))
  for (const [index, row] of rows.entries()) {
    const suffix = tagKey(rowSuffix(index))
    for (const header in row) values.set(`${keys.get(header)}${suffix}`, row[header] ?? '')
  }
}

/**
 * Adds up amounts exactly.
 *
 * @returns a decimal with a point, such as `1234.5`; null if a value that is not empty cannot be read, since a wrong total is
 *   worse than none
 */
export function sumOf(values: readonly string[]): string | null {
  const numbers: string[] = []
  for (const value of values) {
    if (value.trim() === '') continue
    const number = readNumber(value.trim(), true)
    if (number === null || !/^-?\d+(?:\.\d+)?$/.test(number)) return null
    numbers.push(number)
  }
  if (numbers.length === 0) return null
  const digits = Math.max(...numbers.map((number) => number.split('.')[1]?.length ?? 0))
  const total = numbers.reduce((sum, number) => {
    const [whole = '0', part = ''] = number.split('.')
    return sum + BigInt(whole + part.padEnd(digits, '0'))
  }, 0n)
  const text = (total < 0n ? -total : total).toString().padStart(digits + 1, '0')
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return (total < 0n ? '-' : '') + (digits === 0 ? decimal : withoutZeros(decimal))
}

function withoutZeros(decimal: string): string {
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}
