import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { EVERYTHING, exportAddress, useAsked } from '#web/activity/activity-filter.ts'
import { ActivityList } from '#web/activity/activity-list.tsx'
import { ACTIVITY_PAGE, INSTALLATION_ACTIVITY, INSTALLATION_ACTIVITY_TOTAL } from '#web/activity/operations.ts'
import { countText } from '#domain/audit.ts'
import { downloadFrom } from '#web/client/download.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { superAdminFailure, AS_SUPER_ADMIN, clearSuperAdmin } from '../super-admin/super-admin-session.ts'
import { TenantChoice } from '../tenant-choice.tsx'

export interface InstallationActivityProps {
  /** id of the workspace whose log is shown; null: the installation's log */
  tenantId: string | null
  onTenant: (tenantId: string | null) => void
}

/**
 * Shows the activity log of the installation (acts of super admins, and failed sign-ins with unknown names), or of one
 * workspace (product: users.activity).
 */
export function InstallationActivity({ tenantId, onTenant }: InstallationActivityProps) {
  const client = useApolloClient()
  const [filter, setFilter] = useState(EVERYTHING)
  const asked = { ...useAsked(filter), ...(tenantId && { tenantId }) }
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(INSTALLATION_ACTIVITY, {
    variables: { first: ACTIVITY_PAGE, filter: asked },
    context: AS_SUPER_ADMIN,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const more = usePagination(data?.installationAuditEvents.pageInfo, fetchPage)
  const list = (data ?? previousData)?.installationAuditEvents
  const { total } = useTotal({
    query: INSTALLATION_ACTIVITY_TOTAL,
    variables: { filter: asked },
    totalOf: (counted) => counted.installationAuditEvents.totalCount,
    list,
    stale: data === undefined,
    again: true,
    context: AS_SUPER_ADMIN,
  })
  return (
    <ActivityList
      description={
        tenantId === null
          ? 'Super admin activity, and failed sign-ins with unknown names'
          : 'Who did what in this workspace'
      }
      filter={filter}
      onFilter={setFilter}
      actions={
        <ExportMenu
          what={total === undefined ? 'The activity log' : countText(total, 'entry', 'entries')}
          disabled={!list || total === 0}
          onExport={async (format, onShare) => {
            const name = `activity.${format}`
            await downloadFrom(exportAddress('/api/supadmin/activity/export', { format, ...asked }), name, onShare)
            return name
          }}
          onSignedOut={async () => clearSuperAdmin(client)}
        />
      }
      events={list?.edges.map(({ node }) => node)}
      more={more}
      problem={error && !list ? superAdminFailure(error) : undefined}
      loading={loading}
      onRetry={() => void refetch()}
    >
      <TenantChoice tenantId={tenantId} onTenant={onTenant} />
    </ActivityList>
  )
}
