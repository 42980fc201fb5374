import { useRouteError } from 'react-router'
import { errorMessage } from '#web/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageTitle } from './page.tsx'

/** A page that broke, or whose code did not come: a newer version may have replaced it. */
export function RouteError() {
  const error = useRouteError()
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageTitle>Something broke</PageTitle>
      <ErrorState
        title="This page could not be shown"
        line={<>Reload it. If it happens again, tell whoever runs this installation: {errorMessage(error)}</>}
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    </main>
  )
}
