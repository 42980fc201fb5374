import type { ObjectRef } from '@pothos/core'
import { resolveCursorConnection } from '@pothos/plugin-relay'
import type { Page } from '#api/platform/database/keyset-pagination.ts'
import { AppError } from '#domain/errors.ts'
import { builder, enumType, PAGE_SIZE, PAGE_SIZE_MAX, type Types } from './schema-builder.ts'

interface ConnectionArgs {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

/**
 * Resolves a Relay connection from a list operation and a count operation; the count runs only on request. Throws
 * BAD_INPUT for a page that is too large.
 */
export async function connection<Row extends { cursor: string }>(
  args: ConnectionArgs,
  list: (page: Page) => Promise<Row[]>,
  count: () => Promise<number>,
) {
  for (const name of ['first', 'last'] as const) {
    const asked = args[name] ?? 1
    if (asked >= 1 && asked <= PAGE_SIZE_MAX) continue
    const rule = `${name} must be between 1 and ${PAGE_SIZE_MAX}`
    throw new AppError('BAD_INPUT', `${rule}.`, { fields: { [name]: rule } })
  }
  const page = await resolveCursorConnection<Promise<Row[]>>(
    { args, toCursor: (row) => row.cursor, defaultSize: PAGE_SIZE, maxSize: PAGE_SIZE_MAX },
    ({ before, after, limit, inverted }) => list({ before, after, limit, inverted }),
  )
  if (!page) throw new Error('A list returned nothing')
  return { ...page, totalCount: count }
}

/**
 * The connection type of a kind of object, NameConnection, for all lists of them. `totalCount` is counted only if it is
 * asked for.
 */
export function connectionOf<Row>(name: string, type: ObjectRef<Types, Row>) {
  return builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: 'A page of a list.',
      fields: (t) => ({
        totalCount: t.int({
          description: 'Number of items on all pages.',
          resolve: (page) => (page as unknown as { totalCount: () => Promise<number> }).totalCount(),
        }),
      }),
    },
    { name: `${name}Edge`, description: 'A row of a page.' },
  )
}

export const SortDirection = enumType('SortDirection', {
  description: 'Sort direction.',
  values: { ascending: {}, descending: {} } as const,
})
