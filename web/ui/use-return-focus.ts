import { useRef } from 'react'

/**
 * Keeps where the focus was when something opened, and takes it back there when it closes: Radix does so only for what has a trigger.
 * Where that place is gone, as the row that was deleted, the focus goes to the page.
 */
export function useReturnFocus() {
  const before = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const place = before.current
      before.current = null
      // Safari does not focus what is clicked: a trigger, if there is one, is Radix's business.
      if (!(place instanceof HTMLElement) || place === document.body) return
      event.preventDefault()
      if (place.isConnected) place.focus()
      else document.getElementById('content')?.focus({ preventScroll: true })
    },
  }
}
