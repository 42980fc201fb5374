import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useMemo, useRef } from 'react'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { useMore } from '#web/use-more.ts'
import { EMAIL_LOGS, EMAIL_LOGS_AGAIN } from './recipient-operations.ts'
import { useAfterChange } from '../live/use-after-change.ts'

/** Recipients asked for at a time: so many are taken in without holding up the scrolling. */
export const LOGS_PAGE = 100
export type EmailLogs = ReturnType<typeof useEmailLogs>

/** As many rows as the server gives at once: so long a list with a filter is read anew as a whole. */
const WHOLE_MAX = 500

/** How soon the rows in sight are read again after the campaign moved, in ms. */
const REREAD_AFTER = 1_000

/**
 * The recipients of a campaign in the order they were queued, page by page; with `filter` only those. `change` is
 * anything that differs when the campaign has moved, undefined while that is not known: the rows in sight are then read again, at most
 * once a second.
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
  const { loadMore, moreError } = useMore(
    list?.pageInfo,
    useCallback((after) => fetchMore({ variables: { first: LOGS_PAGE, after } }), [fetchMore]),
  )

  const inSight = useRef({ first: 0, last: LOGS_PAGE - 1 })
  const onRange = useCallback((first: number, last: number) => {
    inSight.current = { first, last }
  }, [])

  const edges = list?.edges
  /**
   * Reads the rows in sight again without moving the list. What a filter lets through comes and goes with the outcomes: as long as the
   * list is short, it is read again as a whole.
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
