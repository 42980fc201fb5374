import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageTitle } from './page-layout.tsx'

/** Matches browser messages for code that failed to load. */
const CODE_DID_NOT_COME = /dynamically imported module|importing a module script|preload (css|module)/i

/** The root error boundary: a page crashed, or its code failed to load. */
export function RouteError() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <BrokenPage />
    </main>
  )
}

/**
 * A crashed page, or one whose code failed to load because of the connection or a new version. Retries once the
 * connection is back.
 */
export function BrokenPage() {
  const error = useRouteError()
  const unreached = error instanceof TypeError && CODE_DID_NOT_COME.test(error.message)
  useEffect(() => {
    if (!unreached) return
    const again = () => location.reload()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [unreached])
  return (
    <>
      <PageTitle>Something went wrong</PageTitle>
      <ErrorState
        heading="h1"
        title={unreached ? 'This page could not be loaded' : 'This page could not be shown'}
        line={
          unreached
            ? 'Check your connection and try again.'
            : `Reload the page. If this happens again, contact the person who runs this installation: ${errorMessage(error)}`
        }
        action={<Button onClick={() => location.reload()}>{unreached ? 'Try again' : 'Reload'}</Button>}
      />
    </>
  )
}
