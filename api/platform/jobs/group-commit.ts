import { setTimeout as sleep } from 'node:timers/promises'

/** ms between the starts of two writes; faster arrivals are batched */
const WRITE_INTERVAL_MS = 15

/** Batches concurrent writes into one transaction. */
export interface GroupCommit<T, R> {
  /** Adds an item; resolves to its result once the item is in the database. */
  add(item: T): Promise<R>
}

/**
 * Group commit: writes the first item immediately, and batches those that arrive meanwhile or within `intervalMs`.
 * `write` returns one result per item, in order; if it fails, all its items fail.
 *
 * @param limits.most the largest batch
 * @param limits.intervalMs ms between the starts of two writes; 0 where somebody waits for the answer
 */
export function groupCommit<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
  { most = 500, intervalMs = WRITE_INTERVAL_MS }: { most?: number; intervalMs?: number } = {},
): GroupCommit<T, R> {
  let waiting: { item: T; done: (result: R) => void; failed: (error: unknown) => void }[] = []
  let writing = false

  const drain = async () => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const due = performance.now() + intervalMs
      try {
        const results = await write(group.map(({ item }) => item))
        for (const [index, { done }] of group.entries()) done(results[index] as R)
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
      const pause = due - performance.now()
      if (waiting.length < most && pause > 0) await sleep(pause)
    }
    writing = false
  }

  return {
    add: (item) =>
      new Promise<R>((done, failed) => {
        waiting.push({ item, done, failed })
        if (writing) return
        writing = true
        queueMicrotask(() => void drain())
      }),
  }
}
