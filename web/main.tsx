import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
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

createRoot(root).render(
  <StrictMode>
    <App sessions={sessions} router={createBrowserRouter(routes)} />
  </StrictMode>,
)
