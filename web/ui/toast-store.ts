/** How many toasts are kept at once (product: screens.toasts). */
export const TOAST_LIMIT = 1
/** How long a toast stays, in ms (product: screens.toasts). */
export const TOAST_DURATION = 5_000
/** How long a closed toast stays in the DOM, in ms (product: screens.toasts). */
export const TOAST_REMOVE_DELAY = 1_000_000

export interface ToastOptions {
  title: string
  description?: string
  /** `destructive` for failures. */
  variant?: 'default' | 'destructive'
  /** In ms; default: TOAST_DURATION. */
  duration?: number
  /** An optional action. */
  action?: { label: string; onClick: () => void }
}

export interface ToastEntry extends ToastOptions {
  id: number
  open: boolean
}

let entries: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastEntry[]): void {
  entries = next
  for (const [id, timer] of removals) {
    if (next.some((entry) => entry.id === id)) continue
    clearTimeout(timer)
    removals.delete(id)
  }
  for (const listener of listeners) listener()
}

/** Shows a toast, replacing the previous one; returns a function that closes it. */
export function toast(options: ToastOptions): () => void {
  const id = ++lastId
  change([{ ...options, id, open: true }, ...entries].slice(0, TOAST_LIMIT))
  return () => dismissToast(id)
}

/** Closes a toast; it is removed from the list after TOAST_REMOVE_DELAY, or when the next one appears. */
export function dismissToast(id: number): void {
  if (!entries.some((entry) => entry.id === id && entry.open)) return
  const removal = setTimeout(() => change(entries.filter((entry) => entry.id !== id)), TOAST_REMOVE_DELAY)
  removals.set(id, removal)
  change(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
}

/** Closes and removes all toasts immediately. */
export function clearToasts(): void {
  change([])
}

/** For useSyncExternalStore: notifies on every change. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The kept toasts, newest first, at most TOAST_LIMIT. */
export function toasts(): readonly ToastEntry[] {
  return entries
}
