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

/** Lines gathered into one piece. */
const LINES_AT_ONCE = 500

/** A CSV file (RFC 4180, UTF-8 with a byte order mark, so that Excel reads it right) piece by piece. */
export async function* writeCsv(
  header: readonly string[],
  rows: AsyncIterable<readonly (string | number)[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let lines = [`\ufeff${header.map(csvCell).join(',')}\r\n`]
  for await (const cells of rows) {
    lines.push(`${cells.map(csvCell).join(',')}\r\n`)
    if (lines.length < LINES_AT_ONCE) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}
