import { Trash2, Undo2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { deleteWorkspaceInput } from '#domain/tenants/tenants.ts'
import { showFieldErrors, useSchemaForm } from './schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Name on the screen of what is deleted: a workspace in its settings, a tenant for super admins. */
type Noun = 'workspace' | 'tenant'

interface DeletionFormProps {
  noun: Noun
  name: string
  schedule: (input: { name: string }) => Promise<unknown>
  /** names of the people who were notified, as a sentence */
  notified: string
  failureOf: (error: unknown) => string
}

/** Form that schedules a deletion after the user has typed the name of the workspace. */
export function DeletionForm({ noun, name, schedule, notified, failureOf }: DeletionFormProps) {
  const form = useSchemaForm(deleteWorkspaceInput, { name: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (input) => {
    try {
      await schedule(input)
      toast({ title: 'Deletion Scheduled', description: `${notified} Sending has stopped.` })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Deletion Not Scheduled', description: failureOf(error), variant: 'destructive' })
    }
  })
  return (
    <form noValidate onSubmit={submit} aria-label={`Delete this ${noun}`} className="grid max-w-xl gap-5">
      <Field label={`Type the name of the ${noun}: ${name}`} error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="danger" icon={Trash2} busy={isSubmitting}>
          {noun === 'workspace' ? 'Delete Workspace' : 'Delete Tenant'}
        </Button>
      </div>
    </form>
  )
}

interface ScheduledDeletionProps {
  /** time of the deletion, ISO 8601 */
  at: string
  cancel: () => Promise<unknown>
  /** message after the deletion was cancelled, as a sentence */
  cancelled: string
  failureOf: (error: unknown) => string
}

/** Shows when the workspace will be deleted, with a button that cancels the deletion. */
export function ScheduledDeletion({ at, cancel, cancelled, failureOf }: ScheduledDeletionProps) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      await cancel()
      toast({ title: 'Deletion Cancelled', description: cancelled })
    } catch (error) {
      toast({ title: 'Deletion Not Cancelled', description: failureOf(error), variant: 'destructive' })
    } finally {
      setBusy(false)
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
        <Button icon={Undo2} busy={busy} onClick={() => void press()}>
          Cancel Deletion
        </Button>
      }
    >
      Until then, no emails are sent. Deleted data cannot be restored.
    </Callout>
  )
}
