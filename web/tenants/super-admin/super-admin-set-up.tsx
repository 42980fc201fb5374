import { useApolloClient, useMutation } from '@apollo/client/react'
import { setupOf, useTotpSetup, type TotpCalls } from '#web/settings/sign-in/use-totp-setup.tsx'
import { Button } from '#web/ui/button.tsx'
import { SUPER_ADMIN, SUPER_ADMIN_CONFIRM_TOTP, SUPER_ADMIN_LOGOUT, SUPER_ADMIN_START_TOTP } from '../operations.ts'
import { SuperAdminFrame } from './super-admin-frame.tsx'
import { AS_SUPER_ADMIN, clearSuperAdmin } from './super-admin-session.ts'

/** Shown instead of the panel to a super admin who has no second factor yet. */
export function SuperAdminSetUp() {
  const client = useApolloClient()
  const [logout, { loading }] = useMutation(SUPER_ADMIN_LOGOUT, { context: AS_SUPER_ADMIN })
  const { begin, busy, dialog } = useTotpSetup(
    useSuperAdminTotp(),
    () => void client.refetchQueries({ include: [SUPER_ADMIN] }),
  )
  return (
    <SuperAdminFrame title="Set up two-step sign-in">
      <p className="mt-2 text-ink-soft">
        A super admin needs a code from an authenticator app, because this account can change every workspace.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" size="lg" busy={busy} onClick={() => void begin()}>
          Set up authenticator app
        </Button>
        <Button size="lg" busy={loading} onClick={() => void logout().then(() => clearSuperAdmin(client))}>
          Log out
        </Button>
      </div>
      {dialog}
    </SuperAdminFrame>
  )
}

function useSuperAdminTotp(): TotpCalls {
  const [start] = useMutation(SUPER_ADMIN_START_TOTP, { context: AS_SUPER_ADMIN })
  const [confirm] = useMutation(SUPER_ADMIN_CONFIRM_TOTP, { context: AS_SUPER_ADMIN })
  return {
    start: async () => setupOf((await start()).data?.superAdminStartTotp),
    confirm: async (code) =>
      (await confirm({ variables: { input: { code } } })).data?.superAdminConfirmTotp?.codes ?? [],
  }
}
