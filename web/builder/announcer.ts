import { useSyncExternalStore } from 'react'

/** What a screen reader is told next. One voice: there is one builder on a page. */
let spoken = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Says something to those who do not see what happened. */
export function say(text: string): void {
  spoken = { text, turn: spoken.turn + 1 }
  for (const listener of listeners) listener()
}

/** What was said last; `turn` counts, so that the same words are heard again. */
export function useSpoken(): typeof spoken {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
  )
}
