import './zod-without-eval.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { CURRENT_USER } from './accounts/current-user-query.ts'
import { createSessions } from './accounts/tab-sessions.ts'
import { networkTransport } from '#web/client/apollo.ts'
import { App, preloadOverlays } from './app.tsx'
import { APP_PAGES } from '#web/client/lazy-pages.ts'
import { preloadLinks } from '#web/client/preload-links.ts'
import { routerReady, routes } from './routes.tsx'
import { onSessionChange } from '#web/client/session-announcements.ts'
import './ui/styles.css'

/** Time in ms that the first render waits for the data of its page. */
const PREPARED_WITHIN_MS = 100

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Not awaited here: the code of the pages imports modules of this file's chunk, and would wait for it.
void start(root)

async function start(container: HTMLElement): Promise<void> {
  /** True if the build rendered the page, as for a signed-out visitor. */
  const isPrerendered = container.dataset['scripts'] !== undefined
  const sessions = createSessions(() => networkTransport(location.origin))
  onSessionChange(sessions.renew)
  preloadLinks(routes)
  const { client } = sessions.store.getState()
  if (isPrerendered) client.writeQuery({ query: CURRENT_USER, data: { currentUser: null } })
  // Asked before the first render: nearly every page waits for the answer.
  const user = client.query({ query: CURRENT_USER, fetchPolicy: 'network-only' }).catch(() => undefined)
  const router = createBrowserRouter(routes)
  const page = isPrerendered ? undefined : APP_PAGES.find(({ path }) => path === location.pathname)
  const prepared = page?.prepare?.(client).catch(() => undefined)
  // The prerendered page stays until the app can replace it as a whole.
  await Promise.all([routerReady(router), !isPrerendered && user])
  if (prepared) await Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, PREPARED_WITHIN_MS))])

  const app = (
    <StrictMode>
      <App sessions={sessions} router={router} />
    </StrictMode>
  )
  // An address may ask for more than the build rendered, such as a notice: React then renders the page itself.
  // A transition is taken in short tasks, so that a phone can scroll and type meanwhile.
  if (isPrerendered) startTransition(() => void hydrateRoot(container, app, { onRecoverableError: () => undefined }))
  else createRoot(container).render(app)
  await preloadOverlays()
}
