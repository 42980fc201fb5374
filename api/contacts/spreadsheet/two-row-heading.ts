import { cleanLine } from '#domain/contacts/contacts.ts'

/**
 * Column names in two rows: groups such as “Company” above the names of their columns, or a name that stands in the upper
 * row alone where cells are merged downwards. Only what cannot be a title, a row of units or a contact counts as such.
 */

/** Column names of two rows; by column, with empty texts. */
export interface JoinedHeading {
  headers: string[]
  /** the group above each column */
  groups: string[]
}

/** Longest name of a group. */
const GROUP_LENGTH = 40
/** Matches texts that are no column name: dates, numbers or email addresses. Names are words, such as “Contact 1”. */
const NO_NAME = /^\d|\d{3}|\d[./-]\d|[@:]/

/**
 * Joins two adjacent rows of column names.
 *
 * @param named which of the rows has the name of the address column
 * @returns null if the rows are no such heading
 */
export function joinHeadings(
  upper: readonly string[],
  lower: readonly string[],
  named: 'upper' | 'lower',
): JoinedHeading | null {
  const [above, below] = [upper.map(cleanLine), lower.map(cleanLine)]
  const width = Math.max(above.length, below.length)
  const starts = above.flatMap((text, column) => (text === '' ? [] : [column]))
  if (starts.length === 0 || (starts.length === 1 && starts[0] === 0)) return null
  if (named === 'upper' && below.slice(0, starts[0]).some(Boolean)) return null
  const headers = Array.from({ length: width }, (_, column) => below[column] ?? '')
  const groups = Array.from({ length: width }, () => '')
  let isGrouped = false
  for (const [position, start] of starts.entries()) {
    const text = above[start] ?? ''
    const end = starts[position + 1] ?? width
    const under = Array.from({ length: end - start }, (_, offset) => start + offset).filter((column) => below[column])
    if (under.length === 0) {
      headers[start] = text
      continue
    }
    // A unit stands below a name, a column below a group that is as wide as its columns.
    const isUnit = named === 'upper' && under.length === 1
    if (isUnit || under[0] !== start || text.length > GROUP_LENGTH || NO_NAME.test(text)) return null
    if (under.some((column) => NO_NAME.test(below[column] ?? ''))) return null
    isGrouped ||= under.length > 1
    for (const column of under) groups[column] = text
  }
  return isGrouped ? { headers, groups } : null
}
