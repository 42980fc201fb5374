import { loginInput, type LoginInput } from '#domain/accounts.ts'
import { useSchemaForm } from '#web/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'

export interface CredentialsFormProps {
  /** Signs in; an error is shown under 'Login failed'. */
  signIn: (input: LoginInput) => Promise<void>
  /** Converts an error to a message. */
  failure: (error: unknown) => string
  /** In progress or already done. */
  busy: boolean
}

/** Username and password of a workspace user or the super admin (product: sign-in.credentials). */
export function CredentialsForm({ signIn, failure, busy }: CredentialsFormProps) {
  const form = useSchemaForm(loginInput, { username: '', password: '' })
  const { errors } = form.formState
  const problem = errors.username?.message ?? errors.password?.message

  const submit = form.handleSubmit(async (input) => {
    try {
      await signIn(input)
    } catch (error) {
      toast({ title: 'Login failed', description: failure(error), variant: 'destructive' })
      form.setFocus('password')
    }
  })

  return (
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is the whole page
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
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  )
}
