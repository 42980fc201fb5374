import { useApolloClient } from '@apollo/client/react'
import { PageTitle } from '#web/shell/page.tsx'
import { useLogout } from '#web/shell/use-logout.ts'
import { useOwnTotp, useTotpSetup } from '#web/settings/use-totp-setup.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccountsFrame } from './accounts-frame.tsx'
import { CURRENT_USER } from './operations.ts'

/** Shown instead of every page to users whose workspace requires a second factor that they do not have yet. */
export function RequiredFactorPage() {
  const client = useApolloClient()
  const { leave, leaving } = useLogout()
  const { begin, busy, dialog } = useTotpSetup(
    useOwnTotp(),
    () => void client.refetchQueries({ include: [CURRENT_USER] }),
  )
  return (
    <AccountsFrame>
      <PageTitle>Set up two-step sign-in</PageTitle>
      <h1 className="font-serif text-title">Set up two-step sign-in</h1>
      <p className="mt-2 text-ink-soft">
        Your workspace requires a code from an app on your phone when you sign in. It takes about two minutes. You need
        an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" size="lg" busy={busy} onClick={() => void begin()}>
          Set up authenticator app
        </Button>
        <Button size="lg" busy={leaving} onClick={() => void leave()}>
          Log out
        </Button>
      </div>
      {dialog}
    </AccountsFrame>
  )
}
