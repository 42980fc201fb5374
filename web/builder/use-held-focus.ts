import { useEffect, useRef, type FocusEvent } from 'react'
import { useBuilder } from './builder-store.ts'

/** Keeps the focus in the editor when what had it is gone, as a deleted block is: the keys that follow are still for the editor. */
export function useHeldFocus() {
  const editor = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  // Whatever changes in the editor may take away what had the focus.
  useBuilder((now) => now)
  useEffect(() => {
    const { activeElement } = document
    if (isInside.current && (activeElement === null || activeElement === document.body)) {
      editor.current?.focus({ preventScroll: true })
    }
  })
  return {
    ref: editor,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      // On its way to something else the focus is nowhere for a moment, and is not to be caught there.
      if (relatedTarget instanceof Node) isInside.current = false
    },
  }
}
