import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { errorMessage } from '#web/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageTitle } from './page.tsx'

/** What browsers say of code that did not come. */
const CODE_DID_NOT_COME = /dynamically imported module|importing a module script|preload (css|module)/i

/** What the whole app gives way to when a page broke, or its code did not come. */
export function RouteError() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <BrokenPage />
    </main>
  )
}

/**
 * A page that broke, or whose code did not come: the connection is gone, or a newer version has replaced it. It is tried again by itself
 * once there is a connection.
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
      <PageTitle>Something broke</PageTitle>
      <ErrorState
        title={unreached ? 'This page could not be loaded' : 'This page could not be shown'}
        line={
          unreached
            ? 'Check your connection and try again.'
            : `Reload it. If it happens again, tell the person who runs this installation: ${errorMessage(error)}`
        }
        action={<Button onClick={() => location.reload()}>{unreached ? 'Try again' : 'Reload'}</Button>}
      />
    </>
  )
}
