import { useApolloClient, useMutation } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import type { LoginInput } from '#domain/accounts/accounts.ts'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { challengeOf, errorMessage } from '#web/client/call-errors.ts'
import { SIGN_IN_PROVIDERS, PROVIDERS } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { announceSession, type SessionEnd } from '#web/client/session-announcements.ts'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AccountsFrame } from './accounts-frame.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { useCurrentUser } from './current-user.tsx'
import { CURRENT_USER, type User } from './current-user-query.ts'
import { FINISH_LOGIN, LOGIN } from './operations.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { clearReturnPath, returnAddressOf, sessionEnd } from './return-address.ts'
import { SecondStep } from './second-factor-step.tsx'

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
  const [finishLogin] = useMutation(FINISH_LOGIN, { context: SIGNED_OUT })
  const [challenge, setChallenge] = useChallenge()

  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      client.writeQuery({ query: CURRENT_USER, data: { currentUser: signedIn } })
    }, TO_DASHBOARD_AFTER)
    return () => clearTimeout(timer)
  }, [signedIn, client])

  async function signIn(input: LoginInput) {
    try {
      const { data } = await login({ variables: { input } })
      if (data?.login?.user) welcome(data.login.user)
    } catch (error) {
      const next = challengeOf(error)
      if (next === null) throw error
      setChallenge(next)
    }
  }

  async function finish(code: string) {
    const { data } = await finishLogin({ variables: { input: { challenge: challenge ?? '', code } } })
    if (data?.finishLogin?.user) welcome(data.finishLogin.user)
  }

  function welcome(who: User) {
    announceSession('signed in')
    toast({ title: 'Login successful' })
    setSignedIn(who)
  }

  if (user) return <Return user={user} />
  if (challenge !== null) {
    return (
      <AccountsFrame>
        <PageTitle>Sign in</PageTitle>
        <h1 className="font-serif text-title">Two-step sign-in</h1>
        <SecondStep
          finish={finish}
          passkey={<PasskeyButton challenge={challenge} onSignedIn={welcome} busy={signedIn !== null} />}
          onBack={() => setChallenge(null)}
          busy={signedIn !== null}
        />
      </AccountsFrame>
    )
  }
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
      <EndNotice />
      <CredentialsForm signIn={signIn} failure={errorMessage} busy={loading || signedIn !== null} />
      <PasskeyButton onSignedIn={welcome} busy={signedIn !== null} className="mt-3" />
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Link to="/forgot-password" className="link">
          Forgot your password?
        </Link>
        <Link to="/single-sign-on" className="link">
          Use single sign-on
        </Link>
      </p>
      <p className="mt-8 border-t border-line pt-6 text-ink-soft">Signed up with Microsoft or Google?</p>
      <div className="mt-3 grid gap-2 sm:grid-cols-2">
        {SIGN_IN_PROVIDERS.map((provider) => (
          <Button key={provider} asChild>
            <a href={`/auth/${provider}`}>
              <ProviderMark provider={provider} />
              Use {PROVIDERS[provider].name}
            </a>
          </Button>
        ))}
      </div>
    </AccountsFrame>
  )
}

const END_NOTICES: Record<SessionEnd, { tone: 'neutral' | 'warning'; title: string; line: string }> = {
  'session ended': {
    tone: 'neutral',
    title: 'Your session has ended',
    line: 'Sign in to continue where you left off.',
  },
  'workspace inactive': {
    tone: 'warning',
    title: 'Your workspace was switched off',
    line: 'You cannot sign in until the person who runs this installation switches it on again. Nothing was deleted.',
  },
}

/** Tells a user on the sign-in page why their session ended; disappears once they have signed in. */
function EndNotice() {
  const [ended] = useState(sessionEnd)
  if (ended === null) return null
  const { tone, title, line } = END_NOTICES[ended]
  return (
    <Callout role="status" tone={tone} title={title} className="mt-6">
      {line}
    </Callout>
  )
}

/**
 * Returns the challenge of a sign-in that still needs a second factor; one from Microsoft or Google is taken from the
 * URL once.
 */
function useChallenge() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const arrived = new URLSearchParams(hash.slice(1)).get('challenge')
  const state = useState<string | null>(arrived)
  useEffect(() => {
    if (arrived !== null) void navigate('/login', { replace: true })
  }, [arrived, navigate])
  return state
}

/** Redirects a user who signed in, here or in another tab. */
function Return({ user }: { user: User }) {
  const [to] = useState(() => returnAddressOf(user.id) ?? '/dashboard')
  useEffect(clearReturnPath, [])
  return <Navigate to={to} replace />
}
