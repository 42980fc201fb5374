import { useCallback, useRef, useState } from 'react'

/** State of a list's next page, with the function that loads it. */
export interface More {
  hasMore: boolean
  /** Loads the next page; does nothing while it is being loaded. */
  loadMore: () => Promise<void>
  moreError: unknown
}

/** Pagination of a connection; `fetchPage` loads the page after a cursor. */
export function usePagination(
  pageInfo: { hasNextPage: boolean; endCursor?: string | null } | undefined,
  fetchPage: (after: string) => Promise<unknown>,
): More {
  const [moreError, setMoreError] = useState<unknown>(null)
  /** The cursor of the page being loaded; null: none. */
  const underWay = useRef<string>(null)
  const after = pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null
  const loadMore = useCallback(async () => {
    if (after === null || underWay.current === after) return
    underWay.current = after
    setMoreError(null)
    await fetchPage(after).catch(setMoreError)
    if (underWay.current === after) underWay.current = null
  }, [after, fetchPage])
  return { hasMore: after !== null, loadMore, moreError }
}
