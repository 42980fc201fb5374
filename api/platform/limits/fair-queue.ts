/**
 * A fair semaphore: limits concurrent work and serves waiting keys in turn. No key's backlog delays another's first
 * entry.
 */
export interface FairQueue {
  /**
   * Waits for a slot of `key`; resolves to its release function. Rejects with {@link QueueFull} if too many of the key
   * are waiting.
   */
  enter(key: string): Promise<() => void>
  /** number waiting */
  readonly waiting: number
}

export interface FairQueueLimits {
  places: number
  /** maximum slots per key */
  perKey: number
  /** maximum waiting per key */
  waitingPerKey: number
  /** maximum waiting in total; above it, the newest of the longest line is rejected */
  waitingMax?: number
}

/** Too many are waiting: of this key, or in total. */
export class QueueFull extends Error {
  readonly inAll: boolean

  constructor(key: string, inAll: boolean) {
    super(`Too many waiters for ${key}`)
    this.name = 'QueueFull'
    this.inAll = inAll
  }
}

interface Line {
  running: number
  waiting: { enter: () => void; refuse: () => void }[]
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { places, perKey, waitingPerKey, waitingMax = Infinity } = limits
  /** Running or waiting keys, in order of their turns. */
  const lines = new Map<string, Line>()
  let free = places
  let waiting = 0

  /** The key with the fewest running among those that may start; ties go to the next turn. */
  function next(): [string, Line] | undefined {
    let best: [string, Line] | undefined
    for (const entry of lines) {
      const [, { waiting: crowd, running }] = entry
      if (crowd.length > 0 && running < (best?.[1].running ?? perKey)) best = entry
    }
    return best
  }

  function admit(): void {
    while (free > 0 && waiting > 0) {
      const [key, line] = next() ?? []
      if (key === undefined || !line) return
      lines.delete(key)
      lines.set(key, line)
      free -= 1
      waiting -= 1
      line.running += 1
      line.waiting.shift()?.enter()
    }
  }

  /** Rejects the newest of the longest line; ties go to the line with the latest turn. */
  function shorten(): void {
    let longest: [string, Line] | undefined
    for (const entry of lines) if (entry[1].waiting.length >= (longest?.[1].waiting.length ?? 1)) longest = entry
    if (!longest) return
    const [key, line] = longest
    waiting -= 1
    line.waiting.pop()?.refuse()
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
  }

  return {
    get waiting() {
      return waiting
    },
    enter: (key) =>
      new Promise((resolve, reject) => {
        const line = lines.get(key) ?? { running: 0, waiting: [] }
        if (line.waiting.length >= waitingPerKey) return reject(new QueueFull(key, false))
        lines.set(key, line)
        waiting += 1
        const enter = () => {
          let left = false
          resolve(() => {
            if (left) return
            left = true
            free += 1
            line.running -= 1
            if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
            admit()
          })
        }
        line.waiting.push({ enter, refuse: () => reject(new QueueFull(key, true)) })
        admit()
        if (waiting > waitingMax) shorten()
      }),
  }
}
