import { ApolloProvider } from '@apollo/client/react'
import { Suspense } from 'react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useStore } from 'zustand'
import type { Sessions } from './accounts/tab-sessions.ts'
import { onDemand } from '#web/shared/component-on-demand.tsx'
import { SignOutProvider } from './shell/sign-out.tsx'
import { toastStore } from './ui/toast-store.ts'
import { loadTooltips } from './ui/tooltip.tsx'

const Toaster = onDemand(async () => (await import('./ui/toaster.tsx')).Toaster)

/** Loads the code of toasts and tooltips before it is needed: toasts also tell that the connection failed. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([Toaster.preload(), loadTooltips()]).catch(() => undefined)
}

export interface AppProps {
  sessions: Sessions
  router: ReturnType<typeof createBrowserRouter>
}

/** The root component: data, routes, tooltips, toasts. */
export function App({ sessions, router }: AppProps) {
  const { client } = useStore(sessions.store)
  return (
    <ApolloProvider client={client}>
      <SignOutProvider value={sessions.end}>
        <RouterProvider router={router} />
        <Toasts />
      </SignOutProvider>
    </ApolloProvider>
  )
}

function Toasts() {
  const hasToasts = useStore(toastStore, ({ entries }) => entries.length > 0)
  return (
    hasToasts && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
