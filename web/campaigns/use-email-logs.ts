import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useMemo, useRef } from 'react'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { useMore } from '#web/use-more.ts'
import { EMAIL_LOG_ROW, EMAIL_LOGS } from './recipient-operations.ts'
import { useAfterChange } from './use-after-change.ts'

/** Recipients asked for at a time: so many are taken in without holding up the scrolling. */
export const LOGS_PAGE = 100
export type EmailLogs = ReturnType<typeof useEmailLogs>

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
  const filtered = filter !== undefined
  /** Reads the rows in sight again without moving the list. Where the list itself changes with the outcome, it is read anew. */
  const reread = useCallback(async () => {
    if (filtered || !edges?.length) return refetch()
    const { first, last } = inSight.current
    const before = first > 0 ? edges[first - 1]?.cursor : undefined
    const { data: part } = await client.query({
      query: EMAIL_LOGS,
      variables: { id: campaignId, first: Math.min(LOGS_PAGE, last - first + 1), after: before },
      fetchPolicy: 'no-cache',
    })
    client.cache.batch({
      update: (cache) => {
        for (const { node } of part?.campaign?.emailLogs.edges ?? []) {
          cache.writeFragment({ fragment: EMAIL_LOG_ROW, fragmentName: 'EmailLogRow', data: node })
        }
      },
    })
  }, [client, campaignId, filtered, edges, refetch])
  useAfterChange(change ?? '', edges !== undefined && change !== undefined, reread, REREAD_AFTER)

  const rows = useMemo(() => edges?.map(({ node }) => node), [edges])
  return { rows, total: list?.totalCount ?? 0, loading, error, refetch, loadMore, moreError, onRange }
}
