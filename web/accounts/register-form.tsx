import { useMutation } from '@apollo/client/react'
import { tierOfSignUp } from '#domain/tenants/plans.ts'
import { ArrowLeft } from '#web/ui/generated/icons.ts'
import { useNavigate } from 'react-router'
import { registrationInput } from '#domain/accounts/accounts.ts'
import type { SignUpTier } from '#domain/tenants/plans.ts'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { REGISTER } from './operations.ts'

const EMPTY = {
  companyName: '',
  companyDomain: '',
  fullName: '',
  email: '',
  username: '',
  password: '',
  confirmPassword: '',
}

/** Sign-up with a form (product: registration.form). */
export function RegisterForm({ tier, onBack }: { tier: SignUpTier; onBack: () => void }) {
  const navigate = useNavigate()
  const [register, { loading }] = useMutation(REGISTER, { context: SIGNED_OUT })
  const form = useSchemaForm(registrationInput, EMPTY)
  const { errors } = form.formState
  const [password, name, username, email, workspace] = form.watch([
    'password',
    'fullName',
    'username',
    'email',
    'companyName',
  ])

  const submit = form.handleSubmit(async (input) => {
    try {
      const { data } = await register({
        variables: { input: { ...input, selectedTier: tierOfSignUp(tier), registrationMethod: 'manual' } },
      })
      toast({
        title: 'Registration successful',
        description: `Sign in as ${data?.register?.user?.username ?? input.username} with your password.`,
      })
      await navigate('/login')
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Registration failed', description: errorMessage(error), variant: 'destructive' })
    }
  })

  return (
    <section aria-labelledby="manual" className="@container">
      <Button variant="quiet" size="sm" icon={ArrowLeft} onClick={onBack} className="-mt-1.5 -ml-3">
        Back
      </Button>
      <h2 id="manual" className="mt-3 font-strong">
        Sign up manually
      </h2>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-x-4 gap-y-5 @md:grid-cols-2">
        <Field label="Company name" error={errors.companyName?.message} required>
          <Input
            {...form.register('companyName')}
            autoComplete="organization"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just opened the form
            autoFocus
          />
        </Field>
        <Field label="Company domain" error={errors.companyDomain?.message} optional>
          <Input
            {...form.register('companyDomain')}
            placeholder="example.com"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Full name" error={errors.fullName?.message} required>
          <Input {...form.register('fullName')} autoComplete="name" />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="email" />
        </Field>
        <Field label="Username" error={errors.username?.message} required className="@md:col-span-2">
          <Input {...form.register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <NewPasswordField
          {...form.register('password')}
          label="Password"
          error={errors.password?.message}
          password={password}
          words={{ name, username, email, workspace }}
        />
        <Field label="Confirm password" error={errors.confirmPassword?.message} required>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={loading} className="mt-1 @md:col-span-2">
          {loading ? 'Creating account...' : 'Create account'}
        </Button>
      </form>
    </section>
  )
}
