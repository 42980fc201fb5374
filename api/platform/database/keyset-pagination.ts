import { sql, type SelectQueryBuilder, type StringReference } from 'kysely'
import { AppError } from '#domain/errors.ts'

/** A requested page; `inverted` = read backwards from `before`. */
export interface Page {
  after?: string | undefined
  before?: string | undefined
  limit: number
  inverted: boolean
}

/** The order of a list: sorted by `column`, then by id, so that a cursor is a stable position. */
export interface Order {
  /** name of a column of the list's table; `id` for creation order (ids grow with time) */
  column: string
  direction: 'ascending' | 'descending'
  /** the column contains whole numbers; otherwise text */
  numeric?: boolean
}

export const NEWEST_FIRST: Order = { column: 'id', direction: 'descending' }
export const OLDEST_FIRST: Order = { column: 'id', direction: 'ascending' }

/** A requested order: by a column, or by creation time. */
export interface RequestedOrder<Field extends string = string> {
  field: Field
  direction: Order['direction']
}

/** A row of a list with the cursor that names its place. */
export type Listed<Row> = Row & { cursor: string }

/** The requested order, or the `usual` one. */
export function orderOf(asked: RequestedOrder | null | undefined, usual: Order): Order {
  if (!asked) return usual
  return { column: asked.field === 'createdAt' ? 'id' : asked.field, direction: asked.direction }
}

/**
 * Filters and sorts a query for the requested page; the caller maps rows with {@link withCursor}. Throws BAD_INPUT for
 * a cursor of another order.
 */
export function keysetPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order,
  page: Page,
): SelectQueryBuilder<DB, TB, O> {
  const column = sql.ref(order.column)
  const id = sql.ref('id')
  const byId = order.column === 'id'
  const ascending = order.direction === 'ascending'
  let paged = query
  for (const [cursor, beyond] of [
    [page.after, ascending ? '>' : '<'],
    [page.before, ascending ? '<' : '>'],
  ] as const) {
    if (!cursor) continue
    const [value, lastId] = decodeCursor(cursor, order)
    const test = sql.raw(beyond)
    paged = paged.where(
      byId
        ? sql<boolean>`${id} ${test} ${lastId}::uuid`
        : sql<boolean>`(${column}, ${id}) ${test} (${value}, ${lastId}::uuid)`,
    )
  }
  const way = sql.raw(wayOf(order, page))
  if (!byId) paged = paged.orderBy(sql`${column} ${way}`)
  return paged.orderBy(sql`${id} ${way}`).limit(page.limit)
}

/** The direction in which a page is read. */
export function wayOf({ direction }: Order, { inverted }: Page): 'asc' | 'desc' {
  return (direction === 'ascending') !== inverted ? 'asc' : 'desc'
}

/** Number of rows of a query. */
export async function countOf<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = query.clearSelect().select((eb) => eb.fn.countAll<string>().as('count'))
  const [{ count }] = (await counted.execute()) as unknown as [{ count: string }]
  return Number(count)
}

/** The rows of the page asked for, each with the cursor that names its place in this order. Throws BAD_INPUT for a cursor of another order. */
export async function readPage<DB, TB extends keyof DB, O extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order,
  page: Page,
): Promise<Listed<O>[]> {
  return withCursor(await keysetPage(query, order, page).execute(), order)
}

/**
 * Rows of pages ordered by id, sorted here, each with its cursor. A query that finds rows by a list of ids asks for no
 * order: up to version 16, PostgreSQL would read all rows of the workspace in this order rather than these.
 */
export function sortedById<Row extends { id: string }>(rows: Row[], order: Order, page: Page): Listed<Row>[] {
  const sign = wayOf(order, page) === 'asc' ? 1 : -1
  return withCursor(
    rows.toSorted((one, other) => (one.id < other.id ? -sign : sign)),
    order,
  )
}

/** Rows of a page, each with the cursor that names its place in this order. */
export function withCursor<Row extends { id: string }>(rows: Row[], order: Order): Listed<Row>[] {
  const { column } = order
  const place = (row: Row) => (column === 'id' ? '' : (row as Record<string, unknown>)[column])
  return rows.map((row) => ({
    ...row,
    cursor: Buffer.from(JSON.stringify([column, place(row), row.id])).toString('base64url'),
  }))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INT_MAX = 2 ** 31 - 1

function decodeCursor(cursor: string, order: Order): [string | number, string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [column, value, id]: unknown[] = Array.isArray(parsed) ? parsed : []
    if (column === order.column && isPlace(value, order) && typeof id === 'string' && UUID.test(id)) return [value, id]
  } catch {
    // falls through to the error below
  }
  throw new AppError(
    'BAD_INPUT',
    'This cursor belongs to another list or sort order. Use one from pageInfo or an edge of the same list.',
  )
}

/** Returns whether a value from a cursor is valid for the column of an order. */
function isPlace(value: unknown, { numeric = false }: Order): value is string | number {
  if (!numeric) return typeof value === 'string' && !value.includes('\0')
  return Number.isInteger(value) && Math.abs(Number(value)) <= INT_MAX
}

/** Escapes text for LIKE; NUL, which no stored text contains, makes the pattern match nothing. */
export function likePattern(search: string): string {
  return `%${search.replaceAll('\0', '\ufffd').replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

/**
 * Limits a query to rows with `search` in one of these columns, ignoring case; leaves the query unchanged for an empty
 * search.
 */
export function searched<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: readonly StringReference<DB, TB>[],
  search: string | null | undefined,
): SelectQueryBuilder<DB, TB, O> {
  const text = search?.trim()
  if (!text) return query
  const pattern = likePattern(text)
  const tests = columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`)
  return query.where(sql<boolean>`(${sql.join(tests, sql` or `)})`)
}
