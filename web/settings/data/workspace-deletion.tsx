import { useMutation, useQuery } from '@apollo/client/react'
import { DELETION_GRACE_DAYS } from '#domain/tenants/tenants.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { DeletionForm, ScheduledDeletion } from '#web/shared/workspace-deletion.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CANCEL_DELETION, DELETION, SCHEDULE_DELETION } from './operations.ts'

/** Deletes the workspace after a period in which that can be cancelled (product: data.delete-workspace). Admins only. */
export function WorkspaceDeletion() {
  const [schedule] = useMutation(SCHEDULE_DELETION)
  const [cancel] = useMutation(CANCEL_DELETION)
  const { data, error, loading, refetch } = useQuery(DELETION, { notifyOnNetworkStatusChange: true })
  return (
    <Card
      title="Delete this workspace"
      description={`All of its data is deleted ${DELETION_GRACE_DAYS} days after you schedule the deletion: contacts, campaigns, templates, mailboxes, users and the activity log. Until then, you can cancel. Emails in your mailboxes are not affected.`}
    >
      {data ? (
        data.tenant.deletionAt ? (
          <ScheduledDeletion
            at={data.tenant.deletionAt}
            cancel={() => cancel()}
            cancelled="Campaigns are paused. Resume them when you are ready."
            failureOf={errorMessage}
          />
        ) : (
          <DeletionForm
            noun="workspace"
            name={data.tenant.name}
            schedule={(input) => schedule({ variables: { input } })}
            notified="All admins have been notified."
            failureOf={errorMessage}
          />
        )
      ) : error ? (
        <ErrorState
          title="The workspace could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  )
}
