import { useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { downloadFrom } from '#web/download.ts'
import { errorMessage } from '#web/errors.ts'
import { ExportMenu } from '#web/export-menu.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { usePagination } from '#web/use-more.ts'
import { ActivityList, type ActivityFilter } from './activity-list.tsx'
import { ACTIVITY, ACTIVITY_PAGE } from './operations.ts'

/** Who did what in the workspace (product: users.activity). Admins only. */
export function WorkspaceActivity() {
  const [filter, setFilter] = useState<ActivityFilter>({ action: '', search: '' })
  const search = useDebounced(filter.search)
  const asked = { ...(filter.action && { action: filter.action }), ...(search && { search }) }
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ACTIVITY, {
    variables: { first: ACTIVITY_PAGE, filter: asked },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const more = usePagination(data?.auditEvents.pageInfo, fetchPage)
  const list = (data ?? previousData)?.auditEvents
  return (
    <ActivityList
      description="Who did what, when and from where. Entries cannot be changed."
      filter={filter}
      onFilter={setFilter}
      actions={
        <ExportMenu
          what="The activity log"
          disabled={!list || list.totalCount === 0}
          onExport={async (format, onShare) => {
            const name = `activity.${format}`
            const query = new URLSearchParams({ format, ...(filter.action && { action: filter.action }) })
            await downloadFrom(`/api/activity/export?${query}`, name, onShare)
            return name
          }}
        />
      }
      events={list?.edges.map(({ node }) => node)}
      more={more}
      problem={error && !list ? errorMessage(error) : undefined}
      loading={loading}
      onRetry={() => void refetch()}
    />
  )
}
