import { useApolloClient, useMutation } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { loginInput } from '#domain/accounts.ts'
import { SIGNED_OUT } from '#web/apollo.ts'
import { errorMessage } from '#web/errors.ts'
import { useSchemaForm } from '#web/forms.ts'
import { GoogleMark, MicrosoftMark } from '#web/mail-accounts/provider-marks.tsx'
import { keepSession } from '#web/session.ts'
import { PageTitle } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AccountsFrame } from './accounts-frame.tsx'
import { useCurrentUser } from './current-user.tsx'
import { CURRENT_USER, LOGIN, type User } from './operations.ts'

/** From a good sign-in to the dashboard, in ms (spec §4). */
const TO_DASHBOARD_AFTER = 100

/** /login: username and password (spec §2, §5). */
export function LoginPage() {
  const client = useApolloClient()
  const { user } = useCurrentUser()
  const [signedIn, setSignedIn] = useState<User | null>(null)
  const [login, { loading }] = useMutation(LOGIN, { context: SIGNED_OUT })
  const form = useSchemaForm(loginInput, { username: '', password: '' })
  const { errors } = form.formState
  const problem = errors.username?.message ?? errors.password?.message

  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      client.writeQuery({ query: CURRENT_USER, data: { currentUser: signedIn } })
    }, TO_DASHBOARD_AFTER)
    return () => clearTimeout(timer)
  }, [signedIn, client])

  const submit = form.handleSubmit(async (input) => {
    try {
      const { data } = await login({ variables: { input } })
      if (!data) return
      keepSession(data.login.sessionToken)
      toast({ title: 'Login successful' })
      setSignedIn(data.login.user)
    } catch (error) {
      toast({ title: 'Login failed', description: errorMessage(error), variant: 'destructive' })
      form.setFocus('password')
    }
  })

  if (user) return <Navigate to="/dashboard" replace />
  return (
    <AccountsFrame>
      <PageTitle>Sign in</PageTitle>
      <h1 className="font-serif text-title">Sign in</h1>
      <p className="mt-1 text-ink-soft">
        New here?{' '}
        <Link to="/register" className="link text-ink">
          Create an account
        </Link>
      </p>
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
        <Button type="submit" variant="primary" size="lg" busy={loading || signedIn !== null} className="mt-1">
          {loading ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
      <p className="mt-8 border-t border-line pt-6 text-ink-soft">Signed up with Microsoft or Google?</p>
      <div className="mt-3 grid gap-2 sm:grid-cols-2">
        <Button asChild>
          <a href="/auth/microsoft">
            <MicrosoftMark />
            Use Microsoft
          </a>
        </Button>
        <Button asChild>
          <a href="/auth/google">
            <GoogleMark />
            Use Google
          </a>
        </Button>
      </div>
    </AccountsFrame>
  )
}
