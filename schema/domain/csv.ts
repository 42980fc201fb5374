/**
 * What a spreadsheet program would take for a formula, also with full-width signs; a plain number or telephone number with a sign is none.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/
const SIGNED_NUMBER = /^[+-]\d[\d .,]*$/

/** A cell of a CSV file: quoted where it must be, and never a formula when it is opened in a spreadsheet program. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value
  return /[",;\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
