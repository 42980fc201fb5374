import { useEffect, useRef, type FocusEvent } from 'react'
import { useBuilder } from './builder-store.ts'

/**
 * Keeps focus in the editor when the focused element is removed, such as a deleted block, so that shortcuts still work.
 */
export function useHeldFocus() {
  const editor = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  // Any change in the editor may remove the focused element.
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
      // While focus moves to another element it is briefly nowhere; leave it alone.
      if (relatedTarget instanceof Node) isInside.current = false
    },
  }
}
