import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import type { Attempt } from './store.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** The emails that a slice is working on, {@link LANES} at a time. */
export class InFlight {
  readonly #lanes = new Slots(LIMITS.emailsInFlight.max.mailbox)
  readonly #underWay = new Set<Promise<void>>()
  /** ids of emails not yet submitted */
  readonly #ahead = new Set<string>()
  #wake = () => {}
  #broken: { error: unknown } | null = null

  /** Starts work on the attempts. */
  begin(attempts: readonly Attempt[], work: (attempt: Attempt) => Promise<void>): void {
    for (const attempt of attempts) {
      this.#ahead.add(attempt.logId)
      const watched = this.#lanes
        .use(() => work(attempt))
        .catch((error: unknown) => {
          this.#broken ??= { error }
        })
        .finally(() => {
          this.submitted(attempt)
          this.#underWay.delete(watched)
        })
      this.#underWay.add(watched)
    }
  }

  /** Records that the provider has an email; only its outcome remains to be stored. */
  submitted({ logId }: Attempt): void {
    this.#ahead.delete(logId)
    this.#wake()
  }

  /** Resolves when fewer than `most` emails remain to be submitted: true, or false as soon as work fails. */
  async fewerAhead(most: number): Promise<boolean> {
    while (!this.#broken && this.#ahead.size >= most) await new Promise<void>((wake) => (this.#wake = wake))
    return this.#broken === null
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** Resolves when nothing is in flight, with the first error since the last call; null if there was none. */
  async drained(): Promise<{ error: unknown } | null> {
    await this.settled()
    const broken = this.#broken
    this.#broken = null
    return broken
  }
}
