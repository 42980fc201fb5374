import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * Returns a value that depends on the current time, computed every second; re-renders only when it changes. All
 * components share one timer.
 */
export function usePerSecond<Value extends string | boolean>(read: (now: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => read(Date.now()))
}
