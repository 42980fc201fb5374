import { AppError } from '#domain/errors.ts'
import { REPLY_READS } from '#domain/inbox/replies.ts'
import type { App } from '#api/platform/app.ts'
import type { Viewer } from '#api/platform/call.ts'

interface Bucket {
  left: number
  /** ms since the epoch at which `left` held */
  at: number
}

const PER_MS = REPLY_READS.perMinute / 60_000
/** Viewers remembered before full buckets are forgotten. */
const REMEMBERED = 10_000

const buckets = new WeakMap<App['events'], Map<string, Bucket>>()

/**
 * Takes one opening of a reply from the viewer's allowance, in this process. Throws TOO_MANY_REQUESTS, with the seconds
 * to wait.
 */
export function takeRead(
  { events, clock }: Pick<App, 'events' | 'clock'>,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
): void {
  const known = buckets.get(events) ?? new Map<string, Bucket>()
  buckets.set(events, known)
  const now = clock().getTime()
  const name = `${tenantId} ${userId}`
  const before = known.get(name) ?? { left: REPLY_READS.burst, at: now }
  const left = Math.min(REPLY_READS.burst, before.left + (now - before.at) * PER_MS)
  if (left < 1) {
    const retryAfter = Math.ceil((1 - left) / PER_MS / 1_000)
    const text = `You opened many replies in a short time. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
    throw new AppError('TOO_MANY_REQUESTS', text, { retryAfter })
  }
  known.set(name, { left: left - 1, at: now })
  if (known.size <= REMEMBERED) return
  for (const [each, { at }] of known) if ((now - at) * PER_MS > REPLY_READS.burst) known.delete(each)
}
