import { useMutation } from '@apollo/client/react'
import { createUserInput, PASSWORD_MIN, ROLES, type Role } from '#domain/accounts.ts'
import { withRow } from '#web/connection-rows.ts'
import { errorMessage } from '#web/errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_USER, USERS, USERS_PAGE } from './operations.ts'
import { ROLE_WORDS } from './role-words.ts'

const EMPTY: { name: string; email: string; password: string; role: Role } = {
  name: '',
  email: '',
  password: '',
  role: 'user',
}

/** A colleague to add (spec §5 Create user). They sign in with their email until they are given a username. */
export function CreateUser() {
  const [createUser, { loading }] = useMutation(CREATE_USER, {
    update: (cache, { data }) => {
      if (!data) return
      const edge = { __typename: 'QueryUsersConnectionEdge' as const, cursor: '', node: data.createUser }
      cache.updateQuery(
        { query: USERS, variables: { first: USERS_PAGE } },
        (list) => list && { users: withRow(list.users, edge, 'end') },
      )
    },
  })
  const form = useSchemaForm(createUserInput, EMPTY)
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    try {
      await createUser({ variables: { input } })
      form.reset(EMPTY)
      toast({ title: 'User created successfully', description: `${input.name} can sign in with ${input.email}.` })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to create user', description: errorMessage(error), variant: 'destructive' })
    }
  })

  return (
    <Card title="Create user" description="They sign in with their email.">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Name" error={errors.name?.message} required>
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="off" />
        </Field>
        <Field label="Password" error={errors.password?.message} hint={`At least ${PASSWORD_MIN} characters`} required>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Role" error={errors.role?.message} hint="Admins also manage users, mailboxes and settings.">
          <Select
            {...form.register('role')}
            options={ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
          />
        </Field>
        <Button type="submit" variant="primary" busy={loading}>
          {loading ? 'Creating...' : 'Create User'}
        </Button>
      </form>
    </Card>
  )
}
