import { pauseAfterError } from './pauses.ts'
import type { DeliveryError } from './provider.ts'

interface MailboxRestOptions {
  /** the current pause, if any */
  until: Date | null
  /** persists a pause */
  keep: (until: Date) => Promise<void>
  clock: () => Date
}

/** Tracks the pause a provider asked of a mailbox. */
export class MailboxPause {
  readonly #keep
  readonly #clock
  #until: Date | null

  constructor({ until, keep, clock }: MailboxRestOptions) {
    this.#until = until
    this.#keep = keep
    this.#clock = clock
  }

  /** The end of the current pause. */
  at(now: Date): Date | null {
    return this.#until && this.#until > now ? this.#until : null
  }

  /**
   * Pauses for this many ms, or until the current pause ends if that is later; no pause when undefined. Resolves to the
   * end of the pause.
   */
  async begin(pause: number | undefined): Promise<Date | null> {
    if (pause === undefined) return null
    const until = new Date(this.#clock().getTime() + pause)
    if (!this.#until || this.#until < until) this.#until = until
    await this.#keep(until)
    return until
  }

  /** Pauses as long as the response asks for, or by its kind. Resolves to the end of the pause. */
  after({ attempts }: { attempts: number }, error: DeliveryError): Promise<Date | null> {
    return this.begin(pauseAfterError(error, attempts))
  }
}
