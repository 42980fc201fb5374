import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SIGN_IN_PROVIDERS } from '#domain/mailboxes/providers.ts'

const KEY = 'mergewell-connecting-from'
/** Time in ms after which the stored page is no longer returned to. */
const KEPT_FOR = 20 * 60_000

/**
 * Returns the path of this app in a stored value, with its query; null if it is older than 20 minutes, is no path of
 * this app, or is a sign-in page. Never another site.
 */
export function placeIn(stored: string | null, now: number, origin = window.location.origin): string | null {
  try {
    const { place, at } = JSON.parse(stored ?? '') as { place?: unknown; at?: unknown }
    if (typeof place !== 'string' || typeof at !== 'number' || at > now || now - at > KEPT_FOR) return null
    if (!place.startsWith('/')) return null
    const url = new URL(place, origin)
    if (url.origin !== origin || url.pathname.startsWith('//')) return null
    return /^\/(auth|login|register)(\/|$)/.test(url.pathname) ? null : `${url.pathname}${url.search}`
  } catch {
    return null
  }
}

const PROVIDER_PAGE = new RegExp(`^/auth/(${SIGN_IN_PROVIDERS.join('|')})([?]|$)`)

/**
 * Returns whether a link leads to a provider's page to connect a mailbox. Links with another action have a page of their
 * own to end at.
 */
export function connects(href: string | null): boolean {
  return PROVIDER_PAGE.test(href ?? '') && !/[?&]action=(?!smtp\b)/.test(href ?? '')
}

/**
 * The history state of a link to the mailbox settings: after connecting a mailbox there, the app returns to the page of
 * that link.
 */
export interface SentFrom {
  connectFor: string
}

/** The {@link SentFrom} of this page. */
export function useSentFrom(): SentFrom {
  const { pathname, search } = useLocation()
  return { connectFor: `${pathname}${search}` }
}

const isSentFrom = (state: unknown): state is SentFrom =>
  typeof state === 'object' && state !== null && 'connectFor' in state && typeof state.connectFor === 'string'

/**
 * Stores the current page when a link that connects a mailbox is clicked, until the browser comes back. In the settings
 * it stores the page that sent the user there, if one did.
 */
export function RememberPlace(): null {
  const { pathname, search, state } = useLocation()
  const place = isSentFrom(state) ? state.connectFor : `${pathname}${search}`
  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!connects(link?.getAttribute('href') ?? null)) return
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ place, at: Date.now() }))
      } catch {
        // The dashboard is where the browser comes back to then.
      }
    }
    document.addEventListener('click', remember, { capture: true })
    return () => document.removeEventListener('click', remember, { capture: true })
  }, [place])
  return null
}

/** Returns the page on which connecting a mailbox began, and forgets it; null if none. */
export function takePlace(now: number): string | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return placeIn(stored, now)
  } catch {
    return null
  }
}
