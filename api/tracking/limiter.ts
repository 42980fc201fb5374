/** Counts per name and minute, in this process: a brake, not a ledger. */
export interface Limiter {
  /** Whether one more is within the limit. */
  take(name: string): boolean
}

const MINUTE = 60_000
/** names kept at a time; with more of them in one minute all begin anew */
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
