import { useQuery } from '@apollo/client/react'
import { ConfirmIdentity } from '#web/accounts/confirm-identity.tsx'
import { SIGNED_OUT } from '#web/client/apollo.ts'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SUPER_ADMIN } from '../operations.ts'
import { superAdminFailure } from './super-admin-session.ts'
import { SuperAdminLogin } from './super-admin-login.tsx'
import { SuperAdminPanel } from './super-admin-panel.tsx'
import { SuperAdminSetUp } from './super-admin-set-up.tsx'

/** /supadmin: the super admin's separate sign-in and panel (product: super-admin.apart). */
export function SuperAdminPage() {
  const { data, error, loading, refetch } = useQuery(SUPER_ADMIN, {
    context: SIGNED_OUT,
    notifyOnNetworkStatusChange: true,
  })
  return (
    <>
      <PageTitle>Super admin</PageTitle>
      <ConfirmIdentity />
      {data?.superAdmin?.mustSetUpSecondFactor ? (
        <SuperAdminSetUp />
      ) : data?.superAdmin ? (
        <SuperAdminPanel superAdmin={data.superAdmin} />
      ) : data ? (
        <SuperAdminLogin />
      ) : (
        error && (
          <main className="grid min-h-dvh place-items-center">
            <ErrorState
              title="Mergewell did not respond"
              line={superAdminFailure(error)}
              onRetry={() => void refetch()}
              retrying={loading}
            />
          </main>
        )
      )}
    </>
  )
}
