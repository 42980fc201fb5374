import { setTimeout as sleep } from 'node:timers/promises'

/** Parts stopped in one step, in parallel: display name → stop function. */
export type Stoppable = Readonly<Record<string, () => Promise<unknown>>>

export interface StopList {
  /** Adds a step. `within`: the ms it adds to the shared budget of this and all later-added steps. */
  add(within: number, parts: Stoppable): void
  /** Adds parts that must outlive all parts added before. */
  addFirst(within: number, parts: Stoppable): void
  /**
   * Stops everything, the last added first. Abandons steps that time out. Returns the names of parts that did not stop.
   */
  stop(): Promise<string[]>
}

/** Stops everything that a process has started, in reverse order and within a time limit, even if parts hang. */
export function createStopList(options: {
  warn: (line: string) => void
  now?: () => number
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}): StopList {
  const { warn, now = () => performance.now(), pause = (ms, signal) => sleep(ms, undefined, { signal }) } = options
  const steps: { within: number; parts: Stoppable }[] = []
  let stopping: Promise<string[]> | null = null

  const end = async (parts: Stoppable, left: number): Promise<string[]> => {
    const hanging = new Set(Object.keys(parts))
    const all = Object.entries(parts).map(([name, stop]) =>
      stop()
        .catch((error: unknown) => warn(`While stopping ${name}: ${String(error)}`))
        .finally(() => hanging.delete(name)),
    )
    const done = new AbortController()
    await Promise.race([Promise.all(all), pause(left, done.signal).catch(() => undefined)])
    done.abort()
    return [...hanging]
  }

  const stopAll = async (): Promise<string[]> => {
    const hung: string[] = []
    let deadline = now()
    for (let step = steps.pop(); step; step = steps.pop()) {
      deadline += step.within
      hung.push(...(await end(step.parts, Math.max(0, deadline - now()))))
    }
    return hung
  }

  return {
    add: (within, parts) => void steps.push({ within, parts }),
    addFirst: (within, parts) => void steps.unshift({ within, parts }),
    stop: () => (stopping ??= stopAll()),
  }
}

/** Message about parts that did not stop in time; null if all did. */
export function hungLine(hung: readonly string[]): string | null {
  if (hung.length === 0) return null
  return `Stopped without waiting for: ${hung.join(', ')}. Nothing is lost: emails that were being sent are checked at the next start.`
}
