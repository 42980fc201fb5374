import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Logo } from '#web/shell/logo.tsx'
import { PageTitle } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { ExampleLetter } from './example-letter.tsx'
import { ExampleMailing } from './example-mailing.tsx'
import { Features, HowItWorks } from './features.tsx'
import { LandingNotice } from './landing-notice.tsx'
import { Pricing } from './pricing.tsx'

/**
 * The public landing page: product, steps, prices. `onArrived` is called when the app may open (product:
 * screens.landing).
 */
export function LandingPage({ onArrived }: { onArrived: () => void }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])

  return (
    <>
      <PageTitle>Mail merge from your own mailbox</PageTitle>
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-4 px-5 sm:px-10">
          <Link to="/" className="rounded-sm">
            <Logo />
          </Link>
          <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
            <Button asChild variant="quiet" size="sm" className="max-sm:hidden">
              <Link to="/#features">Features</Link>
            </Button>
            <Button asChild variant="quiet" size="sm" className="max-sm:hidden">
              <Link to="/#pricing">Pricing</Link>
            </Button>
            <ThemeToggle />
            <Button asChild size="sm">
              <Link to="/login">Sign in</Link>
            </Button>
          </nav>
        </div>
      </header>
      <LandingNotice onArrived={onArrived} />
      <main>
        <section className="mx-auto grid max-w-page items-center gap-x-16 gap-y-12 px-5 py-14 sm:px-10 sm:py-20 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:py-28">
          <div>
            <h1 className="font-serif text-display tracking-[-0.02em] text-balance">
              Mail merge from your own mailbox
            </h1>
            <p className="mt-6 max-w-xl text-base text-ink-soft">
              Upload a spreadsheet, write one email and press Send. Each person gets their own copy through your
              Microsoft 365 or Gmail account, and you see what happened to each one.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Button asChild variant="primary" size="lg">
                <Link to="/register?tier=free">Start free trial</Link>
              </Button>
              <Button asChild size="lg">
                <Link to="/#pricing">See pricing</Link>
              </Button>
            </div>
          </div>
          <div className="grid gap-4">
            <ExampleLetter />
            <div className="sm:ml-12">
              <ExampleMailing />
            </div>
          </div>
        </section>
        <HowItWorks />
        <Features />
        <Pricing />
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-5 py-8 text-ink-soft sm:px-10">
          <Logo />
          <nav aria-label="Footer" className="flex gap-5">
            <Link to="/login" className="link">
              Sign in
            </Link>
            <Link to="/register" className="link">
              Create an account
            </Link>
          </nav>
        </div>
      </footer>
    </>
  )
}
