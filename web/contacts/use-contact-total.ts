import { useQuery } from '@apollo/client/react'
import type { ContactFilter } from '#web/generated/graphql.ts'
import { CONTACT_TOTAL } from './operations.ts'

/** The pages of a list that are here. */
interface Pages {
  edges: readonly unknown[]
  pageInfo: { hasNextPage: boolean }
}

/**
 * How many contacts match a filter, counted after the first page has arrived; undefined until then. A list that is here
 * as a whole is not counted.
 */
export function useContactTotal(filter: ContactFilter | undefined, list: Pages | undefined): number | undefined {
  const isWhole = list?.pageInfo.hasNextPage === false
  const { data } = useQuery(CONTACT_TOTAL, { variables: { filter }, skip: list === undefined || isWhole })
  return isWhole ? list.edges.length : data?.contacts.totalCount
}
