/**
 * Text that a spreadsheet program would read as a formula, including full-width signs; a signed number or telephone
 * number is not one.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/
const SIGNED_NUMBER = /^[+-]\d[\d .,]*$/

/** Matches marks within a value at which a program that expects another separator begins a new cell. */
const OTHER_SEPARATOR = /([;|\t\r\n])/
/** The beginning of a formula after such a mark. Quotation marks that are not at the start of a cell may count as none. */
const LATER_FORMULA = /^["\s]*[=+\-@＝＋－＠]/

const isLaterFormula = (part: string) => LATER_FORMULA.test(part) && !SIGNED_NUMBER.test(part.trim())

/** Changes the parts of a value after the first mark at which another program could begin a new cell. */
function changeLaterParts(value: string, change: (part: string) => string): string {
  if (!OTHER_SEPARATOR.test(value)) return value
  // Every second piece is a mark.
  const pieces = value.split(OTHER_SEPARATOR)
  return pieces.map((piece, index) => (index === 0 || index % 2 === 1 ? piece : change(piece))).join('')
}

/** A CSV cell: quoted if necessary, and never a formula in a spreadsheet program, whichever separator it expects. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const whole = FORMULA.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value
  const text = changeLaterParts(whole, (part) => (isLaterFormula(part) ? `'${part}` : part))
  return /[",;|\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** An apostrophe by which programs keep a formula or digits text in CSV; spreadsheet programs do not show it. */
const AS_TEXT = /^'(?=\s*[=+\-@\t\r＝＋－＠]|\d[\d\s().,/+-]*$)/

/** A formula of a text, ="00123", by which programs keep digits text in CSV. */
const TEXT_FORMULA = /^="([^"]*)"$/

/** The value of a CSV cell: the opposite of {@link csvCell}, once the quotation marks are gone. */
export function csvValue(text: string): string {
  const value = text.replace(TEXT_FORMULA, '$1').replace(AS_TEXT, '')
  return changeLaterParts(value, (part) =>
    part.startsWith("'") && isLaterFormula(part.slice(1)) ? part.slice(1) : part,
  )
}
