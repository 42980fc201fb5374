import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import type { More } from './use-pagination.ts'

/** The pages of a list that are here. */
interface Pages {
  edges: readonly unknown[]
  pageInfo: { hasNextPage: boolean }
}

/** Number of rows of a list on all pages. */
export interface ListTotal {
  /** undefined until they are counted */
  total: number | undefined
  /** minimum number of rows */
  atLeast: number
  /** reason why the rows could not be counted, as the error of `loadMore`, which counts again */
  uncounted: Pick<More, 'moreError' | 'loadMore'>
}

export interface TotalOptions<Data, Variables extends OperationVariables> {
  /** asks for `totalCount` alone */
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  totalOf: (data: Data) => number
  /** the pages that are here; undefined before the first */
  list: Pages | undefined
  /** the pages belong to another filter */
  stale?: boolean
  /** counts again when the list is shown again, as lists do that are read again then */
  again?: boolean
  context?: object
}

const REFETCH_POLICY = { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } as const

/**
 * Counts a list once its first page is here, so that no page waits for its total. A list that is here as a whole is not
 * counted, and neither are stale rows.
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
