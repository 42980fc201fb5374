import { useMutation, useQuery } from '@apollo/client/react'
import { Trash2, Undo2 } from 'lucide-react'
import { DELETION_GRACE_DAYS, deleteWorkspaceInput } from '#domain/tenants.ts'
import { errorMessage } from '#web/errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANCEL_DELETION, DELETION, SCHEDULE_DELETION } from './workspace-deletion-operations.ts'

/** Deletes the workspace after a period in which that can be cancelled (product: data.delete-workspace). Admins only. */
export function WorkspaceDeletion() {
  const { data, error, loading, refetch } = useQuery(DELETION, { notifyOnNetworkStatusChange: true })
  return (
    <Card
      title="Delete this workspace"
      description={`All of its data is deleted ${DELETION_GRACE_DAYS} days after you schedule the deletion: contacts, campaigns, templates, mailboxes, users and the activity log. Until then, you can cancel. Emails in your mailboxes are not affected.`}
    >
      {data ? (
        data.tenant.deletionAt ? (
          <Scheduled at={data.tenant.deletionAt} />
        ) : (
          <AskForDeletion name={data.tenant.name} />
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

function AskForDeletion({ name }: { name: string }) {
  const [schedule] = useMutation(SCHEDULE_DELETION)
  const form = useSchemaForm(deleteWorkspaceInput, { name: '' })
  const { errors, isSubmitting } = form.formState

  const ask = form.handleSubmit(async (input) => {
    try {
      await schedule({ variables: { input } })
      toast({ title: 'Deletion Scheduled', description: 'All admins have been notified. Sending has stopped.' })
    } catch (failure) {
      showFieldErrors(form, failure)
      toast({ title: 'Deletion Not Scheduled', description: errorMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <form noValidate onSubmit={ask} className="grid max-w-xl gap-5">
      <Field label={`Type the name of the workspace: ${name}`} error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="danger" icon={Trash2} busy={isSubmitting}>
          Delete Workspace
        </Button>
      </div>
    </form>
  )
}

function Scheduled({ at }: { at: string }) {
  const [cancel, { loading }] = useMutation(CANCEL_DELETION)

  async function keep() {
    try {
      await cancel()
      toast({ title: 'Deletion Cancelled', description: 'Campaigns are paused. Resume them when you are ready.' })
    } catch (failure) {
      toast({ title: 'Deletion Not Cancelled', description: errorMessage(failure), variant: 'destructive' })
    }
  }
  return (
    <Callout
      tone="bad"
      title={
        <>
          Will be deleted on <Time at={at} show="moment" />
        </>
      }
      action={
        <Button icon={Undo2} busy={loading} onClick={() => void keep()}>
          Cancel Deletion
        </Button>
      }
    >
      Until then, no emails are sent. Deleted data cannot be restored.
    </Callout>
  )
}
