import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'

/**
 * ms; a unique value that no other timer uses. Calls need the limit before the test begins; without a test that holds
 * it, it is long enough.
 */
export const MANUAL_TIMEOUT_MS = 987_654

/** ms by which the timeout of a call with a large body may exceed {@link MANUAL_TIMEOUT_MS} */
const FOR_BODIES_MS = 300_000

const isManual = (ms: number | undefined) =>
  ms !== undefined && ms >= MANUAL_TIMEOUT_MS && ms <= MANUAL_TIMEOUT_MS + FOR_BODIES_MS

/** A call timeout that fires when the test says so, however slow the machine is. */
export interface ManualTimeout {
  /** the timeout to give to the calls */
  ms: number
  /** Fires the timeout of every call in flight. */
  pass(): void
}

/**
 * Creates a timeout for calls that never get an answer: timers of `ms`, or a little more for a large body, fire only
 * when the test lets them.
 */
export function manualTimeout(): ManualTimeout {
  const { setTimeout: start, clearTimeout: stop } = globalThis
  const held = new Map<unknown, () => void>()
  globalThis.setTimeout = new Proxy(start, {
    apply: (_target, _this, [callback, ms, ...rest]: Parameters<typeof start>) => {
      const timer = start(callback, ms, ...rest)
      if (isManual(ms)) held.set(timer, () => callback(...rest))
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
    ms: MANUAL_TIMEOUT_MS,
    pass: () => {
      for (const [timer, callback] of [...held]) {
        clearTimeout(timer as NodeJS.Timeout)
        callback()
      }
    },
  }
}

/** Resolves when the response headers from `origin` have been read, whatever happens to the body. */
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
