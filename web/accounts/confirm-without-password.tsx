import { useMutation, useQuery } from '@apollo/client/react'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { Fingerprint } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Confirmation } from './identity-confirmation-store.ts'
import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import { CURRENT_USER } from './current-user-query.ts'
import { CONFIRM_WITH_PASSKEY, CONFIRMATION_WAYS, START_PASSKEY_CONFIRMATION } from './operations.ts'
import { passkeyFailure } from './passkey-failure.ts'

/** Returns the path of a sign-in page that opens in another tab, so that no input on this page is lost. */
const elsewhereAt = (way: Provider | 'singleSignOn') =>
  way === 'singleSignOn'
    ? { label: 'Sign in with single sign-on', path: '/auth/sso' }
    : { label: `Sign in with ${PROVIDERS[way].name}`, path: `/auth/${way}` }

/** Confirms who a user without a password is: by passkey here, or by signing in again in another tab. */
export function ConfirmWithoutPassword({ asked: { settle }, title }: { asked: Confirmation; title: string }) {
  const { data, error, loading, refetch } = useQuery(CONFIRMATION_WAYS, {
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  })
  const email = useQuery(CURRENT_USER, { fetchPolicy: 'cache-only' }).data?.currentUser?.email ?? ''
  const ways = data?.confirmationWays ?? []
  const elsewhere = ways.filter((way) => way !== 'password' && way !== 'passkey')
  const hasPasskey = ways.includes('passkey') && browserSupportsWebAuthn()
  const isStuck = data !== undefined && elsewhere.length === 0 && !hasPasskey
  return (
    <Dialog
      open
      onOpenChange={(open) => open || settle(false)}
      title={title}
      description={
        elsewhere.length > 0
          ? 'You signed in a while ago. Sign in again in a new tab, then come back here and continue.'
          : 'You signed in a while ago.'
      }
      footer={
        <>
          <Button onClick={() => settle(false)}>Cancel</Button>
          {elsewhere.length > 0 && (
            <Button variant="primary" onClick={() => settle(true)}>
              Continue
            </Button>
          )}
        </>
      }
    >
      {isStuck ? (
        <p>
          You have no password, and no other way to sign in works here.{' '}
          <a href="/forgot-password" target="_blank" rel="noopener" className="underline">
            Set a password by email
          </a>
          , then sign in with it. You are signed out everywhere when you do.
        </p>
      ) : data ? (
        <div className="flex flex-wrap gap-2">
          {hasPasskey && <ByPasskey settle={settle} />}
          {elsewhere.map((way) => (
            <Button key={way} asChild>
              <a
                href={`${elsewhereAt(way).path}?${new URLSearchParams({ action: 'confirm', ...(way === 'singleSignOn' && { email }) })}`}
                target="_blank"
                rel="noopener"
              >
                {elsewhereAt(way).label}
              </a>
            </Button>
          ))}
        </div>
      ) : error ? (
        <ErrorState
          title="Your sign-in methods could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : (
        <Loading label="Loading sign-in methods..." className="grid gap-4">
          <Skeleton className="w-2/3" />
        </Loading>
      )}
    </Dialog>
  )
}

function ByPasskey({ settle }: Pick<Confirmation, 'settle'>) {
  const [start] = useMutation(START_PASSKEY_CONFIRMATION)
  const [confirm] = useMutation(CONFIRM_WITH_PASSKEY)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function ask() {
    setAsking(true)
    setProblem(undefined)
    try {
      const { data } = await start()
      const response = await startAuthentication({ optionsJSON: data?.startPasskeyConfirmation?.options as never })
      await confirm({ variables: { input: { response } } })
      settle(true)
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') return settle(false)
      setProblem(passkeyFailure(error))
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <Button icon={Fingerprint} busy={asking} onClick={() => void ask()}>
        Use a passkey
      </Button>
      {problem && (
        <p role="alert" className="order-last w-full text-bad">
          {problem}
        </p>
      )}
    </>
  )
}
