import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { TokenBuckets } from '#api/platform/limits/token-buckets.ts'

const allowances = new WeakMap<Pick<App, 'clock'>, TokenBuckets>()

/**
 * Counts one opening of a reply's text against the viewer's limit, in this process.
 *
 * @throws TOO_MANY_REQUESTS with the seconds to wait
 */
export function takeRead(app: Pick<App, 'clock'>, { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): void {
  const reads = allowances.get(app) ?? new TokenBuckets(LIMITS.replyReads, () => app.clock())
  allowances.set(app, reads)
  const name = `${tenantId} ${userId}`
  const wait = reads.waitMs(name)
  if (wait === 0) return reads.charge(name)
  const retryAfter = Math.ceil(wait / 1_000)
  const text = `You opened many replies in a short time. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
  throw new AppError('TOO_MANY_REQUESTS', text, { retryAfter })
}
