/** Lets so many do their work at a time, and those who wait take turns by key: no key's backlog delays another's first. */
export interface FairQueue {
  /** Waits for a place of `key`; resolves to what gives it back. Rejects with {@link QueueFull} when too many of the key wait. */
  enter(key: string): Promise<() => void>
  /** how many wait */
  readonly waiting: number
}

export interface FairQueueLimits {
  places: number
  /** places that one key may have at a time */
  perKey: number
  /** how many of one key may wait */
  waitingPerKey: number
  /** how many may wait in all; with more of them, the latest of the longest line is turned away */
  waitingMax?: number
}

/** Too many wait: of this key, or in all. */
export class QueueFull extends Error {
  readonly inAll: boolean

  constructor(key: string, inAll: boolean) {
    super(`Too many wait for ${key}`)
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
  /** Keys that run or wait; whose turn is next comes first. */
  const lines = new Map<string, Line>()
  let free = places
  let waiting = 0

  /** The key that runs least of those with somebody who may begin; of several, whose turn is next. */
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

  /** Turns the latest of the longest line away; of several, of the one whose turn comes last. */
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
