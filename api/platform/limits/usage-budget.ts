/** A named limit, and the maximum in use at a time. */
export interface Pot {
  name: string
  max: number
}

/** Counts usage under several limits at once, in memory, for this process. */
export interface Budget {
  /** Takes `amount` from every pot or from none. Returns a release function, or the first pot with too little left. */
  take(amount: number, pots: readonly Pot[]): { release: () => void; full?: never } | { full: Pot; release?: never }
  /** Amount in use under a name. */
  used(name: string): number
}

export function createBudget(): Budget {
  const used = new Map<string, number>()
  const add = (amount: number, pots: readonly Pot[]) => {
    for (const { name } of pots) {
      const now = (used.get(name) ?? 0) + amount
      if (now > 0) used.set(name, now)
      else used.delete(name)
    }
  }
  return {
    take(amount, pots) {
      const full = pots.find(({ name, max }) => (used.get(name) ?? 0) + amount > max)
      if (full) return { full }
      add(amount, pots)
      let taken = true
      return {
        release: () => {
          if (taken) add(-amount, pots)
          taken = false
        },
      }
    },
    used: (name) => used.get(name) ?? 0,
  }
}
