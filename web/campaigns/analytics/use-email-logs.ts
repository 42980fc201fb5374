import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useMemo, useRef } from 'react'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { EMAIL_LOG_TOTAL, EMAIL_LOGS, EMAIL_LOGS_AGAIN } from './recipient-operations.ts'
import { useAfterChange } from '#web/shared/use-delayed-change.ts'

/** Page size of recipients: small enough not to block scrolling. */
export const LOGS_PAGE = 100
export type EmailLogs = ReturnType<typeof useEmailLogs>

/** The server's maximum page size: filtered lists up to this length are reloaded as a whole. */
const WHOLE_MAX = 500

/** Throttle delay in ms for reloading visible rows after the campaign changed. */
const REREAD_AFTER = 1_000

/**
 * A campaign's recipients in queue order, page by page, optionally filtered, and their total, which no page waits for.
 * When `change` differs, the visible rows reload, at most once a second; it is undefined while unknown.
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
  const more = usePagination(
    list?.pageInfo,
    useCallback((after) => fetchMore({ variables: { first: LOGS_PAGE, after } }), [fetchMore]),
  )

  const inSight = useRef({ first: 0, last: LOGS_PAGE - 1 })
  const onRange = useCallback((first: number, last: number) => {
    inSight.current = { first, last }
  }, [])

  const edges = list?.edges
  // New rows of a longer filtered list are counted, but not loaded.
  const isReloadedWhole = filter !== undefined && edges !== undefined && edges.length <= WHOLE_MAX
  const isComplete = list?.pageInfo.hasNextPage === false && (filter === undefined || isReloadedWhole)
  const counted = useTotal({
    query: EMAIL_LOG_TOTAL,
    variables: { id: campaignId, filter },
    totalOf: ({ campaign }) => campaign?.emailLogs?.totalCount ?? 0,
    list: list && { edges: list.edges, pageInfo: { hasNextPage: !isComplete } },
    again: true,
  })
  const recount = useCallback(() => {
    const variables = { id: campaignId, filter }
    client.query({ query: EMAIL_LOG_TOTAL, variables, fetchPolicy: 'network-only' }).catch(() => undefined)
  }, [client, campaignId, filter])

  /**
   * Reloads the visible rows without scrolling. Rows enter and leave a filter as outcomes change, so a short list is
   * reloaded as a whole.
   */
  const reread = useCallback(async () => {
    if (!edges?.length) return refetch()
    if (isReloadedWhole) {
      const variables = { id: campaignId, first: Math.max(LOGS_PAGE, edges.length), filter }
      const { data: whole } = await client.query({ query: EMAIL_LOGS, variables, fetchPolicy: 'network-only' })
      if (whole?.campaign?.emailLogs?.pageInfo.hasNextPage) recount()
      return
    }
    if (filter) recount()
    const { first, last } = inSight.current
    const ids = edges.slice(first, last + 1).map(({ node }) => node.id)
    await client.query({ query: EMAIL_LOGS_AGAIN, variables: { ids }, fetchPolicy: 'network-only' })
  }, [client, campaignId, filter, edges, isReloadedWhole, recount, refetch])
  useAfterChange(change ?? '', edges !== undefined && change !== undefined, reread, REREAD_AFTER)

  const rows = useMemo(() => edges?.map(({ node }) => node), [edges])
  return { rows, ...counted, loading, error, refetch, ...more, onRange }
}
