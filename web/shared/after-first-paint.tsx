import { startTransition, useEffect, useState, type ReactNode } from 'react'

let isPainted = false

/** Returns whether the app has shown a page before; until then what is in the cache was loaded for the first one. */
export const hasPainted = (): boolean => isPainted

/** Tests show everything at once. */
export function skipFirstPaint(): void {
  isPainted = true
}

/**
 * Renders what a page can do without at first, such as notices, and their queries: at the start of the app once the
 * browser is idle, later at once.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(isPainted)
  useEffect(() => {
    if (isShown) return undefined
    const show = () => {
      isPainted = true
      startTransition(() => setIsShown(true))
    }
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(show, 100)
      return () => clearTimeout(timer)
    }
    const callback = requestIdleCallback(show, { timeout: 2_000 })
    return () => cancelIdleCallback(callback)
  }, [isShown])
  return isShown && children
}
