import { useLayoutEffect, useRef } from 'react'

/**
 * Restores the focus a button lost while disabled during its work, unless focus moved elsewhere. Returns a ref for the
 * button.
 */
export function useRestoredFocus(busy: boolean) {
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
