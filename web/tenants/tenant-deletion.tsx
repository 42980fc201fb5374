import { useMutation } from '@apollo/client/react'
import { DELETION_GRACE_DAYS } from '#domain/tenants/tenants.ts'
import { DeletionForm, ScheduledDeletion } from '#web/shared/workspace-deletion.tsx'
import { CANCEL_TENANT_DELETION, SCHEDULE_TENANT_DELETION, type Tenant } from './operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from './super-admin/super-admin-session.ts'

/** Deletes an abandoned workspace after a period in which that can be cancelled (product: super-admin.delete-workspace). */
export function TenantDeletion({ tenant }: { tenant: Tenant }) {
  const { id, name, isActive, deletionAt } = tenant
  const [schedule] = useMutation(SCHEDULE_TENANT_DELETION, { context: AS_SUPER_ADMIN })
  const [cancel] = useMutation(CANCEL_TENANT_DELETION, { context: AS_SUPER_ADMIN })
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      {deletionAt ? (
        <ScheduledDeletion
          at={deletionAt}
          cancel={() => cancel({ variables: { id } })}
          cancelled="Its admins have been notified. Its campaigns stay paused."
          failureOf={superAdminFailure}
        />
      ) : (
        <>
          <div>
            <h3 className="text-xs font-strong text-ink-soft">Delete this tenant</h3>
            <p className="mt-1 text-ink-soft">
              All of its data is deleted {DELETION_GRACE_DAYS} days later. Until then it sends nothing. Its admins are
              notified by email{isActive ? ' and can cancel the deletion' : ''}.
            </p>
          </div>
          <DeletionForm
            noun="tenant"
            name={name}
            schedule={(input) => schedule({ variables: { input: { id, ...input } } })}
            notified="Its admins have been notified."
            failureOf={superAdminFailure}
          />
        </>
      )}
    </section>
  )
}
