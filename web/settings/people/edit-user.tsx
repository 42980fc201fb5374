import { useMutation } from '@apollo/client/react'
import { Pencil } from '#web/ui/generated/icons.ts'
import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import { ROLES, updateUserInput } from '#domain/accounts/accounts.ts'
import { ROLE_WORDS } from '#web/accounts/role-texts.ts'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { failureText } from '#web/client/failure-text.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import type { ColleagueFieldsFragment } from '#web/generated/graphql.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { UPDATE_USER, END_USER_SESSIONS, RESET_SECOND_FACTOR } from './operations.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Edits a colleague's name and role, and whether they may sign in (product: users.roles). */
export function EditUser({ user }: { user: ColleagueFieldsFragment }) {
  const [open, setOpen] = useState(false)
  const discard = useDiscard(setOpen)
  const form = useId()
  const [updateUser, { loading }] = useMutation(UPDATE_USER)
  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      trigger={<IconButton icon={Pencil} label={`Edit ${user.name}`} size="sm" />}
      title="Edit user"
      description={user.email}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={loading}>
            {loading ? 'Saving...' : 'Save changes'}
          </Button>
        </>
      }
    >
      <UserForm
        id={form}
        user={user}
        save={(input) => updateUser({ variables: { input: { id: user.id, ...input } } })}
        onDirty={discard.onDirty}
        onSaved={() => setOpen(false)}
      />
      <ResetSecondFactor user={user} />
      <EndUserSessions user={user} />
      {discard.question}
    </Dialog>
  )
}

interface UserFormProps {
  id: string
  user: ColleagueFieldsFragment
  save: (input: Partial<Pick<ColleagueFieldsFragment, 'name' | 'role' | 'isActive'>>) => Promise<unknown>
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}

function UserForm({ id, user: { name, role, isActive }, save, onDirty, onSaved }: UserFormProps) {
  const form = useSchemaForm(updateUserInput, { name, role, isActive })
  const { errors, isDirty } = form.formState
  useDirty(onDirty, isDirty)

  const submit = form.handleSubmit(async (input) => {
    try {
      await save(input)
      toast({ title: 'User updated', description: `${input.name ?? name} has been updated.` })
      onSaved()
    } catch (error) {
      showFieldErrors(form, error)
      const description = failureText('Failed to update user', error)
      toast({ title: 'Update Failed', description, variant: 'destructive' })
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Name" error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label="Role" error={errors.role?.message} hint="Admins also manage users, mailboxes and settings.">
        <Select {...form.register('role')} options={ROLES.map((each) => ({ value: each, label: ROLE_WORDS[each] }))} />
      </Field>
      <Controller
        control={form.control}
        name="isActive"
        render={({ field: { value, onChange, ref } }) => (
          <Switch
            ref={ref}
            label="Can sign in"
            hint="If you turn this off, the user is signed out immediately. Their mailboxes and campaigns are kept."
            checked={value ?? false}
            onCheckedChange={onChange}
          />
        )}
      />
    </form>
  )
}

/** Signs a colleague out on all devices. */
function EndUserSessions({ user: { id, name } }: { user: ColleagueFieldsFragment }) {
  const [endSessions] = useMutation(END_USER_SESSIONS)

  async function end() {
    try {
      await endSessions({ variables: { id } })
      toast({ title: 'Signed out everywhere', description: `${name} must sign in again on all devices.` })
    } catch (error) {
      toast({ title: 'Sign-out Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="mt-4 grid gap-2">
      <p className="text-xs text-ink-soft">Use this if the user lost a device, or if somebody else uses the account.</p>
      <ConfirmDialog
        trigger={
          <Button size="sm" className="justify-self-start">
            Sign out everywhere
          </Button>
        }
        title={`Sign ${name} out everywhere?`}
        description="The user must sign in again on all devices, and the user’s live links to spreadsheets are revoked. The user’s API keys keep working."
        confirmLabel="Sign out"
        busyLabel="Signing out..."
        onConfirm={end}
      />
    </div>
  )
}

/** Removes a colleague's lost second factor. */
function ResetSecondFactor({ user: { id, name } }: { user: ColleagueFieldsFragment }) {
  const [reset] = useMutation(RESET_SECOND_FACTOR)

  async function end() {
    try {
      await reset({ variables: { id } })
      toast({ title: 'Two-step sign-in reset', description: `${name} can sign in with the password alone.` })
    } catch (error) {
      toast({ title: 'Reset Failed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-4">
      <p className="text-xs text-ink-soft">Use this if the user lost the phone and the recovery codes.</p>
      <ConfirmDialog
        trigger={
          <Button size="sm" className="justify-self-start">
            Reset two-step sign-in
          </Button>
        }
        title={`Reset two-step sign-in for ${name}?`}
        description="Make sure the request really comes from them. Their authenticator app, passkeys and recovery codes stop working, and they are signed out everywhere. Their password does not change."
        confirmLabel="Reset"
        busyLabel="Resetting..."
        onConfirm={end}
      />
    </div>
  )
}
