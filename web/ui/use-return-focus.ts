import { useRef } from 'react'

/**
 * Stores the focused element when something opens and focuses it again on closing; Radix only does so with a trigger.
 * When that element is gone, such as a deleted row, the focus goes to the page.
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
      // Safari does not focus a clicked element; Radix restores focus to a trigger, if there is one.
      if (!(place instanceof HTMLElement) || place === document.body) return
      event.preventDefault()
      if (place.isConnected) place.focus()
      else document.getElementById('content')?.focus({ preventScroll: true })
    },
  }
}
