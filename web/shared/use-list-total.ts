import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import type { More } from './use-pagination.ts'

/** The loaded pages of a list. */
interface Pages {
  edges: readonly unknown[]
  pageInfo: { hasNextPage: boolean }
}

/** Number of rows of a list on all pages. */
export interface ListTotal {
  /** number of rows on all pages; undefined until they are counted */
  total: number | undefined
  /** known minimum of the number of rows */
  atLeast: number
  /** error because of which the rows could not be counted, and a function that counts again */
  uncounted: Pick<More, 'moreError' | 'loadMore'>
}

export interface TotalOptions<Data, Variables extends OperationVariables> {
  /** query for `totalCount` alone */
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  totalOf: (data: Data) => number
  /** the loaded pages; undefined before the first */
  list: Pages | undefined
  /** true if the loaded pages belong to another filter */
  stale?: boolean
  /** true to count again when the list is shown again, for lists that are reloaded then */
  again?: boolean
  context?: object
}

const REFETCH_POLICY = { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } as const

/**
 * Counts a list once its first page is loaded, so that no page waits for its total. A completely loaded list is not
 * counted, nor are stale rows.
 */
export function useTotal<Data, Variables extends OperationVariables>({
  query,
  variables,
  totalOf,
  list,
  stale = false,
  again = false,
  context,
}: TotalOptions<Data, Variables>): ListTotal {
  const isWhole = list?.pageInfo.hasNextPage === false
  const { data, error, loading, refetch } = useQuery<Data>(query, {
    variables,
    skip: list === undefined || isWhole || stale,
    notifyOnNetworkStatusChange: true,
    ...(again && REFETCH_POLICY),
    ...(context && { context }),
  })
  const total = isWhole ? list.edges.length : data && totalOf(data)
  const loadMore = async () => void (await refetch().catch(() => undefined))
  return {
    total,
    atLeast: total ?? (list?.edges.length ?? 0) + 1,
    uncounted: { moreError: error && !loading ? error : null, loadMore },
  }
}
