import { useQuery } from '@apollo/client/react'
import { lazy, Suspense } from 'react'
import { PLAN } from '#web/shell/operations.ts'

// Hardly ever shown, so no page waits for its code.
const StoppedBanner = lazy(async () => ({ default: (await import('./stopped-banner.tsx')).StoppedBanner }))

/** Shown on every page while all sending of the workspace is stopped. */
export function StopNotice() {
  const stop = useQuery(PLAN).data?.tenant.sendingStop
  if (!stop) return null
  return (
    <Suspense>
      <StoppedBanner stop={stop} />
    </Suspense>
  )
}
