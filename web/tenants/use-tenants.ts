import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal, type ListTotal } from '#web/shared/use-list-total.ts'
import { NEWEST_FIRST, TENANT_TOTAL, TENANTS, type Tenant } from './operations.ts'
import { AS_SUPER_ADMIN } from './super-admin/super-admin-session.ts'

/** Query variables that sort search results by name: "Acme" before "Acme Two". */
const BY_NAME = { ...NEWEST_FIRST, orderBy: { field: 'name', direction: 'ascending' } } as const

/**
 * The workspaces matching the search, by name, or all, newest first; page by page. Keeps showing the previous rows
 * while a new search loads. `tenants` is undefined while loading.
 */
export function useTenants(typed: string) {
  const search = useDebounced(typed.trim())
  const { data, previousData, loading, error, refetch, fetchMore } = useQuery(TENANTS, {
    variables: search === '' ? NEWEST_FIRST : { ...BY_NAME, filter: { search } },
    context: AS_SUPER_ADMIN,
    notifyOnNetworkStatusChange: true,
  })

  const list = (data ?? previousData)?.tenants
  const tenants = useMemo(() => list?.edges.map(({ node }) => node), [list])
  const fetchPage = useCallback(
    (after: string) => fetchMore({ variables: { first: NEWEST_FIRST.first, after } }),
    [fetchMore],
  )
  const more = usePagination(data?.tenants.pageInfo, fetchPage)
  return { tenants, list, stale: data === undefined, search, more, loading, error, refetch }
}

/** Returns how many workspaces match the search, on all pages. */
export function useTenantTotal({ list, stale, search }: ReturnType<typeof useTenants>): ListTotal {
  return useTotal({
    query: TENANT_TOTAL,
    variables: search === '' ? {} : { filter: { search } },
    totalOf: ({ tenants }) => tenants.totalCount,
    list,
    stale,
    context: AS_SUPER_ADMIN,
  })
}

/** Returns a workspace by id, from the given ones or the server; undefined without an id, or when it does not exist. */
export function useTenant(id: string | null, known: readonly Tenant[] = []) {
  const { data, loading } = useQuery(TENANTS, {
    variables: { first: 1, filter: { ids: [id ?? ''] } },
    skip: id === null,
    context: AS_SUPER_ADMIN,
  })
  const tenant: Tenant | undefined = known.find((each) => each.id === id) ?? data?.tenants.edges[0]?.node
  return { tenant, loading: loading && !tenant }
}
