import { LogOut, Search, UserRound } from '#web/ui/generated/icons.ts'
import { Link, useLocation } from 'react-router'
import { AfterFirstPaint } from '#web/shared/after-first-paint.tsx'
import { useUser } from '#web/accounts/current-user.tsx'
import { EmailIntegration } from '#web/mailboxes/email-integration.tsx'
import { SidebarLink, SidebarNav, useSidebar } from '#web/ui/app-shell.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/keyboard-key.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { useOpenPalette } from './keyboard-shortcuts.tsx'
import { Logo } from './logo.tsx'
import { NAV_LINKS, activeLink } from './navigation-links.ts'
import { useLogout } from './use-logout.ts'

/** The product name, linked home. */
export function SidebarBrand() {
  const { mode } = useSidebar()
  return (
    <Link to="/dashboard" className="rounded-sm">
      <Logo compact={mode === 'rail'} />
    </Link>
  )
}

/** The sidebar's navigation links, and its Email Integration block (product: screens.sidebar). */
export function SidebarPlaces() {
  const { pathname } = useLocation()
  return (
    <>
      <FindButton />
      <SidebarNav label="Main">
        {NAV_LINKS.map(({ to, label, icon }) => (
          <SidebarLink key={to} icon={icon} label={label}>
            <Link to={to} aria-current={activeLink(pathname) === to ? 'page' : undefined} />
          </SidebarLink>
        ))}
      </SidebarNav>
      <AfterFirstPaint>
        <EmailIntegration />
      </AfterFirstPaint>
    </>
  )
}

/** Button that opens the command palette, for users who do not know its shortcut. */
function FindButton() {
  const { mode, close } = useSidebar()
  const openPalette = useOpenPalette()
  const open = () => {
    close()
    openPalette()
  }
  if (mode === 'rail') {
    return (
      <div className="mb-2 flex justify-center">
        <IconButton icon={Search} label="Search" onClick={open} />
      </div>
    )
  }
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className="mb-3 flex h-9 w-full items-center gap-2 rounded-sm border border-edge bg-surface px-2.5 text-ink-soft transition-colors hover:border-ink-soft hover:text-ink pointer-coarse:h-11"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="grow truncate text-left">Search</span>
      <span className="pointer-coarse:hidden">
        <Kbd keys="Mod K" />
      </span>
    </button>
  )
}

/**
 * The signed-in user and the logout button at the bottom of the sidebar. The narrow sidebar shows the user behind an
 * icon.
 */
export function SidebarFooter() {
  const user = useUser()
  const { mode } = useSidebar()
  const { leave, leaving } = useLogout()
  const name = user.name || user.username || 'User'
  const email = user.email || 'No email'
  const out = <IconButton icon={LogOut} label="Log out" size="sm" busy={leaving} onClick={() => void leave()} />
  if (mode === 'rail') {
    const label = `Signed in as ${name}, ${email}`
    return (
      <div className="flex flex-col items-center gap-1">
        <Popover
          label="Signed in as"
          side="right"
          align="end"
          trigger={<IconButton icon={UserRound} label={label} size="sm" />}
        >
          <p className="font-strong wrap-anywhere">{name}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">{email}</p>
        </Popover>
        <ThemeToggle />
        {out}
      </div>
    )
  }
  return (
    <div className="flex items-center gap-1 pl-2">
      <div className="min-w-0 grow">
        <p className="truncate font-strong">{name}</p>
        <p className="truncate text-xs text-ink-soft">{email}</p>
      </div>
      <ThemeToggle />
      {out}
    </div>
  )
}
