import type { Request, Response } from 'express'
import { AppError } from '#domain/errors.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '#schema/schema-builder.ts'
import { pageAfter, pagesAfter, type AskPage, type Pages } from './paged-list.ts'
import type { ListRow } from './row.ts'

/** Maximum number of rows that a list returns when no page is asked for; longer lists must be read in pages. */
export const WHOLE_LIST_MAX = 100_000

/** The query parameters of every list. */
export const PAGE_QUERY = {
  limit: `Rows of a page at most, 1 to ${PAGE_SIZE_MAX}; a page can have fewer. With it or cursor, the header Link has the next page; without both, the whole list is answered.`,
  cursor: 'Continue after a page: the cursor in its Link header.',
}

/** Returns whether a request asks for one page. */
export const pageAsked = ({ query }: Request): boolean => query['limit'] !== undefined || query['cursor'] !== undefined

/**
 * Answers with one page of a list, with at most as many rows as the cost limit of a GraphQL document allows. Sets
 * `Link` to the next page and `X-Total-Count`. Throws BAD_INPUT for an invalid limit or cursor.
 */
export async function readPage(row: ListRow, request: Request, response: Response, ask: AskPage): Promise<unknown[]> {
  const limit = limitOf(request.query['limit'])
  const cursor = request.query['cursor']
  const after = typeof cursor === 'string' && cursor !== '' ? { after: cursor } : {}
  const page = await pageAfter(row, ask, { first: Math.min(limit, row.pageSize), count: true, ...after })
  describe(response, page.totalCount)
  if (page.after !== null) {
    const next = new URLSearchParams(request.originalUrl.split('?')[1])
    next.set('limit', String(limit))
    next.set('cursor', page.after)
    response.append('Link', `<${request.path}?${next}>; rel="next"`)
  }
  return page.items
}

/** Reads the whole list, page by page. Throws BAD_INPUT if it is too long for that. */
export async function readWhole(row: ListRow, response: Response, ask: AskPage): Promise<unknown[] | Pages> {
  const more = { first: row.pageSize, count: false }
  const first = await pageAfter(row, ask, { ...more, count: true })
  if ((first.totalCount ?? 0) > WHOLE_LIST_MAX) {
    const most = WHOLE_LIST_MAX.toLocaleString('en-US')
    throw new AppError(
      'BAD_INPUT',
      `This list has more than ${most} rows. Read it in pages: add ?limit=${PAGE_SIZE_MAX}, then follow the Link headers.`,
    )
  }
  describe(response, first.totalCount)
  return pagesAfter(first, row, ask, more)
}

function describe(response: Response, totalCount: number | undefined): void {
  if (totalCount !== undefined) response.setHeader('X-Total-Count', totalCount)
}

function limitOf(value: unknown): number {
  if (value === undefined) return PAGE_SIZE
  const limit = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= PAGE_SIZE_MAX) return limit
  const rule = `limit must be a whole number from 1 to ${PAGE_SIZE_MAX}`
  throw new AppError('BAD_INPUT', `${rule}.`, { fields: { limit: rule } })
}
