import { availableParallelism } from 'node:os'
import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull, type FairQueueLimits } from '../platform/fair-queue.ts'
import { networkOf } from '../platform/network-address.ts'

/** s after which somebody who found the queue full may try again */
const RETRY_AFTER = 3

/** For whom passwords are worked on: a network that nobody is signed in from, or a workspace. */
export type PasswordWorkFor = { readonly address: string } | { readonly tenantId: string }

/** Half of the processors, so that the rest of the product goes on: each hash takes 19 MB and tens of milliseconds. */
const PLACES = Math.max(1, Math.floor(availableParallelism() / 2))

export const PASSWORD_WORK: FairQueueLimits = {
  places: PLACES,
  perKey: Math.max(1, Math.floor(PLACES / 2)),
  waitingPerKey: 16,
  waitingMax: 64,
}

/**
 * A queue for work that costs memory and processor time and that anybody can ask for: a few run at once, networks and workspaces take turns,
 * and a bounded number waits. Work beyond that is refused with TOO_MANY_REQUESTS (yours) or UNAVAILABLE (everybody's).
 */
export function createPasswordQueue(limits: FairQueueLimits = PASSWORD_WORK) {
  const queue = createFairQueue(limits)
  return async function run<T>(who: PasswordWorkFor, work: () => Promise<T>): Promise<T> {
    const key = 'address' in who ? networkOf(who.address, SITE) : `workspace ${who.tenantId}`
    const leave = await queue.enter(key).catch(refuse)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** bits of an IPv6 address that one site has: with fewer than these, one customer of a provider would be many networks */
const SITE = 48

function refuse(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw error.inAll
    ? new AppError('UNAVAILABLE', 'Too many people are signing in right now. Wait a few seconds and try again.', {
        retryAfter: RETRY_AFTER,
      })
    : new AppError('TOO_MANY_REQUESTS', 'Too many requests at once from you. Wait a few seconds and try again.', {
        retryAfter: RETRY_AFTER,
      })
}
