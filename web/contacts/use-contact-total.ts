import type { ContactFilter } from '#web/generated/graphql.ts'
import { useTotal, type TotalOptions } from '#web/shared/use-list-total.ts'
import { CONTACT_TOTAL } from './operations.ts'

/**
 * Counts the contacts that match a filter once their first page is loaded; `stale`: the loaded rows belong to another
 * filter.
 */
export function useContactTotal(
  filter: ContactFilter | undefined,
  list: TotalOptions<unknown, object>['list'],
  stale = false,
) {
  return useTotal({
    query: CONTACT_TOTAL,
    variables: { filter },
    totalOf: ({ contacts }) => contacts.totalCount,
    list,
    stale,
  })
}
