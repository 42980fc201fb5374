import { useQuery } from '@apollo/client/react'
import type { ContactFilter } from '#web/generated/graphql.ts'
import type { More } from '#web/use-more.ts'
import { CONTACT_TOTAL } from './operations.ts'

/** The pages of a list that are here. */
interface Pages {
  edges: readonly unknown[]
  pageInfo: { hasNextPage: boolean }
}

/** How many contacts a list has on all pages. */
export interface ContactTotal {
  /** undefined until they are counted */
  total: number | undefined
  /** as many rows as there are at least */
  atLeast: number
  /** why they could not be counted, as the error of `loadMore`, which counts again */
  uncounted: Pick<More, 'moreError' | 'loadMore'>
}

/**
 * Counts the contacts that match a filter once their first page is here. A list that is here as a whole is not counted,
 * and neither are `stale` rows, which belong to another filter.
 */
export function useContactTotal(
  filter: ContactFilter | undefined,
  list: Pages | undefined,
  stale = false,
): ContactTotal {
  const isWhole = list?.pageInfo.hasNextPage === false
  const { data, error, loading, refetch } = useQuery(CONTACT_TOTAL, {
    variables: { filter },
    skip: list === undefined || isWhole || stale,
    notifyOnNetworkStatusChange: true,
  })
  const total = isWhole ? list.edges.length : data?.contacts.totalCount
  const loadMore = async () => void (await refetch().catch(() => undefined))
  return {
    total,
    atLeast: total ?? (list?.edges.length ?? 0) + 1,
    uncounted: { moreError: error && !loading ? error : null, loadMore },
  }
}
