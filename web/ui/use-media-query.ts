import { useCallback, useSyncExternalStore } from 'react'

const queries = new Map<string, MediaQueryList>()

/** Returns the MediaQueryList of a query, one for all callers: creating one is expensive, and every table cell asks. */
function listOf(query: string): MediaQueryList {
  const known = queries.get(query)
  if (known) return known
  const made = matchMedia(query)
  queries.set(query, made)
  return made
}

/** Returns whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = listOf(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    // Of the pages that the build renders.
    () => false,
  )
}

/** Minimum widths in px; the same breakpoints as Tailwind's `sm:`, `md:` and `lg:`. */
const STEPS = { sm: 640, md: 768, lg: 1024 } as const

export type Step = keyof typeof STEPS

/** Returns for each breakpoint whether the window is at least as wide. */
export function useSteps(): Record<Step, boolean> {
  return {
    sm: useMedia(`(min-width: ${STEPS.sm}px)`),
    md: useMedia(`(min-width: ${STEPS.md}px)`),
    lg: useMedia(`(min-width: ${STEPS.lg}px)`),
  }
}
