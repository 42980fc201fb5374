import { restAfter } from './pauses.ts'
import type { DeliveryError } from './provider.ts'

interface MailboxRestOptions {
  /** the pause that is running, if any */
  until: Date | null
  /** writes down a pause */
  keep: (until: Date) => Promise<void>
  clock: () => Date
}

/** Until when nothing may leave a mailbox because its provider asked for a pause. */
export class MailboxRest {
  readonly #keep
  readonly #clock
  #until: Date | null

  constructor({ until, keep, clock }: MailboxRestOptions) {
    this.#until = until
    this.#keep = keep
    this.#clock = clock
  }

  /** The end of the pause that is running at this moment. */
  at(now: Date): Date | null {
    return this.#until && this.#until > now ? this.#until : null
  }

  /** Rests for so many ms, or as long as it was to rest anyway; none when undefined. Resolves to the end of this pause. */
  async begin(pause: number | undefined): Promise<Date | null> {
    if (pause === undefined) return null
    const until = new Date(this.#clock().getTime() + pause)
    if (!this.#until || this.#until < until) this.#until = until
    await this.#keep(until)
    return until
  }

  /** Rests as long as an answer asks for, or as its kind makes it. Resolves to the end of this pause. */
  after({ attempts }: { attempts: number }, error: DeliveryError): Promise<Date | null> {
    return this.begin(restAfter(error, attempts))
  }
}
