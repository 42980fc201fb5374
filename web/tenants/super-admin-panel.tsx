import { useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { SIGNED_OUT } from '#web/apollo.ts'
import { errorCode } from '#web/errors.ts'
import { Logo } from '#web/shell/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { SUPER_ADMIN, SUPER_ADMIN_LOGOUT, TENANTS } from './operations.ts'
import { superAdminFailure } from './super-admin-failure.ts'
import { TenantManagement } from './tenant-management.tsx'
import { TenantUsers } from './tenant-users.tsx'

export interface SuperAdminPanelProps {
  superAdmin: { name: string; username: string }
  /** The session has ended somewhere else. */
  onSignedOut: () => void
}

/** The workspaces of the installation and the people in them (spec §2 Super-admin panel). The tab stands in the address. */
export function SuperAdminPanel({ superAdmin, onSignedOut }: SuperAdminPanelProps) {
  const [params, setParams] = useSearchParams()
  const { data, error, loading, refetch } = useQuery(TENANTS, {
    context: SIGNED_OUT,
    notifyOnNetworkStatusChange: true,
  })
  const ended = errorCode(error) === 'UNAUTHENTICATED'
  useEffect(() => {
    if (ended) onSignedOut()
  }, [ended, onSignedOut])

  const tenants = data?.tenants
  const waiting = error ? (
    <ErrorState
      title="The tenants could not be loaded"
      line={superAdminFailure(error)}
      onRetry={() => void refetch()}
      retrying={loading}
    />
  ) : (
    <Loading label="Loading tenants...">
      <Skeleton className="h-80 rounded-md" />
    </Loading>
  )
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 sm:px-6 lg:px-10">
      <PanelHeader name={superAdmin.name || superAdmin.username} />
      <main id="content" className="grow py-6">
        <h1 className="font-serif text-title">Super admin</h1>
        <p className="mt-1 mb-5 text-ink-soft">The workspaces of this installation and the people in them</p>
        <Tabs
          label="Super admin"
          value={params.get('tab') === 'users' ? 'users' : 'tenants'}
          onValueChange={(tab) => setParams(tab === 'users' ? { tab } : {}, { replace: true })}
          tabs={[
            {
              value: 'tenants',
              label: 'Tenant Management',
              content: tenants ? (
                <TenantManagement
                  tenants={tenants}
                  onUsers={(tenant) => setParams({ tab: 'users', tenant: tenant.id }, { replace: true })}
                />
              ) : (
                waiting
              ),
            },
            {
              value: 'users',
              label: 'User Management',
              content: tenants ? (
                <TenantUsers
                  tenants={tenants}
                  tenantId={params.get('tenant')}
                  onTenant={(tenant) => setParams({ tab: 'users', tenant }, { replace: true })}
                />
              ) : (
                waiting
              ),
            },
          ]}
        />
      </main>
    </div>
  )
}

function PanelHeader({ name }: { name: string }) {
  const client = useApolloClient()
  const [logout, { loading }] = useMutation(SUPER_ADMIN_LOGOUT, { context: SIGNED_OUT })

  async function leave() {
    try {
      await logout()
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'tenants', broadcast: false })
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'tenantUsers', broadcast: false })
      client.writeQuery({ query: SUPER_ADMIN, data: { superAdmin: null } })
      client.cache.gc()
      toast({ title: 'Logged out' })
    } catch {
      toast({ title: 'Logout failed', description: 'There was an issue logging out', variant: 'destructive' })
    }
  }

  return (
    <header className="flex h-16 items-center gap-3 border-b border-line">
      <span className="grow">
        <Logo />
      </span>
      <span className="truncate text-ink-soft max-sm:hidden">{name}</span>
      <ThemeToggle />
      <Button size="sm" icon={LogOut} busy={loading} onClick={() => void leave()}>
        Log out
      </Button>
    </header>
  )
}
