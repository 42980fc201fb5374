import { Logo } from './logo.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { NAV_LINKS } from './navigation-links.ts'

/** The frame of the app while its code and data are loading, as ui/app-shell.tsx draws it at every width. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh max-md:flex-col">
      <header className="flex h-14 items-center border-b border-line px-4 md:hidden">
        <span className="ml-11">
          <Logo />
        </span>
      </header>
      <aside className="sticky top-0 flex h-dvh w-60 shrink-0 flex-col border-r border-line max-lg:w-16 max-md:hidden">
        <div className="flex h-16 shrink-0 items-center px-6 max-lg:hidden">
          <Logo />
        </div>
        <div className="flex h-16 shrink-0 items-center justify-center lg:hidden">
          <Logo compact />
        </div>
        <nav aria-label="Main" className="mt-12 grid gap-0.5 px-3 max-lg:mt-11">
          {NAV_LINKS.map(({ to, label, icon: Icon }) => (
            <a
              key={to}
              href={to}
              className="flex h-9 items-center gap-3 rounded-sm px-3 text-ink-soft max-lg:justify-center pointer-coarse:h-11"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              <span className="max-lg:sr-only">{label}</span>
            </a>
          ))}
        </nav>
      </aside>
      <main className="mx-auto w-full max-w-page grow px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
        <PageSkeleton />
      </main>
    </div>
  )
}
