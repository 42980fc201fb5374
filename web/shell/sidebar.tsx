import { useMutation } from '@apollo/client/react'
import { LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { LOGOUT } from '#web/accounts/operations.ts'
import { EmailIntegration } from '#web/mail-accounts/email-integration.tsx'
import { SidebarLink, SidebarNav, useSidebar } from '#web/ui/app-shell.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { Logo } from './logo.tsx'
import { PLACES, placeOf } from './places.ts'
import { useSignOut } from './sign-out.tsx'

/** The name of the house, a way home. */
export function SidebarBrand() {
  const { mode } = useSidebar()
  return (
    <Link to="/dashboard" className="rounded-sm">
      <Logo compact={mode === 'rail'} />
    </Link>
  )
}

/** The places, and the Email Integration block (spec §2 Sidebar). */
export function SidebarPlaces() {
  const { pathname } = useLocation()
  return (
    <>
      <SidebarNav label="Main">
        {PLACES.map(({ to, label, icon }) => (
          <SidebarLink key={to} icon={icon} label={label}>
            <Link to={to} aria-current={placeOf(pathname) === to ? 'page' : undefined} />
          </SidebarLink>
        ))}
      </SidebarNav>
      <EmailIntegration />
    </>
  )
}

/** Who is signed in, with fallbacks, and the way out (spec §2 Sidebar). */
export function SidebarFooter() {
  const user = useUser()
  const { mode } = useSidebar()
  const signOut = useSignOut()
  const [logout, { loading }] = useMutation(LOGOUT)

  async function leave() {
    try {
      await logout()
      await signOut()
      toast({ title: 'Logged out' })
    } catch {
      toast({ title: 'Logout failed', description: 'There was an issue logging out', variant: 'destructive' })
    }
  }

  const out = <IconButton icon={LogOut} label="Log out" size="sm" busy={loading} onClick={leave} />
  if (mode === 'rail') {
    return (
      <div className="flex flex-col items-center gap-1">
        <ThemeToggle side="top" />
        {out}
      </div>
    )
  }
  return (
    <div className="flex items-center gap-1 pl-2">
      <div className="min-w-0 grow">
        <p className="truncate font-strong">{user.name || user.username || 'User'}</p>
        <p className="truncate text-xs text-ink-soft">{user.email || 'No email'}</p>
      </div>
      <ThemeToggle side="top" />
      {out}
    </div>
  )
}
