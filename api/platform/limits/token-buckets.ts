import type { RateLimitEntry } from './limit-register.ts'

interface Bucket {
  left: number
  /** time in ms since the epoch at which `left` was computed */
  at: number
}

/** Number of allowances above which full ones are deleted from memory. */
const BUCKETS_MAX = 50_000

/**
 * Allowances by name that refill evenly, in the memory of this process. An unknown name begins with a full allowance.
 */
export class TokenBuckets {
  readonly #clock: () => Date
  readonly #perMs: number
  readonly #size: number
  readonly #buckets = new Map<string, Bucket>()

  constructor({ perMinute, burst = perMinute }: Pick<RateLimitEntry, 'perMinute' | 'burst'>, clock: () => Date) {
    this.#clock = clock
    this.#perMs = perMinute / 60_000
    this.#size = burst
  }

  /** Returns what is left of an allowance; negative after a {@link charge} beyond it. */
  left(name: string): number {
    return this.#bucketOf(name).left
  }

  /** Returns the ms until `amount` is left (at most a full allowance); 0 if it is left now. */
  waitMs(name: string, amount = 1): number {
    // A request that costs more than a whole allowance may begin once the bucket is full.
    const missing = Math.min(amount, this.#size) - this.left(name)
    return missing <= 1e-6 ? 0 : missing / this.#perMs
  }

  /** Takes `amount`, even more than is left. */
  charge(name: string, amount = 1): void {
    this.#bucketOf(name).left -= amount
  }

  /** Takes `amount` if it is left. @returns whether it was */
  take(name: string, amount = 1): boolean {
    if (this.waitMs(name, amount) > 0) return false
    this.charge(name, amount)
    return true
  }

  #bucketOf(name: string): Bucket {
    const now = this.#clock().getTime()
    const bucket = this.#buckets.get(name) ?? { left: this.#size, at: now }
    bucket.left = Math.min(this.#size, bucket.left + Math.max(0, now - bucket.at) * this.#perMs)
    bucket.at = now
    if (!this.#buckets.has(name)) this.#tidy(now)
    this.#buckets.set(name, bucket)
    return bucket
  }

  /** Deletes full allowances, so that unused names take no memory; deletes all if even that is not enough. */
  #tidy(now: number): void {
    if (this.#buckets.size < BUCKETS_MAX) return
    for (const [name, { left, at }] of this.#buckets) {
      if (left + (now - at) * this.#perMs >= this.#size) this.#buckets.delete(name)
    }
    if (this.#buckets.size >= BUCKETS_MAX) this.#buckets.clear()
  }
}
