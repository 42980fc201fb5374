/** Rate limiter per name and minute, in this process: approximate, not exact. */
export interface Limiter {
  /** Counts one more; false if it exceeds the limit. */
  take(name: string): boolean
}

const MINUTE = 60_000
/** maximum names kept; above it, all counters restart within the minute */
const NAMES = 50_000

export function createLimiter(perMinute: number, clock: () => Date): Limiter {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    take: (name) => {
      const now = Math.floor(clock().getTime() / MINUTE)
      if (now !== minute || counts.size >= NAMES) {
        minute = now
        counts = new Map()
      }
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count <= perMinute
    },
  }
}
