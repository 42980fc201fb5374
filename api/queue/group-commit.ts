import { setTimeout as sleep } from 'node:timers/promises'

/** ms between the beginnings of two writes: what comes faster goes together */
const EVERY = 15

/** Gathers what several lanes have to write at the same time, so that it takes one transaction. */
export interface GroupCommit<T, R> {
  /** Resolves to what the write gave for the item when it stands in the database. */
  add(item: T): Promise<R>
}

/**
 * Writes items together: the first at once, those that come meanwhile, and within {@link EVERY} ms, in one go after it. `write` gives one result per item, in their
 * order; when it fails, it fails everybody it was for. `most` bounds how many go together.
 */
export function groupCommit<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
  most = 500,
): GroupCommit<T, R> {
  let waiting: { item: T; done: (result: R) => void; failed: (error: unknown) => void }[] = []
  let writing = false

  const drain = async () => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const due = performance.now() + EVERY
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
