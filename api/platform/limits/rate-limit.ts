import { AppError } from '#domain/errors.ts'

/** Who is counted: a program by its key and its workspace; people have no scopes. */
interface Caller {
  tenantId: string
  /** the API key */
  sessionId: string
  scopes: readonly unknown[] | null
}

/** ms in which an empty allowance is full again */
export const WINDOW = 60_000

/** Points per minute that programs may use: one API key, and all keys of a workspace together. Per process. */
export const RATE_LIMITS = { key: 1_000_000, workspace: 3_000_000 } as const

/** points that every request costs at least */
export const REQUEST_COST = 100

interface Bucket {
  left: number
  /** ms since the epoch at which `left` held */
  at: number
}

/** What is left of an allowance after a request. */
export interface Allowance {
  /** points that the request took, or would have */
  cost: number
  limit: number
  remaining: number
  /** seconds until it is full again */
  reset: number
}

/** Refuses a request because too little is left. */
export class OverRateLimit extends AppError {
  readonly allowance: Allowance

  constructor(allowance: Allowance, retryAfter: number) {
    const points = allowance.limit.toLocaleString('en-US')
    super(
      'TOO_MANY_REQUESTS',
      `This API key and its workspace may use ${points} points per minute. Try again in ${retryAfter} seconds.`,
      { retryAfter },
    )
    this.allowance = allowance
  }
}

/**
 * Counts what API keys use. An allowance refills evenly. People at their screens are not counted, so that a program does
 * not lock them out.
 */
export interface RateLimit {
  /**
   * Takes `cost` points, at least {@link REQUEST_COST}. Null for callers that are not counted. Throws TOO_MANY_REQUESTS,
   * with the seconds to wait, and then takes none.
   */
  take(viewer: Caller | null, cost: number): Allowance | null
  /** Takes points for work that has begun, also beyond what is left. */
  charge(viewer: Caller | null, cost: number): void
}

const allowanceOf = (cost: number, limit: number, { left }: Bucket): Allowance => ({
  cost,
  limit,
  remaining: Math.max(0, Math.floor(left)),
  reset: Math.ceil(((limit - left) * WINDOW) / limit / 1_000),
})

export function createRateLimit(
  clock: () => Date,
  limits: { key: number; workspace: number } = RATE_LIMITS,
): RateLimit {
  const buckets = new Map<string, Bucket>()

  function bucketOf(name: string, limit: number, now: number): Bucket {
    const bucket = buckets.get(name) ?? { left: limit, at: now }
    bucket.left = Math.min(limit, bucket.left + ((now - bucket.at) * limit) / WINDOW)
    bucket.at = now
    buckets.set(name, bucket)
    return bucket
  }

  /** Forgets full allowances, so that keys that are not used any more take no memory. */
  function tidy(now: number): void {
    if (buckets.size < 10_000) return
    for (const [name, { at }] of buckets) if (now - at > WINDOW) buckets.delete(name)
  }

  function bucketsOf({ tenantId, sessionId }: Caller, now: number) {
    return [
      { limit: limits.key, bucket: bucketOf(`key ${sessionId}`, limits.key, now) },
      { limit: limits.workspace, bucket: bucketOf(`workspace ${tenantId}`, limits.workspace, now) },
    ]
  }

  return {
    take(viewer, asked) {
      if (!viewer?.scopes) return null
      const now = clock().getTime()
      tidy(now)
      const cost = Math.max(asked, REQUEST_COST)
      const both = bucketsOf(viewer, now)
      for (const { limit, bucket } of both) {
        // What costs more than a whole allowance may begin with a full one.
        const missing = Math.min(cost, limit) - bucket.left
        if (missing <= 1e-6) continue
        // A hair less, so that sums that are not exact do not cost a second.
        const retryAfter = Math.max(1, Math.ceil((missing * WINDOW) / limit / 1_000 - 1e-6))
        throw new OverRateLimit(allowanceOf(cost, limit, bucket), retryAfter)
      }
      for (const { bucket } of both) bucket.left -= cost
      const tightest = both.reduce((one, other) => (one.bucket.left <= other.bucket.left ? one : other))
      return allowanceOf(cost, tightest.limit, tightest.bucket)
    },
    charge(viewer, cost) {
      if (!viewer?.scopes) return
      for (const { bucket } of bucketsOf(viewer, clock().getTime())) bucket.left -= cost
    },
  }
}

/** The headers that tell a program what a request cost and what is left. */
export function rateLimitHeaders({ cost, limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'RateLimit-Cost': String(Math.ceil(cost)),
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
    'RateLimit-Policy': `${limit};w=${WINDOW / 1_000}`,
  }
}
