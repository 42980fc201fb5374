import { useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { countText } from '#domain/audit.ts'
import { downloadFrom } from '#web/client/download.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { EVERYTHING, exportAddress, useAsked } from './activity-filter.ts'
import { ActivityList } from './activity-list.tsx'
import { ACTIVITY, ACTIVITY_PAGE, ACTIVITY_TOTAL } from './operations.ts'

/** Table of all acts of people and programs in the workspace (product: users.activity). Admins only. */
export function WorkspaceActivity() {
  const [filter, setFilter] = useState(EVERYTHING)
  const asked = useAsked(filter)
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ACTIVITY, {
    variables: { first: ACTIVITY_PAGE, filter: asked },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const more = usePagination(data?.auditEvents.pageInfo, fetchPage)
  const list = (data ?? previousData)?.auditEvents
  const { total } = useTotal({
    query: ACTIVITY_TOTAL,
    variables: { filter: asked },
    totalOf: (counted) => counted.auditEvents.totalCount,
    list,
    stale: data === undefined,
    again: true,
  })
  return (
    <ActivityList
      description="Who did what, when and from where. Entries cannot be changed."
      filter={filter}
      onFilter={setFilter}
      actions={
        <ExportMenu
          what={total === undefined ? 'The activity log' : countText(total, 'entry', 'entries')}
          disabled={!list || total === 0}
          onExport={async (format, onShare) => {
            const name = `activity.${format}`
            await downloadFrom(exportAddress('/api/activity/export', { format, ...asked }), name, onShare)
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
