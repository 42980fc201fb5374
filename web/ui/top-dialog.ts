/**
 * Closes the modal dialog on top, as its own button would; returns whether one is open. Radix gives Escape to what opened
 * last, and a toast may have.
 */
export function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll('[data-modal][data-state=open]')].at(-1)
  top?.querySelector<HTMLButtonElement>('button[data-dismisses]')?.click()
  return top !== undefined
}
