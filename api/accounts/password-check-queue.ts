import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull, type FairQueueLimits } from '#api/platform/limits/fair-queue.ts'
import { networkOf } from '#api/platform/http/network-address.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** s after which a caller may retry when the queue is full */
const RETRY_AFTER_SECONDS = 3

/** The group that password work is queued under: an anonymous network or a workspace. */
export type PasswordWorkFor = { readonly address: string } | { readonly tenantId: string }

/**
 * A fair queue for expensive work that anybody can request. A few jobs run at once, networks and workspaces take turns,
 * and the queue length is bounded. Rejects excess work with TOO_MANY_REQUESTS (the caller's limit) or UNAVAILABLE (the
 * global limit).
 */
export function createPasswordQueue(limits: FairQueueLimits = LIMITS.passwordWork) {
  const queue = createFairQueue(limits)
  return async function run<T>(who: PasswordWorkFor, work: () => Promise<T>): Promise<T> {
    const key = 'address' in who ? networkOf(who.address, IPV6_NETWORK_PREFIX_BITS) : `workspace ${who.tenantId}`
    const leave = await queue.enter(key).catch(refuse)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/**
 * Length of an IPv6 prefix that counts as one network, in bits; with a longer prefix, one customer of an internet
 * provider would count as many networks.
 */
const IPV6_NETWORK_PREFIX_BITS = 48

function refuse(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  throw error.inAll
    ? new AppError('UNAVAILABLE', 'Too many people are signing in right now. Wait a few seconds and try again.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    : new AppError(
        'TOO_MANY_REQUESTS',
        'You are sending too many requests at once. Wait a few seconds and try again.',
        {
          retryAfter: RETRY_AFTER_SECONDS,
        },
      )
}
