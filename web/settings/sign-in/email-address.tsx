import { useMutation, useQuery } from '@apollo/client/react'
import { useId, useState } from 'react'
import { changeEmailInput } from '#domain/accounts/accounts.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { REGISTRATION } from '#web/accounts/operations.ts'
import { ResendConfirmation } from '#web/accounts/resend-confirmation.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CHANGE_EMAIL } from './operations.ts'

/** Shows the user's email address and whether it is confirmed, and lets them change it (product: sign-in.email). */
export function EmailAddress() {
  const { email, emailConfirmed } = useUser()
  const available = useQuery(REGISTRATION).data?.server.systemEmails === true
  return (
    <>
      {email}
      {available && (
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          {emailConfirmed ? 'Confirmed' : 'Not confirmed'}
          {!emailConfirmed && <ResendConfirmation email={email} />}
          <ChangeEmail />
        </span>
      )}
    </>
  )
}

function ChangeEmail() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const [change, { loading }] = useMutation(CHANGE_EMAIL)
  const form = useSchemaForm(changeEmailInput, { email: '' })

  const submit = form.handleSubmit(async (input) => {
    try {
      await change({ variables: { input } })
      toast({ title: 'Link sent', description: `Your address changes when you open the link sent to ${input.email}.` })
      form.reset({ email: '' })
      setOpen(false)
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Link not sent', description: errorMessage(error), variant: 'destructive' })
    }
  })

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" size="sm">
          Change
        </Button>
      }
      title="Change email address"
      description="We will send a link to the new address. Your current address stays in use until you open that link."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={loading}>
            {loading ? 'Sending...' : 'Send the link'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <Field label="New email" error={form.formState.errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="email" />
        </Field>
      </form>
    </Dialog>
  )
}
