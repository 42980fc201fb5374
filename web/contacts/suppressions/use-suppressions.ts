import type { ApolloClient } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import type { SuppressionReason } from '#domain/audiences.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { SUPPRESSION_TOTAL, SUPPRESSIONS } from './operations.ts'

const FIRST_ROWS = 100
const MORE_ROWS = 500

/** Matching suppressed addresses, page by page. Keeps showing the previous rows while another search loads. */
export function useSuppressions(search: string, reason: SuppressionReason | null) {
  const text = search.trim()
  const narrowed = { ...(text && { search: text }), ...(reason && { reason }) }
  const filter = Object.keys(narrowed).length > 0 ? narrowed : undefined
  const { data, previousData, loading, error, refetch, fetchMore } = useQuery(SUPPRESSIONS, {
    variables: { first: FIRST_ROWS, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const list = (data ?? previousData)?.suppressions
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: MORE_ROWS, after } }), [fetchMore])
  const more = usePagination(data?.suppressions.pageInfo, fetchPage)
  const rows = useMemo(() => list?.edges.map(({ node }) => node), [list])
  const stale = data === undefined && list !== undefined
  const counted = useTotal({
    query: SUPPRESSION_TOTAL,
    variables: { filter },
    totalOf: ({ suppressions }) => suppressions.totalCount,
    list,
    stale,
    again: true,
  })
  return {
    rows,
    ...counted,
    stale,
    loading,
    error,
    refetch,
    more,
  }
}

/** Reloads the list, and the contacts, which show whether they are suppressed. */
export async function refreshSuppressions(client: ApolloClient): Promise<void> {
  await client
    .refetchQueries({
      updateCache(cache) {
        for (const fieldName of ['suppressions', 'contacts', 'segments']) {
          cache.evict({ id: 'ROOT_QUERY', fieldName })
        }
      },
    })
    .catch(() => undefined)
}
