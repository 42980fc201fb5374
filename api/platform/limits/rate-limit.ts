import { AppError } from '#domain/errors.ts'
import { LIMITS } from './limit-register.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Caller whose requests are counted: a program by its key and its workspace; people have no scopes. */
interface Caller {
  tenantId: string
  /** id of the API key or session */
  sessionId: string
  scopes: readonly unknown[] | null
}

const WINDOW_MS = 60_000

/** Minimum cost of a request, in points. */
export const REQUEST_COST = 100

/** The allowance that is left after a request. */
export interface Allowance {
  /** points that the request took, or would have taken if it had not been refused */
  cost: number
  limit: number
  remaining: number
  /** seconds until the bucket is full again */
  reset: number
}

/** Error for a request that would exceed the caller's rate limit. */
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
 * Counts the requests of API keys against their rate limit, which refills evenly. People at their screens are not
 * counted, so that a program cannot lock them out.
 */
export interface RateLimit {
  /**
   * Takes `cost` points, at least {@link REQUEST_COST}. Returns null for callers that are not counted. Throws
   * TOO_MANY_REQUESTS with the seconds to wait if too few points are left, and then takes none.
   */
  take(viewer: Caller | null, cost: number): Allowance | null
  /** Takes points for work that has already begun, even more than are left. */
  charge(viewer: Caller | null, cost: number): void
}

export function createRateLimit(
  clock: () => Date,
  limits: { key: number; workspace: number } = {
    key: LIMITS.apiKeyPoints.perMinute,
    workspace: LIMITS.workspacePoints.perMinute,
  },
): RateLimit {
  const keys = { limit: limits.key, buckets: new TokenBuckets({ perMinute: limits.key }, clock) }
  const workspaces = { limit: limits.workspace, buckets: new TokenBuckets({ perMinute: limits.workspace }, clock) }
  const bucketsOf = ({ tenantId, sessionId }: Caller) => [
    { ...keys, name: sessionId },
    { ...workspaces, name: tenantId },
  ]
  const allowanceOf = (cost: number, { limit, buckets, name }: ReturnType<typeof bucketsOf>[number]): Allowance => {
    const left = buckets.left(name)
    return {
      cost,
      limit,
      remaining: Math.max(0, Math.floor(left)),
      reset: Math.ceil(((limit - left) * WINDOW_MS) / limit / 1_000),
    }
  }
  return {
    take(viewer, asked) {
      if (!viewer?.scopes) return null
      const cost = Math.max(asked, REQUEST_COST)
      const both = bucketsOf(viewer)
      for (const one of both) {
        const wait = one.buckets.waitMs(one.name, cost)
        // A hair less, so that sums that are not exact do not cost a second.
        if (wait > 0) throw new OverRateLimit(allowanceOf(cost, one), Math.max(1, Math.ceil(wait / 1_000 - 1e-6)))
      }
      for (const { buckets, name } of both) buckets.charge(name, cost)
      const tightest = both.reduce((one, other) =>
        one.buckets.left(one.name) <= other.buckets.left(other.name) ? one : other,
      )
      return allowanceOf(cost, tightest)
    },
    charge(viewer, cost) {
      if (!viewer?.scopes) return
      for (const { buckets, name } of bucketsOf(viewer)) buckets.charge(name, cost)
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
    'RateLimit-Policy': `${limit};w=${WINDOW_MS / 1_000}`,
  }
}
