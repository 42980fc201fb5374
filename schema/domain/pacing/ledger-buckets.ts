import type { PaceWindow, SentCounts } from './pace.ts'

/**
 * Shared ledgers count in buckets of time. A bucket counts until all of it has left the window, so a ledger may count too
 * much, but never too little.
 */

/** Buckets per window. */
const BUCKETS = 60

/** Returns the start of the bucket that contains a time, for windows of this length. */
export function bucketOf(at: Date, seconds: number): Date {
  const length = bucketLength(seconds)
  return new Date(Math.floor(at.getTime() / length) * length)
}

/** The first bucket that still counts at `now`. */
export function firstBucket(now: Date, seconds: number): Date {
  return new Date(bucketOf(now, seconds).getTime() - seconds * 1_000)
}

const bucketLength = (seconds: number) => (seconds * 1_000) / BUCKETS

/** A bucket of a ledger. */
export interface Bucket {
  at: Date
  units: number
}

/** The emails in a shared window, from its buckets, newest first. */
export function countsOf(
  buckets: readonly Bucket[],
  { count, seconds, unitsEach = 1 }: Pick<PaceWindow, 'count' | 'seconds' | 'unitsEach'>,
): SentCounts {
  const total = buckets.reduce((sum, { units }) => sum + units, 0)
  if (total === 0) return { used: 0, oldest: null, newest: null }
  /** the bucket that must leave the window before there is room again */
  let last = buckets[0]
  let units = 0
  for (const bucket of buckets) {
    last = bucket
    units += bucket.units
    if (Math.ceil(units / unitsEach) >= count) break
  }
  const end = (bucket: Bucket | undefined) => new Date((bucket?.at.getTime() ?? 0) + bucketLength(seconds))
  return { used: Math.ceil(total / unitsEach), oldest: end(last), newest: end(buckets[0]) }
}
