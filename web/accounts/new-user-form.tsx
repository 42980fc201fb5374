import type { ZodType } from 'zod'
import { ROLES, type CreateUserInput } from '#domain/accounts/accounts.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { ROLE_WORDS } from './role-texts.ts'

const EMPTY = { name: '', email: '', password: '', role: 'user' } as const

export interface NewUserFormProps<NewUser extends { name: string }> {
  schema: ZodType<NewUser, CreateUserInput>
  description: string
  /** True if new users get a username. */
  hasUsername: boolean
  role: Pick<FieldProps, 'hint' | 'required'>
  create: (user: NewUser) => Promise<unknown>
  busy: boolean
  /** Says how a new user signs in. */
  signInWords: (user: NewUser) => string
  failureWords: (error: unknown) => string
}

/** Creates a user (product: users.create): in the own workspace, or as super admin in any. */
export function NewUserForm<NewUser extends { name: string }>({
  schema,
  description,
  hasUsername,
  role,
  create,
  busy,
  signInWords,
  failureWords,
}: NewUserFormProps<NewUser>) {
  const empty = hasUsername ? { ...EMPTY, username: '' } : EMPTY
  const form = useSchemaForm(schema, empty)
  const { errors } = form.formState
  const { password, name, username, email } = form.watch()

  const submit = form.handleSubmit(async (user) => {
    try {
      await create(user)
      form.reset(empty)
      toast({ title: 'User created successfully', description: signInWords(user) })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to create user', description: failureWords(error), variant: 'destructive' })
    }
  })

  return (
    <Card title="Create user" description={description}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Name" error={errors.name?.message} required>
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
        {hasUsername && (
          <Field label="Username" error={errors.username?.message} required>
            <Input {...form.register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
        )}
        <Field label="Email" error={errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="off" />
        </Field>
        <NewPasswordField
          {...form.register('password')}
          label="Password"
          error={errors.password?.message}
          password={password}
          words={{ name, username, email }}
        />
        <Field {...role} label="Role" error={errors.role?.message}>
          <Select
            {...form.register('role')}
            options={ROLES.map((each) => ({ value: each, label: ROLE_WORDS[each] }))}
          />
        </Field>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Creating...' : 'Create User'}
        </Button>
      </form>
    </Card>
  )
}
