/**
 * What a spreadsheet program would read as a formula, including full-width signs; a signed number or telephone number
 * is not one.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/
const SIGNED_NUMBER = /^[+-]\d[\d .,]*$/

/** A CSV cell: quoted if necessary, and never a formula in a spreadsheet program. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value
  return /[",;\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** An apostrophe by which programs keep a formula or digits text in CSV; spreadsheet programs do not show it. */
const AS_TEXT = /^'(?=\s*[=+\-@\t\r＝＋－＠]|\d[\d\s().,/+-]*$)/

/** A formula of a text, ="00123", by which programs keep digits text in CSV. */
const TEXT_FORMULA = /^="([^"]*)"$/

/** The value of a CSV cell: the opposite of {@link csvCell}, once the quotation marks are gone. */
export function csvValue(text: string): string {
  return text.replace(TEXT_FORMULA, '$1').replace(AS_TEXT, '')
}
