import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '#web/shell/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { ExampleLetter } from '#web/landing/example-letter.tsx'

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

const POINTS = [
  'Every recipient gets their own email, sent from your mailbox.',
  'Emails go out at the pace you set and pause when your provider asks.',
  'Follow the campaign live and see the status of each email.',
]

/** The marketing panel of the sign-in page, on windows at least 1,024 px wide. */
function SidePanel() {
  return (
    <aside className="flex flex-col justify-center gap-10 border-l border-line bg-surface px-14 py-16 max-lg:hidden xl:px-20">
      <ExampleLetter />
      <div className="max-w-lg">
        <p className="font-serif text-title text-balance">Write once. Send to everyone.</p>
        <ul className="mt-4 grid gap-2.5 text-ink-soft">
          {POINTS.map((point) => (
            <li key={point} className="flex gap-3">
              <span aria-hidden="true" className="mt-2.5 h-px w-4 shrink-0 bg-edge" />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
