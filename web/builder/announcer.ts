import { useSyncExternalStore } from 'react'

/** The next screen reader announcement. One instance: a page has one builder. */
let spoken = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Announces a change to screen readers. */
export function say(text: string): void {
  spoken = { text, turn: spoken.turn + 1 }
  for (const listener of listeners) listener()
}

/** The last announcement; `turn` increments, so that repeated text is announced again. */
export function useSpoken(): typeof spoken {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
  )
}
