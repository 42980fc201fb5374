import './browser.ts'
import { act, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
// Preloaded outside the tests' time limits: the router loads these lazily.
import '#web/accounts/login-page.tsx'
import '#web/accounts/register-page.tsx'
import { createSessions } from '#web/accounts/tab-sessions.ts'
import { App, preloadOverlays } from '#web/app.tsx'
import '#web/landing/landing-page.tsx'
import { routes } from '#web/routes.tsx'
import '#web/shell/main-app.tsx'
import '#web/shell/not-found-page.tsx'
import type { SessionChange } from '#web/client/session-announcements.ts'
import { serverOf, type Asked, type Root } from './world.tsx'

await preloadOverlays()

export interface OpenApp {
  user: UserEvent
  /** Every GraphQL operation so far, in order. */
  asked: Asked[]
  askedFor: (name: string) => Asked['variables'][]
  /** Returns the page's path and query. */
  address: () => string
  /** Returns the fragment of the page's URL. */
  hash: () => string
  /** Called when another tab signed in or out. */
  renew: (change: SessionChange) => void
  go: (to: string) => Promise<void>
}

/** Opens the whole app at a path, with a fake server that has the real schema. */
export function openApp(at: string, root: Root): OpenApp {
  const asked: Asked[] = []
  const server = {
    sandbox: false,
    sandboxUrl: null,
    providers: ['microsoft', 'google'],
    registration: 'open',
    systemEmails: true,
  }
  const link = serverOf({ currentUser: null, mailboxes: [], server, ...root }, asked)
  const sessions = createSessions(() => ({ link, close: () => undefined }))
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  render(<App sessions={sessions} router={router} />)
  return {
    // No macrotask per key: pages do not depend on it.
    user: userEvent.setup({ delay: null }),
    asked,
    askedFor: (name) => asked.filter((each) => each.name === name).map(({ variables }) => variables),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    hash: () => router.state.location.hash,
    renew: sessions.renew,
    go: (to) => act(() => router.navigate(to)),
  }
}
