import { useApolloClient, useMutation } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import type { LoginInput } from '#domain/accounts.ts'
import { SIGNED_OUT } from '#web/apollo.ts'
import { errorMessage } from '#web/errors.ts'
import { GoogleMark, MicrosoftMark } from '#web/ui/provider-marks.tsx'
import { announceSession } from '#web/session.ts'
import { PageTitle } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AccountsFrame } from './accounts-frame.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { useCurrentUser } from './current-user.tsx'
import { CURRENT_USER, LOGIN, type User } from './operations.ts'
import { clearReturnPath, returnAddressOf } from './return-address.ts'

/**
 * Delay from sign-in to the dashboard, or to the page where the session ended, in ms (product: screens.after-sign-in).
 */
const TO_DASHBOARD_AFTER = 100

/** /login: username and password (product: sign-in.credentials). */
export function LoginPage() {
  const client = useApolloClient()
  const { user } = useCurrentUser()
  const [signedIn, setSignedIn] = useState<User | null>(null)
  const [login, { loading }] = useMutation(LOGIN, { context: SIGNED_OUT })

  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      client.writeQuery({ query: CURRENT_USER, data: { currentUser: signedIn } })
    }, TO_DASHBOARD_AFTER)
    return () => clearTimeout(timer)
  }, [signedIn, client])

  async function signIn(input: LoginInput) {
    const { data } = await login({ variables: { input } })
    if (!data) return
    announceSession('signed in')
    toast({ title: 'Login successful' })
    setSignedIn(data.login.user)
  }

  if (user) return <Return user={user} />
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
      <CredentialsForm signIn={signIn} failure={errorMessage} busy={loading || signedIn !== null} />
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

/** Redirects a user who signed in, here or in another tab. */
function Return({ user }: { user: User }) {
  const [to] = useState(() => returnAddressOf(user.id) ?? '/dashboard')
  useEffect(clearReturnPath, [])
  return <Navigate to={to} replace />
}
