import { useMutation } from '@apollo/client/react'
import { Fingerprint } from '#web/ui/generated/icons.ts'
import { useState, useSyncExternalStore } from 'react'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { type User } from './current-user-query.ts'
import { LOGIN_WITH_PASSKEY, START_PASSKEY_LOGIN } from './operations.ts'
import { passkeyFailure } from './passkey-failure.ts'

export interface PasskeyButtonProps {
  /** Challenge (token) of a sign-in that waits for its second step; without one, the passkey signs in alone. */
  challenge?: string
  onSignedIn: (user: User) => void
  busy: boolean
  className?: string
}

/** Signs in with a passkey. Not shown in browsers without passkeys. */
export function PasskeyButton({ challenge, onSignedIn, busy, className }: PasskeyButtonProps) {
  const [start] = useMutation(START_PASSKEY_LOGIN, { context: SIGNED_OUT })
  const [login] = useMutation(LOGIN_WITH_PASSKEY, { context: SIGNED_OUT })
  const [asking, setAsking] = useState(false)
  const hasPasskeys = useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window,
    () => true,
  )

  async function signIn() {
    setAsking(true)
    try {
      const [{ startAuthentication }, { data }] = await Promise.all([import('@simplewebauthn/browser'), start()])
      const response = await startAuthentication({ optionsJSON: data?.startPasskeyLogin?.options as never })
      const answer = await login({ variables: { input: { response, ...(challenge && { challenge }) } } })
      const user = answer.data?.loginWithPasskey?.user
      if (user) onSignedIn(user)
    } catch (error) {
      toast({ title: 'Login failed', description: passkeyFailure(error), variant: 'destructive' })
    } finally {
      setAsking(false)
    }
  }

  if (!hasPasskeys) return null
  return (
    <div className={className}>
      <Button size="lg" icon={Fingerprint} busy={asking || busy} className="w-full" onClick={() => void signIn()}>
        Use a passkey
      </Button>
    </div>
  )
}
