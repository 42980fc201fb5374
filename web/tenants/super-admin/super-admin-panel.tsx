import { useApolloClient, useMutation } from '@apollo/client/react'
import { LogOut } from '#web/ui/generated/icons.ts'
import { useSearchParams } from 'react-router'
import { Logo } from '#web/shell/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { SUPER_ADMIN_LOGOUT } from '../operations.ts'
import { Installation } from '../installation/installation.tsx'
import { InstallationActivity } from '../installation/installation-activity.tsx'
import { RefusedRegistrations } from '../installation/refused-registrations.tsx'
import { TenantManagement } from '../tenant-management.tsx'
import { TenantSending } from '../tenant-sending.tsx'
import { TenantUsers } from '../users/tenant-users.tsx'
import { UpgradeRequests } from '../plans/upgrade-requests.tsx'
import { AS_SUPER_ADMIN, clearSuperAdmin } from './super-admin-session.ts'

export interface SuperAdminPanelProps {
  superAdmin: { name: string; username: string }
}

const TABS = ['users', 'sending', 'activity', 'installation'] as const

/** The installation's workspaces and their users. The address holds the tab. */
export function SuperAdminPanel({ superAdmin }: SuperAdminPanelProps) {
  const [params, setParams] = useSearchParams()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 sm:px-6 lg:px-10">
      <PanelHeader name={superAdmin.name || superAdmin.username} />
      <main id="content" className="grow py-6">
        <h1 className="font-serif text-title">Super admin</h1>
        <p className="mt-1 mb-5 text-ink-soft">Workspaces and users in this installation</p>
        <RefusedRegistrations />
        <UpgradeRequests />
        <Tabs
          label="Super admin"
          value={TABS.find((tab) => tab === params.get('tab')) ?? 'tenants'}
          onValueChange={(tab) => setParams(tab === 'tenants' ? {} : { tab }, { replace: true })}
          tabs={[
            {
              value: 'tenants',
              label: 'Tenant Management',
              content: (
                <TenantManagement
                  onUsers={(tenant) => setParams({ tab: 'users', tenant: tenant.id }, { replace: true })}
                />
              ),
            },
            {
              value: 'users',
              label: 'User Management',
              content: (
                <TenantUsers
                  tenantId={params.get('tenant')}
                  onTenant={(tenant) => setParams({ tab: 'users', tenant }, { replace: true })}
                />
              ),
            },
            { value: 'sending', label: 'Sending', content: <TenantSending /> },
            {
              value: 'activity',
              label: 'Activity',
              content: (
                <InstallationActivity
                  tenantId={params.get('tenant')}
                  onTenant={(tenant) =>
                    setParams({ tab: 'activity', ...(tenant !== null && { tenant }) }, { replace: true })
                  }
                />
              ),
            },
            { value: 'installation', label: 'Installation', content: <Installation /> },
          ]}
        />
      </main>
    </div>
  )
}

function PanelHeader({ name }: { name: string }) {
  const client = useApolloClient()
  const [logout, { loading }] = useMutation(SUPER_ADMIN_LOGOUT, { context: AS_SUPER_ADMIN })

  async function leave() {
    try {
      await logout()
      clearSuperAdmin(client)
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
