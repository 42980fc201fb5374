import { trimmed } from './sheets.ts'

/** Ranges of cells, as both vendors write them: `'Sheet 1'!B2:C5`, `Sheet1!B2`, `'Sheet 1'`. */

export interface CellRange {
  /** title of the tab; null: none was named */
  tab: string | null
  /** range without the tab; empty: the whole sheet */
  text: string
  /** numbers of the first row and column, from 0 */
  row: number
  column: number
  /** number of rows; null: to the end */
  rows: number | null
  columns: number | null
}

const CELLS = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/

/** Parses a range; null if it is none. A tab whose name looks like cells must be quoted. */
export function parseRange(text: string): CellRange | null {
  const bang = text.lastIndexOf('!')
  const cells = bang >= 0 ? text.slice(bang + 1) : CELLS.test(text) ? text : ''
  const name = bang >= 0 ? text.slice(0, bang) : cells === '' ? text : ''
  const tab = /^'.*'$/s.test(name) ? name.slice(1, -1).replaceAll("''", "'") : name
  const whole = { tab: tab === '' ? null : tab, text: cells }
  if (cells === '') return tab === '' ? null : { ...whole, row: 0, column: 0, rows: null, columns: null }
  const [, left, top, right = left, bottom = top] = CELLS.exec(cells) ?? []
  if (left === undefined || top === undefined) return null
  const [row, column] = [Number(top) - 1, columnOf(left)]
  return {
    ...whole,
    row,
    column,
    rows: Number(bottom) - row,
    columns: columnOf(right ?? left) - column + 1,
  }
}

/** The number of a column, from 0. */
function columnOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Writes a cell range such as B2:C9, by its first cell and its size. */
export function addressOf({ row, column }: Pick<CellRange, 'row' | 'column'>, rows: number, columns: number): string {
  return `${lettersOf(column)}${row + 1}:${lettersOf(column + columns - 1)}${row + rows}`
}

/** The cells of a range without empty ones at its end. */
export function cellsIn(cells: readonly (readonly string[])[], range: Omit<CellRange, 'tab' | 'text'>): string[][] {
  const { row, column, rows, columns } = range
  return trimmed(
    cells
      .slice(row, rows === null ? undefined : row + rows)
      .map((line) => line.slice(column, columns === null ? undefined : column + columns)),
  )
}

/** The cells after values were written; null leaves a cell as it is. */
export function writeCells(
  cells: readonly (readonly string[])[],
  { row, column }: CellRange,
  values: readonly (readonly (string | number | null)[])[],
): string[][] {
  const written = cells.map((line) => [...line])
  for (const [down, line] of values.entries()) {
    for (const [right, value] of line.entries()) {
      if (value === null) continue
      while (written.length <= row + down) written.push([])
      const target = written[row + down]!
      while (target.length < column + right) target.push('')
      target[column + right] = String(value)
    }
  }
  return written
}
