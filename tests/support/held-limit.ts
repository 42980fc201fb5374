import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'

/** ms; nothing else waits for just as long. For whom the limit must be known before the test: calls without a test that holds it have time enough. */
export const HELD_MS = 987_654

/** A limit on calls that passes when the test says so, however long the machine takes. */
export interface HeldLimit {
  /** what the calls are to be given as their limit */
  ms: number
  /** Lets the limit of every call under way pass. */
  pass(): void
}

/** For tests of calls that stay without an answer: until the running test is over, timers of `ms` fire only when it lets them. */
export function holdLimit(): HeldLimit {
  const { setTimeout: start, clearTimeout: stop } = globalThis
  const held = new Map<unknown, () => void>()
  globalThis.setTimeout = new Proxy(start, {
    apply: (_target, _this, [callback, ms, ...rest]: Parameters<typeof start>) => {
      const timer = start(callback, ms, ...rest)
      if (ms === HELD_MS) held.set(timer, () => callback(...rest))
      return timer
    },
  })
  globalThis.clearTimeout = new Proxy(stop, {
    apply: (_target, _this, [timer]: Parameters<typeof stop>) => {
      held.delete(timer)
      stop(timer)
    },
  })
  onTestFinished(() => {
    globalThis.setTimeout = start
    globalThis.clearTimeout = stop
  })
  return {
    ms: HELD_MS,
    pass: () => {
      for (const [timer, callback] of [...held]) {
        clearTimeout(timer as NodeJS.Timeout)
        callback()
      }
    },
  }
}

/** Resolves when the head of an answer from `origin` has been read, whatever becomes of its body. */
export function headFrom(origin: string): Promise<void> {
  const channel = 'undici:request:headers'
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if ((message as { request: { origin: unknown } }).request.origin !== origin) return
      unsubscribe(channel, hear)
      resolve()
    }
    subscribe(channel, hear)
  })
}
