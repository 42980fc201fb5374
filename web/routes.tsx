import { Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, type createMemoryRouter, type RouteObject } from 'react-router'
import { APP_PAGES, loadMainApp, OPEN_PAGES, type Load, type Page } from '#web/client/lazy-pages.ts'
import { repeatEarlyActs } from '#web/client/early-clicks.ts'
import { BrokenPage, RouteError } from './shell/route-error.tsx'

/**
 * Returns a route whose code is loaded before it is shown. React's `lazy` would first show a fallback, and content
 * after a fallback waits for 300 ms.
 */
const onDemand = (load: Load) => async () => ({ Component: await load() })

const routeOf = ({ path, load }: Page): RouteObject => ({ path, lazy: onDemand(load) })

function Root() {
  return (
    <>
      <Suspense>
        <Outlet />
        <PageShown />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}

function PageShown() {
  useEffect(repeatEarlyActs, [])
  return null
}

/**
 * The routes of the app (product: screens.routes). Other paths show the landing page when signed out and a 404 page
 * when signed in.
 */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      ...OPEN_PAGES.map(routeOf),
      {
        lazy: onDemand(loadMainApp),
        // Inside the app, so that the navigation stays.
        children: [{ errorElement: <BrokenPage />, children: APP_PAGES.map(routeOf) }],
      },
    ],
  },
]

/** Waits until the code of the router's first page is loaded, or has failed to load. */
export async function routerReady(router: ReturnType<typeof createMemoryRouter>): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
