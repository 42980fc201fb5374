/** A few places of which each work needs one. */
export class Slots {
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Runs the work when it has a place: in the order of asking, the urgent before all others. */
  async use<T>(work: () => Promise<T>, { urgent = false } = {}): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((turn) => (urgent ? this.#queue.unshift(turn) : this.#queue.push(turn)))
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
