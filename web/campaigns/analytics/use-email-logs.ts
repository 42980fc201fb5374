import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useMemo, useRef } from 'react'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { usePagination } from '#web/use-more.ts'
import { EMAIL_LOGS, EMAIL_LOGS_AGAIN } from './recipient-operations.ts'
import { useAfterChange } from '#web/use-after-change.ts'

/** Page size of recipients: small enough not to block scrolling. */
export const LOGS_PAGE = 100
export type EmailLogs = ReturnType<typeof useEmailLogs>

/** The server's maximum page size: filtered lists up to this length are reloaded as a whole. */
const WHOLE_MAX = 500

/** Throttle delay in ms for reloading visible rows after the campaign changed. */
const REREAD_AFTER = 1_000

/**
 * A campaign's recipients in queue order, page by page, optionally filtered. When `change` differs, the visible rows
 * reload, at most once a second; it is undefined while unknown.
 */
export function useEmailLogs(
  campaignId: string,
  { filter, change }: { filter?: EmailLogFilter; change: string | undefined },
) {
  const client = useApolloClient()
  const { data, loading, error, fetchMore, refetch } = useQuery(EMAIL_LOGS, {
    variables: { id: campaignId, first: LOGS_PAGE, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const list = data?.campaign?.emailLogs
  const { loadMore, moreError } = usePagination(
    list?.pageInfo,
    useCallback((after) => fetchMore({ variables: { first: LOGS_PAGE, after } }), [fetchMore]),
  )

  const inSight = useRef({ first: 0, last: LOGS_PAGE - 1 })
  const onRange = useCallback((first: number, last: number) => {
    inSight.current = { first, last }
  }, [])

  const edges = list?.edges
  /**
   * Reloads the visible rows without scrolling. Rows enter and leave a filter as outcomes change, so a short list is
   * reloaded as a whole.
   */
  const reread = useCallback(async () => {
    if (!edges?.length) return refetch()
    if (filter && edges.length <= WHOLE_MAX) {
      const variables = { id: campaignId, first: Math.max(LOGS_PAGE, edges.length), filter }
      return client.query({ query: EMAIL_LOGS, variables, fetchPolicy: 'network-only' })
    }
    const { first, last } = inSight.current
    const ids = edges.slice(first, last + 1).map(({ node }) => node.id)
    return client.query({
      query: EMAIL_LOGS_AGAIN,
      variables: { id: campaignId, filter, ids },
      fetchPolicy: 'network-only',
    })
  }, [client, campaignId, filter, edges, refetch])
  useAfterChange(change ?? '', edges !== undefined && change !== undefined, reread, REREAD_AFTER)

  const rows = useMemo(() => edges?.map(({ node }) => node), [edges])
  return { rows, total: list?.totalCount ?? 0, loading, error, refetch, loadMore, moreError, onRange }
}
