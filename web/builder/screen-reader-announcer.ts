import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The next screen reader announcement. One instance: a page has one builder. */
const spoken = createStore(() => ({ text: '', turn: 0 }))

/** Announces a change to screen readers. */
export function say(text: string): void {
  spoken.setState(({ turn }) => ({ text, turn: turn + 1 }))
}

/** The last announcement; `turn` increments, so that repeated text is announced again. */
export function useAnnouncement(): { text: string; turn: number } {
  return useStore(spoken)
}
