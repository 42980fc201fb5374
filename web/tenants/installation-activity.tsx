import { useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { ActivityList, type ActivityFilter } from '#web/activity/activity-list.tsx'
import { ACTIVITY_PAGE, INSTALLATION_ACTIVITY } from '#web/activity/operations.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { usePagination } from '#web/use-more.ts'
import { superAdminFailure } from './super-admin-failure.ts'
import { AS_SUPER_ADMIN } from './super-admin-session.ts'

/** What super admins did, and sign-ins that failed with unknown names (product: users.activity). */
export function InstallationActivity() {
  const [filter, setFilter] = useState<ActivityFilter>({ action: '', search: '' })
  const search = useDebounced(filter.search)
  const asked = { ...(filter.action && { action: filter.action }), ...(search && { search }) }
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(INSTALLATION_ACTIVITY, {
    variables: { first: ACTIVITY_PAGE, filter: asked },
    context: AS_SUPER_ADMIN,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const more = usePagination(data?.installationAuditEvents.pageInfo, fetchPage)
  const list = (data ?? previousData)?.installationAuditEvents
  return (
    <ActivityList
      description="What super admins did, and sign-ins that failed with names that no account has"
      filter={filter}
      onFilter={setFilter}
      events={list?.edges.map(({ node }) => node)}
      more={more}
      problem={error && !list ? superAdminFailure(error) : undefined}
      loading={loading}
      onRetry={() => void refetch()}
    />
  )
}
