import { useLayoutEffect, useRef } from 'react'

/**
 * Gives a button the focus back that it lost while it was disabled for its work, unless it went elsewhere meanwhile. The answer is a ref for
 * the button.
 */
export function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (busy) had.current = activeElement === button.current
    else if (had.current) {
      had.current = false
      if (activeElement === document.body) button.current?.focus()
    }
  }, [busy])
  return button
}
