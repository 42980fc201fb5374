import './without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { CURRENT_USER } from './accounts/operations.ts'
import { createSessions } from './accounts/sessions.ts'
import { networkTransport } from './apollo.ts'
import { App } from './app.tsx'
import { preloadLinks } from './preload-links.ts'
import { routes } from './routes.tsx'
import { onSessionChange, removeOldToken } from './session.ts'
import './ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

removeOldToken()
const sessions = createSessions(() => networkTransport(location.origin))
onSessionChange(sessions.renew)
preloadLinks(routes)
// Asked before the first render: nearly every page waits for the answer.
sessions.store
  .getState()
  .client.query({ query: CURRENT_USER })
  .catch(() => undefined)

createRoot(root).render(
  <StrictMode>
    <App sessions={sessions} router={createBrowserRouter(routes)} />
  </StrictMode>,
)
