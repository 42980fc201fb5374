import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Store of the next screen reader announcement. One instance is enough: a page has one email builder. */
const spoken = createStore(() => ({ text: '', turn: 0 }))

/** Announces a change to screen readers. */
export function say(text: string): void {
  spoken.setState(({ turn }) => ({ text, turn: turn + 1 }))
}

/** Returns the last announcement; `turn` grows with each, so that repeated text is announced again. */
export function useAnnouncement(): { text: string; turn: number } {
  return useStore(spoken)
}
