import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '#web/shell/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { SidePanel } from './side-panel.tsx'

/** The layout of the sign-in page: the form on the left, marketing on the right. */
export function AccountsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col px-5 sm:px-10">
        <header className="flex h-16 items-center justify-between">
          <Link to="/" className="rounded-sm">
            <Logo />
          </Link>
          <ThemeToggle />
        </header>
        <main className="mx-auto flex w-full max-w-sm grow flex-col justify-center py-10">{children}</main>
      </div>
      <SidePanel />
    </div>
  )
}
