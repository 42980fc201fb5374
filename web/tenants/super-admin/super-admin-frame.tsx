import type { ReactNode } from 'react'
import { Logo } from '#web/shell/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'

/** The layout of the super admin's sign-in. */
export function SuperAdminFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col px-5 sm:px-10">
      <header className="flex h-16 items-center justify-between">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="mx-auto flex w-full max-w-sm grow flex-col justify-center pt-6 pb-24">
        <h1 className="font-serif text-title">{title}</h1>
        {children}
      </main>
    </div>
  )
}
