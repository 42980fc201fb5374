import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from './when-idle.ts'

let isPainted = false

/** Returns whether the app has shown a page before; until then the cached data was loaded for the first page. */
export const hasPainted = (): boolean => isPainted

/** Makes {@link AfterFirstPaint} render at once, for tests. */
export function skipFirstPaint(): void {
  isPainted = true
}

/**
 * Renders content that a page can do without at first, such as notices, and its queries: at the start of the app once
 * the browser is idle, later at once.
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
