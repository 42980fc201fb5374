import { AppError } from '#domain/errors.ts'

export interface QueueLimits {
  /** how many run at once */
  running: number
  /** how many wait at most */
  waiting: number
  /** how many of them may be from one network */
  perNetwork: number
}

/** s after which somebody who found the queue full may try again */
const RETRY_AFTER = 3

/**
 * A queue for work that costs memory and processor time and that strangers can ask for: a few run at once, a bounded number waits, and no
 * network takes every place. Work beyond that is refused with TOO_MANY_REQUESTS (your network) or UNAVAILABLE (everybody).
 */
export function createQueue(limits: QueueLimits) {
  const waiting: { network: string; start: () => void }[] = []
  let running = 0

  function next(): void {
    const first = waiting.shift()
    // Whoever waits takes the place over, so that nobody slips in between.
    if (first) first.start()
    else running -= 1
  }

  async function turn(network: string): Promise<void> {
    if (running < limits.running) {
      running += 1
      return
    }
    if (waiting.filter((place) => place.network === network).length >= limits.perNetwork) {
      const message = 'Too many requests at once from your network. Wait a few seconds and try again.'
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: RETRY_AFTER })
    }
    if (waiting.length >= limits.waiting) {
      const message = 'Too many people are signing in right now. Wait a few seconds and try again.'
      throw new AppError('UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
    }
    await new Promise<void>((resolve) => waiting.push({ network, start: resolve }))
  }

  return async function run<T>(network: string, work: () => Promise<T>): Promise<T> {
    await turn(network)
    try {
      return await work()
    } finally {
      next()
    }
  }
}
