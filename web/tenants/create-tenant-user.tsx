import { useMutation } from '@apollo/client/react'
import { createTenantUserInput, PASSWORD_MIN, ROLES, type CreateTenantUserInput } from '#domain/accounts.ts'
import { SIGNED_OUT } from '#web/apollo.ts'
import { withRow } from '#web/connection-rows.ts'
import { showFieldErrors, useSchemaForm } from '#web/forms.ts'
import { ROLE_WORDS } from '#web/settings/role-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_TENANT_USER, TENANT_USERS, TENANT_USERS_PAGE } from './operations.ts'
import { superAdminFailure } from './super-admin-failure.ts'
import type { Tenant } from './operations.ts'

const EMPTY: CreateTenantUserInput = { username: '', password: '', email: '', name: '', role: 'user' }

/** A person to add to a workspace; every field is required (spec §5). */
export function CreateTenantUser({ tenant }: { tenant: Tenant }) {
  const [createUser, { loading }] = useMutation(CREATE_TENANT_USER, {
    context: SIGNED_OUT,
    update: (cache, { data }) => {
      if (!data) return
      const edge = { __typename: 'QueryTenantUsersConnectionEdge' as const, cursor: '', node: data.createTenantUser }
      cache.updateQuery(
        { query: TENANT_USERS, variables: { tenantId: tenant.id, first: TENANT_USERS_PAGE } },
        (list) => list && { tenantUsers: withRow(list.tenantUsers, edge, 'end') },
      )
    },
  })
  const form = useSchemaForm(createTenantUserInput, EMPTY)
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    try {
      await createUser({ variables: { tenantId: tenant.id, input } })
      form.reset(EMPTY)
      toast({ title: 'User created successfully', description: `${input.name} can sign in as ${input.username}.` })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to create user', description: superAdminFailure(error), variant: 'destructive' })
    }
  })

  return (
    <Card title="Create user" description={`In ${tenant.name}`}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Name" error={errors.name?.message} required>
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
        <Field label="Username" error={errors.username?.message} required>
          <Input {...form.register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="off" />
        </Field>
        <Field label="Password" error={errors.password?.message} hint={`At least ${PASSWORD_MIN} characters`} required>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Role" error={errors.role?.message} required>
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
