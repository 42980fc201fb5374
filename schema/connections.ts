import { resolveCursorConnection } from '@pothos/plugin-relay'
import type { Page } from '#api/platform/keyset.ts'
import { builder, PAGE_SIZE, PAGE_SIZE_MAX } from './builder.ts'

interface ConnectionArgs {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

/** Resolves a Relay connection from a list operation and a count operation; the count runs only on request. */
export async function connection<Row extends { cursor: string }>(
  args: ConnectionArgs,
  list: (page: Page) => Promise<Row[]>,
  count: () => Promise<number>,
) {
  const page = await resolveCursorConnection<Promise<Row[]>>(
    { args, toCursor: (row) => row.cursor, defaultSize: PAGE_SIZE, maxSize: PAGE_SIZE_MAX },
    ({ before, after, limit, inverted }) => list({ before, after, limit, inverted }),
  )
  if (!page) throw new Error('A list returned nothing')
  return { ...page, totalCount: count }
}

/** The count of a connection made by {@link connection}. */
export function totalCountOf(page: unknown): Promise<number> {
  return (page as { totalCount: () => Promise<number> }).totalCount()
}

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Sort direction.',
  values: { ascending: {}, descending: {} } as const,
})
