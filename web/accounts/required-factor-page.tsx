import { useApolloClient } from '@apollo/client/react'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useState } from 'react'
import { AddPasskey } from '#web/settings/sign-in/add-passkey.tsx'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { useLogout } from '#web/shell/use-logout.ts'
import { useOwnTotp, useTotpSetup } from '#web/settings/sign-in/use-totp-setup.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccountsFrame } from './accounts-frame.tsx'
import { CURRENT_USER } from './current-user-query.ts'

/** Shown instead of every page to users whose workspace requires a second factor that they do not have yet. */
export function RequiredFactorPage() {
  const client = useApolloClient()
  const { leave, leaving } = useLogout()
  const look = () => void client.refetchQueries({ include: [CURRENT_USER] })
  const { begin, busy, dialog } = useTotpSetup(useOwnTotp(), look)
  const [adding, setAdding] = useState(false)
  return (
    <AccountsFrame>
      <PageTitle>Set up two-step sign-in</PageTitle>
      <h1 className="font-serif text-title">Set up two-step sign-in</h1>
      <p className="mt-2 text-ink-soft">
        Your workspace requires more than a password. Use an authenticator app, such as Google Authenticator, Microsoft
        Authenticator or 1Password, or a passkey on this device.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" size="lg" busy={busy} onClick={() => void begin()}>
          Set up authenticator app
        </Button>
        {browserSupportsWebAuthn() && (
          <Button size="lg" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )}
        <Button size="lg" busy={leaving} onClick={() => void leave()}>
          Log out
        </Button>
      </div>
      {dialog}
      {adding && (
        <AddPasskey
          onClose={() => {
            setAdding(false)
            look()
          }}
        />
      )}
    </AccountsFrame>
  )
}
