import { createStore } from 'zustand/vanilla'

/** Number of toasts that are kept at once (product: screens.toasts). */
export const TOAST_LIMIT = 1
/** Time that a toast stays, in ms (product: screens.toasts). */
export const TOAST_DURATION = 5_000
/** Time that a closed toast stays in the DOM, in ms (product: screens.toasts). */
export const TOAST_REMOVE_DELAY = 1_000_000

export interface ToastOptions {
  title: string
  description?: string
  /** Look of the toast; `destructive` for failures. */
  variant?: 'default' | 'destructive'
  /** Time in ms that the toast stays; default: TOAST_DURATION. */
  duration?: number
  /** A button in the toast. */
  action?: { label: string; onClick: () => void }
}

export interface ToastEntry extends ToastOptions {
  id: number
  open: boolean
}

/** Store of the shown toasts, at most TOAST_LIMIT, newest first. */
export const toastStore = createStore<{ entries: readonly ToastEntry[] }>(() => ({ entries: [] }))
let lastId = 0
const removals = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastEntry[]): void {
  for (const [id, timer] of removals) {
    if (next.some((entry) => entry.id === id)) continue
    clearTimeout(timer)
    removals.delete(id)
  }
  toastStore.setState({ entries: next })
}

/** Shows a toast, replacing the previous one; returns a function that closes it. */
export function toast(options: ToastOptions): () => void {
  const id = ++lastId
  change([{ ...options, id, open: true }, ...toasts()].slice(0, TOAST_LIMIT))
  return () => dismissToast(id)
}

/** Closes a toast; it is removed from the list after TOAST_REMOVE_DELAY, or when the next one appears. */
export function dismissToast(id: number): void {
  if (!toasts().some((entry) => entry.id === id && entry.open)) return
  const removal = setTimeout(() => change(toasts().filter((entry) => entry.id !== id)), TOAST_REMOVE_DELAY)
  removals.set(id, removal)
  change(toasts().map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
}

/** Closes and removes all toasts immediately. */
export function clearToasts(): void {
  change([])
}

/** The toasts kept, newest first. */
export function toasts(): readonly ToastEntry[] {
  return toastStore.getState().entries
}
