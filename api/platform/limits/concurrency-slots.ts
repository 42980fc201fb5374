/** A counting semaphore with priorities. */
export class Slots {
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Runs the work when a slot is free: in order of arrival, urgent work first. */
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
