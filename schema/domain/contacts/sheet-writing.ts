import { cleanLine } from './contacts.ts'

/**
 * Writes the status of the email about each row into a connected sheet (product: sheets.write-back). Mergewell's
 * columns are found by their titles wherever they were moved, and added at the right if they are missing. A cell is
 * written only if it is empty or holds a text that we wrote.
 */

/** The columns that are written, in order. A sheet that has one of its own gets another title, see `statusTitles`. */
export const WRITTEN_TITLES = ['Status', 'Sent', 'Opened', 'Replied'] as const

/** ms between two checks whether a sheet has to be written. */
export const WRITE_EVERY_MS = 15 * 60_000

/** Cells to be written from the one at `row` and `column`, from 0; null leaves a cell as it is. */
export interface CellBlock {
  row: number
  column: number
  values: (string | null)[][]
}

/** A row of the sheet, as it was read last. */
export interface WritableRow {
  position: number
  /** number of the row in the sheet, from 1 */
  line: number
  /** by title: texts that are ours if the cell holds one of them */
  written: Readonly<Record<string, readonly string[]>>
}

/** A row after the planning. `written` holds the new text and the previous one, because writing may fail half-way. */
interface PlannedRow {
  position: number
  written: Record<string, string[]>
  conflicts: string[]
}

type Cells = readonly (readonly string[])[]

const keyOf = (title: string) => cleanLine(title).toLowerCase()

/**
 * Returns the cells without the columns that Mergewell added: those below our titles in the header. `header`: index of
 * the header row.
 */
export function withoutWritten(cells: Cells, header: number, titles: readonly string[]): Cells {
  const ours = new Set(titles.map(keyOf))
  const columns = (cells[header] ?? []).flatMap((title, column) => (ours.has(keyOf(title)) ? [column] : []))
  if (columns.length === 0) return cells
  return cells.map((line) => line.map((cell, column) => (columns.includes(column) ? '' : cell)))
}

/**
 * Plans the writing of texts into the cells of a sheet.
 *
 * @param texts by position, one for each title; rows without are left alone
 * @returns the cells to write in as few blocks as possible, and every row whose cells change or are in conflict
 */
export function planWriting({
  cells,
  header,
  titles,
  rows,
  texts,
}: {
  cells: Cells
  /** index of the row with the titles */
  header: number
  titles: readonly string[]
  rows: readonly WritableRow[]
  texts: ReadonlyMap<number, readonly string[]>
}): { blocks: CellBlock[]; rows: PlannedRow[] } {
  const width = Math.max(0, ...cells.map((line) => line.length))
  const heads = (cells[header] ?? []).map(keyOf)
  let free = width
  const columns = titles.map((title) => {
    const found = heads.indexOf(keyOf(title))
    return found >= 0 ? { title, column: found, isNew: false } : { title, column: free++, isNew: true }
  })
  const changes = new Map<number, Map<number, string>>()
  const change = (row: number, column: number, text: string) => {
    const line = changes.get(row) ?? new Map<number, string>()
    changes.set(row, line.set(column, text))
  }
  const planned: PlannedRow[] = []
  for (const { position, line, written } of rows) {
    const wanted = texts.get(position)
    if (!wanted) continue
    const row: PlannedRow = { position, written: {}, conflicts: [] }
    for (const [index, { title, column }] of columns.entries()) {
      const text = wanted[index] ?? ''
      const current = cells[line - 1]?.[column] ?? ''
      const isOurs = current === '' || current === text || (written[title] ?? []).includes(current)
      if (!isOurs) row.conflicts.push(title)
      else if (current !== text) change(line - 1, column, text)
      row.written[title] = isOurs ? [...new Set([text, current])] : [...(written[title] ?? [])]
    }
    planned.push(row)
  }
  if (changes.size > 0) for (const { title, column, isNew } of columns) if (isNew) change(header, column, title)
  return { blocks: blocksOf(changes), rows: planned }
}

/** Groups changed cells into blocks: one for each run of adjacent columns, from the first changed row to the last. */
function blocksOf(changes: ReadonlyMap<number, ReadonlyMap<number, string>>): CellBlock[] {
  const rows = [...changes.keys()]
  const columns = [...new Set([...changes.values()].flatMap((line) => [...line.keys()]))].toSorted((a, b) => a - b)
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const runs: number[][] = []
  for (const column of columns) {
    const run = runs.at(-1)
    if (run?.at(-1) === column - 1) run.push(column)
    else runs.push([column])
  }
  return runs.map((run) => ({
    row: top,
    column: run[0] ?? 0,
    values: Array.from({ length: bottom - top + 1 }, (_, down) =>
      run.map((column) => changes.get(top + down)?.get(column) ?? null),
    ),
  }))
}
