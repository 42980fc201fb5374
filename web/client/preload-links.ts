import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the code of a page before its link is followed: once the pointer or the focus reaches the link. */
export function preloadLinks(routes: RouteObject[]): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin) return
    const matches = matchRoutes(routes, link.pathname) ?? []
    // No page of the app, such as a download.
    if (matches.at(-1)?.route.path === '*') return
    for (const { route } of matches) {
      // A failure is shown when the link is followed.
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined)
    }
  }
  document.addEventListener('pointerover', preload)
  document.addEventListener('focusin', preload)
}
