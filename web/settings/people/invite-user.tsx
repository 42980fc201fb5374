import { useMutation, useQuery } from '@apollo/client/react'
import { Mail } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { inviteUserInput, ROLES } from '#domain/accounts/accounts.ts'
import { REGISTRATION } from '#web/accounts/operations.ts'
import { ROLE_WORDS } from '#web/accounts/role-texts.ts'
import { withRow } from '#web/client/graphql-connection-rows.ts'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { INVITE_USER, USERS, USERS_PAGE, RESEND_INVITATION } from './operations.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { ColleagueFieldsFragment } from '#web/generated/graphql.ts'

const EMPTY = { name: '', email: '', role: 'user' } as const

/**
 * Form that invites a colleague, who chooses their own password (product: users.invite). Not shown where the
 * installation cannot send emails.
 */
export function InviteUser() {
  const available = useQuery(REGISTRATION).data?.server.systemEmails === true
  const [open, setOpen] = useState(false)
  const discard = useDiscard(setOpen)
  const form = useId()
  const [busy, setBusy] = useState(false)
  if (!available) return null
  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      trigger={
        <Button size="sm" icon={Mail}>
          Invite user
        </Button>
      }
      title="Invite user"
      description="The new user gets an email with a link, and chooses a password there."
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {busy ? 'Sending...' : 'Send invitation'}
          </Button>
        </>
      }
    >
      <InviteForm id={form} onBusy={setBusy} onDirty={discard.onDirty} onDone={() => setOpen(false)} />
      {discard.question}
    </Dialog>
  )
}

interface InviteFormProps {
  id: string
  onBusy: (busy: boolean) => void
  onDirty: (dirty: boolean) => void
  onDone: () => void
}

function InviteForm({ id, onBusy, onDirty, onDone }: InviteFormProps) {
  const form = useSchemaForm(inviteUserInput, EMPTY)
  const { errors, isDirty } = form.formState
  useDirty(onDirty, isDirty)
  const [invite] = useMutation(INVITE_USER, {
    update: (cache, { data }) => {
      const user = data?.inviteUser?.user
      if (!user) return
      const edge = { __typename: 'UserEdge' as const, cursor: '', node: user }
      cache.updateQuery(
        { query: USERS, variables: { first: USERS_PAGE } },
        (list) => list && { users: withRow(list.users, edge, 'end') },
      )
    },
  })

  const submit = form.handleSubmit(async (input) => {
    onBusy(true)
    try {
      await invite({ variables: { input } })
      toast({ title: 'Invitation sent', description: `${input.email} has seven days to join.` })
      onDone()
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Invitation not sent', description: errorMessage(error), variant: 'destructive' })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Name" error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label="Email" error={errors.email?.message} required>
        <Input {...form.register('email')} type="email" autoComplete="off" />
      </Field>
      <Field label="Role" error={errors.role?.message} hint="Admins also manage users, mailboxes and settings.">
        <Select {...form.register('role')} options={ROLES.map((each) => ({ value: each, label: ROLE_WORDS[each] }))} />
      </Field>
    </form>
  )
}

/** Sends an invitation again. */
export function ResendInvitation({ user: { id, name, email } }: { user: ColleagueFieldsFragment }) {
  const [resend, { loading }] = useMutation(RESEND_INVITATION)
  async function press() {
    try {
      await resend({ variables: { id } })
      toast({ title: 'Invitation sent', description: `${email} has seven days to join.` })
    } catch (error) {
      const description = failureText('Failed to send the invitation', error)
      toast({ title: 'Invitation not sent', description, variant: 'destructive' })
    }
  }
  return (
    <IconButton icon={Mail} label={`Invite ${name} again`} size="sm" disabled={loading} onClick={() => void press()} />
  )
}
