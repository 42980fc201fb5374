import { useMutation } from '@apollo/client/react'
import { loginInput } from '#domain/accounts.ts'
import { SIGNED_OUT } from '#web/apollo.ts'
import { useSchemaForm } from '#web/forms.ts'
import { Logo } from '#web/shell/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { SUPER_ADMIN, SUPER_ADMIN_LOGIN } from './operations.ts'
import { superAdminFailure } from './super-admin-failure.ts'

/** The super admin's own login form. */
export function SuperAdminLogin() {
  const [login, { loading }] = useMutation(SUPER_ADMIN_LOGIN, {
    context: SIGNED_OUT,
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: SUPER_ADMIN, data: { superAdmin: data.superAdminLogin } })
    },
  })
  const form = useSchemaForm(loginInput, { username: '', password: '' })
  const { errors } = form.formState
  const problem = errors.username?.message ?? errors.password?.message

  const submit = form.handleSubmit(async (input) => {
    try {
      await login({ variables: { input } })
    } catch (error) {
      toast({ title: 'Login failed', description: superAdminFailure(error), variant: 'destructive' })
      form.setFocus('password')
    }
  })

  return (
    <div className="flex min-h-dvh flex-col px-5 sm:px-10">
      <header className="flex h-16 items-center justify-between">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="mx-auto flex w-full max-w-sm grow flex-col justify-center pt-6 pb-24">
        <h1 className="font-serif text-title">Super admin</h1>
        <p className="mt-1 text-ink-soft">Sign in to run this installation.</p>
        <form noValidate onSubmit={submit} className="mt-8 grid gap-5">
          {problem && (
            <Callout tone="bad" role="alert">
              {problem}
            </Callout>
          )}
          <Field label="Username" required>
            <Input
              {...form.register('username')}
              aria-invalid={errors.username ? true : undefined}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
              autoFocus
            />
          </Field>
          <Field label="Password" required>
            <PasswordInput
              {...form.register('password')}
              aria-invalid={errors.password ? true : undefined}
              autoComplete="current-password"
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={loading} className="mt-1">
            {loading ? 'Signing in...' : 'Sign in'}
          </Button>
        </form>
      </main>
    </div>
  )
}
