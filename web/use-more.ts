import { useCallback, useRef, useState } from 'react'

/** How a list goes on. */
export interface More {
  hasMore: boolean
  /** Asks for the page that follows, once. */
  loadMore: () => Promise<void>
  moreError: unknown
}

/** What follows the pages of a connection that are here; `fetchPage` asks for the page behind a cursor. */
export function useMore(
  pageInfo: { hasNextPage: boolean; endCursor?: string | null } | undefined,
  fetchPage: (after: string) => Promise<unknown>,
): More {
  const [moreError, setMoreError] = useState<unknown>(null)
  /** The cursor whose page is on its way. */
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
