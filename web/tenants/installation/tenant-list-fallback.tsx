import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { superAdminFailure } from '../super-admin/super-admin-session.ts'
import type { useTenants } from '../use-tenants.ts'

/** The loading and error states of the workspace list. */
export function TenantsFallback({
  list,
}: {
  list: Pick<ReturnType<typeof useTenants>, 'error' | 'loading'> & { refetch: () => Promise<unknown> }
}) {
  if (!list.error) {
    return (
      <Loading label="Loading tenants...">
        <Skeleton className="h-80 rounded-md" />
      </Loading>
    )
  }
  return (
    <Card>
      <ErrorState
        title="The tenants could not be loaded"
        line={superAdminFailure(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.loading}
      />
    </Card>
  )
}
