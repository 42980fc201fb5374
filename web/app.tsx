import { ApolloProvider } from '@apollo/client/react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useStore } from 'zustand'
import type { Sessions } from './accounts/sessions.ts'
import { SignOutProvider } from './shell/sign-out.tsx'
import { Toaster } from './ui/toaster.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

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
        <TooltipProvider>
          <RouterProvider router={router} />
          <Toaster />
        </TooltipProvider>
      </SignOutProvider>
    </ApolloProvider>
  )
}
