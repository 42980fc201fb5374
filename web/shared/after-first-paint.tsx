import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from './when-idle.ts'

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
    return whenIdle(() => {
      isPainted = true
      startTransition(() => setIsShown(true))
    }, 2_000)
  }, [isShown])
  return isShown && children
}
