import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { ILLUSTRATIONS } from '#web/ui/illustrations.tsx'
import { PageTitle } from './page-layout.tsx'

/** An unknown path when signed in (product: screens.routes). */
export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <PageTitle>Page not found</PageTitle>
      <ILLUSTRATIONS.returned />
      <p className="figures mt-6 text-ink-soft">404</p>
      <h1 className="mt-1 font-serif text-title">Page not found</h1>
      <p className="mt-1 max-w-md text-ink-soft">
        This page does not exist. It may have moved, or the link may be incorrect.
      </p>
      <Button asChild className="mt-6">
        <Link to="/dashboard">Go to dashboard</Link>
      </Button>
    </div>
  )
}
