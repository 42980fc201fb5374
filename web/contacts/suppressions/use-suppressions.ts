import type { ApolloClient } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import type { SuppressionReason } from '#domain/audiences.ts'
import { usePagination } from '#web/use-more.ts'
import { SUPPRESSIONS } from './operations.ts'

const FIRST_ROWS = 100
const MORE_ROWS = 500

/** Matching suppressed addresses, page by page. Keeps showing the previous rows while another search loads. */
export function useSuppressions(search: string, reason: SuppressionReason | null) {
  const text = search.trim()
  const filter = { ...(text && { search: text }), ...(reason && { reason }) }
  const { data, previousData, loading, error, refetch, fetchMore } = useQuery(SUPPRESSIONS, {
    variables: { first: FIRST_ROWS, filter: Object.keys(filter).length > 0 ? filter : undefined },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const list = (data ?? previousData)?.suppressions
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: MORE_ROWS, after } }), [fetchMore])
  const more = usePagination(data?.suppressions.pageInfo, fetchPage)
  const rows = useMemo(() => list?.edges.map(({ node }) => node), [list])
  return {
    rows,
    total: list?.totalCount ?? 0,
    stale: data === undefined && list !== undefined,
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
