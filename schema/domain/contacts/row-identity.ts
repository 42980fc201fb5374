/**
 * Recognizes the rows of a connected sheet that is read again (product: sheets.rows). Rows may have been sorted,
 * inserted, edited and deleted in between, so the place of a row proves nothing. Rows are identified by their key: the
 * value of a column that the person chose, such as an order number, or else the email address. Among rows with the same
 * key, those with equal contents are the same row; the others are paired in their order, as rows that were edited.
 *
 * In doubt, a row counts as a known one, so that nobody gets an email twice.
 */

/** A row as it was read. All three are hashes. */
export interface ReadRow {
  key: string
  /** hash of all cells */
  content: string
  /** hash of the cells without the address; null if the rest is empty */
  rest: string | null
}

/** A row that was read before. */
export interface KnownRow extends ReadRow {
  /** permanent number of the row */
  position: number
  /** true if the sheet no longer had the row at the last read */
  isGone: boolean
}

/**
 * Finds the known row that each read row is.
 *
 * @param hasKeyColumn whether the keys are values of a column that the person chose; otherwise they are addresses
 * @returns the position of the known row for each read row, in their order; null for a new row
 */
export function matchRows(
  known: readonly KnownRow[],
  read: readonly ReadRow[],
  { hasKeyColumn }: { hasKeyColumn: boolean },
): (number | null)[] {
  const left = new Set(known)
  const matched = new Map<number, KnownRow>()
  const pair = (same: (row: ReadRow) => string | null, mayBe: (row: KnownRow) => boolean, isSure = true) => {
    const waiting = new Map<string, KnownRow[]>()
    // Rows that the sheet still had come before those that it lost.
    for (const row of [...left].toSorted((a, b) => Number(a.isGone) - Number(b.isGone) || a.position - b.position)) {
      const value = mayBe(row) ? same(row) : null
      if (value !== null) waiting.set(value, [...(waiting.get(value) ?? []), row])
    }
    const asking = Map.groupBy(
      read.flatMap((row, index) => (matched.has(index) ? [] : [{ index, value: same(row) }])),
      ({ value }) => value,
    )
    for (const [value, rows] of asking) {
      const found = value === null ? [] : (waiting.get(value) ?? [])
      if (!isSure && (found.length > 1 || rows.length > 1)) continue
      for (const [place, { index }] of rows.entries()) {
        const row = found[place]
        if (!row) break
        matched.set(index, row)
        left.delete(row)
      }
    }
  }
  pair(
    ({ key, content }) => `${key} ${content}`,
    () => true,
  )
  // A value of a chosen column that comes back is the same row; an address may come back with another matter.
  pair(
    ({ key }) => key,
    ({ isGone }) => hasKeyColumn || !isGone,
  )
  // Somebody corrected an address.
  if (!hasKeyColumn) {
    pair(
      ({ rest }) => rest,
      ({ isGone }) => !isGone,
      false,
    )
  }
  return read.map((_, index) => matched.get(index)?.position ?? null)
}

/**
 * Chooses the column that tells the rows of a sheet apart: the first one, apart from the address, whose values are all there and
 * all different. Only a name that says so is trusted, since amounts of a short sheet are often different too.
 *
 * @returns null if there is none: then the address does
 */
export function keyColumnOf(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): string | null {
  const isKey = (name: string) => {
    const values = rows.map((row) => row[name]?.trim().toLowerCase() ?? '')
    return values.every((value) => value !== '') && new Set(values).size === values.length
  }
  return columns.find((name) => KEY_NAME.test(name) && isKey(name)) ?? null
}

/** Names of columns that hold a number of their own for each row. */
const KEY_NAME =
  /(^|[^\p{L}])(id|no|nr|number|nummer|key|code|sku|order|invoice|booking|ticket|reference|ref|rechnung|bestellung)\.?($|[^\p{L}])/iu
