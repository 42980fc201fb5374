import { ApolloLink } from '@apollo/client'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createMemoryRouter } from 'react-router'
import { CURRENT_USER } from '../accounts/current-user-query.ts'
import { createSessions } from '../accounts/tab-sessions.ts'
import { App } from '../app.tsx'
import { routerReady, routes } from '../routes.tsx'
import { ShellSkeleton } from '../shell/shell-skeleton.tsx'

/** Renders the HTML of a page for a signed-out visitor, before the server has answered anything. */
export async function renderPage(address: string): Promise<string> {
  const sessions = createSessions(() => ({ link: ApolloLink.empty(), close: () => undefined }))
  const { client } = sessions.store.getState()
  client.writeQuery({ query: CURRENT_USER, data: { currentUser: null } })
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  await routerReady(router)
  return render(
    <StrictMode>
      <App sessions={sessions} router={router} />
    </StrictMode>,
  )
}

/**
 * Renders the HTML of the app's frame (navigation and empty content), shown while a page's code and data are loading.
 */
export async function renderShell(): Promise<string> {
  return render(<ShellSkeleton />)
}

async function render(element: React.ReactNode): Promise<string> {
  const { prelude } = await prerender(element)
  return new Response(prelude).text()
}
