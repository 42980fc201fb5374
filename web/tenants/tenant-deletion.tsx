import { useMutation } from '@apollo/client/react'
import { Trash2, Undo2 } from 'lucide-react'
import { DELETION_GRACE_DAYS, deleteWorkspaceInput } from '#domain/tenants.ts'
import { showFieldErrors, useSchemaForm } from '#web/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANCEL_TENANT_DELETION, SCHEDULE_TENANT_DELETION, type Tenant } from './operations.ts'
import { superAdminFailure } from './super-admin-failure.ts'
import { AS_SUPER_ADMIN } from './super-admin-session.ts'

/** Deletes an abandoned workspace after a period in which that can be cancelled (product: super-admin.delete-workspace). */
export function TenantDeletion({ tenant }: { tenant: Tenant }) {
  const { id, name, isActive, deletionAt } = tenant
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      {deletionAt ? (
        <Scheduled id={id} at={deletionAt} />
      ) : (
        <>
          <div>
            <h3 className="text-xs font-strong text-ink-soft">Delete this tenant</h3>
            <p className="mt-1 text-ink-soft">
              All of its data is deleted {DELETION_GRACE_DAYS} days later. Until then it sends nothing. Its admins are
              told by email{isActive ? ' and can cancel the deletion' : ''}.
            </p>
          </div>
          <AskForDeletion id={id} name={name} />
        </>
      )}
    </section>
  )
}

function AskForDeletion({ id, name }: Pick<Tenant, 'id' | 'name'>) {
  const [schedule] = useMutation(SCHEDULE_TENANT_DELETION, { context: AS_SUPER_ADMIN })
  const form = useSchemaForm(deleteWorkspaceInput, { name: '' })
  const { errors, isSubmitting } = form.formState

  const ask = form.handleSubmit(async (input) => {
    try {
      await schedule({ variables: { id, input } })
      toast({ title: 'Deletion Scheduled', description: 'Its admins have been notified. Sending has stopped.' })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Deletion Not Scheduled', description: superAdminFailure(error), variant: 'destructive' })
    }
  })
  return (
    <form noValidate onSubmit={ask} aria-label="Delete this tenant" className="grid gap-4">
      <Field label={`Type the name of the tenant: ${name}`} error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="danger" icon={Trash2} busy={isSubmitting}>
          Delete Tenant
        </Button>
      </div>
    </form>
  )
}

function Scheduled({ id, at }: { id: string; at: string }) {
  const [cancel, { loading }] = useMutation(CANCEL_TENANT_DELETION, { context: AS_SUPER_ADMIN })

  async function keep() {
    try {
      await cancel({ variables: { id } })
      toast({ title: 'Deletion Cancelled', description: 'Its admins have been notified. Its campaigns stay paused.' })
    } catch (error) {
      toast({ title: 'Deletion Not Cancelled', description: superAdminFailure(error), variant: 'destructive' })
    }
  }
  return (
    <Callout
      tone="bad"
      title={
        <>
          Will be deleted on <Time at={at} show="moment" focusable />
        </>
      }
      action={
        <Button size="sm" icon={Undo2} busy={loading} onClick={() => void keep()}>
          Cancel Deletion
        </Button>
      }
    >
      Until then, no emails are sent. Deleted data cannot be restored.
    </Callout>
  )
}
