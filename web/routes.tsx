import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration, type RouteObject } from 'react-router'
import { APP_PAGES, loadMainApp, OPEN_PAGES, type Load, type Page } from './pages.ts'
import { BrokenPage, RouteError } from './shell/route-error.tsx'

/** What the app knows of each route: how its code is loaded. */
export interface RouteHandle {
  load: Load
}

/** Loads an element when it is shown. */
function onDemand(load: Load) {
  const Shown = lazy(async () => ({ default: await load() }))
  const handle: RouteHandle = { load }
  return { element: <Shown />, handle }
}

function routeOf({ path, load }: Page): RouteObject {
  return { path, ...onDemand(load) }
}

function Root() {
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}

/**
 * The routes of the app (product: screens.routes). Other paths show the landing page when signed out and a 404 page
 * when signed in.
 */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      ...OPEN_PAGES.map(routeOf),
      {
        ...onDemand(loadMainApp),
        // Inside the app, so that the navigation stays.
        children: [{ errorElement: <BrokenPage />, children: APP_PAGES.map(routeOf) }],
      },
    ],
  },
]
