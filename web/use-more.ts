import { useCallback, useRef, useState } from 'react'

/** How a list goes on. */
export interface More {
  hasMore: boolean
  /** Asks for the page that follows, once at a time. */
  loadMore: () => Promise<void>
  moreError: unknown
}

/** What follows the pages of a connection that are here; `fetchPage` asks for the page behind a cursor. */
export function useMore(
  pageInfo: { hasNextPage: boolean; endCursor?: string | null } | undefined,
  fetchPage: (after: string) => Promise<unknown>,
): More {
  const [moreError, setMoreError] = useState<unknown>(null)
  const underWay = useRef(false)
  const after = pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null
  const loadMore = useCallback(async () => {
    if (after === null || underWay.current) return
    underWay.current = true
    setMoreError(null)
    await fetchPage(after).catch(setMoreError)
    underWay.current = false
  }, [after, fetchPage])
  return { hasMore: after !== null, loadMore, moreError }
}
