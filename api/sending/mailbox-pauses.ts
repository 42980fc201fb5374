import type { Rests } from '#domain/pacing/sending-gates.ts'
import { backoff, pauseAfterError } from './pause-rules.ts'
import type { DeliveryError } from './provider.ts'

/** Times before which a mailbox may not be asked at all, because of its sign-in or the registration. */
export type AccessPauses = Pick<Rests, 'signInUntil' | 'registrationUntil'>

/** Times before which a mailbox may not be asked, because its provider asked for a pause. */
export type AskedPauses = Pick<Rests, 'throttledUntil' | 'quotaUntil'>

interface MailboxPauseOptions {
  /** the current pauses, if any */
  until: AskedPauses
  /** persists a pause */
  keep: (pause: keyof AskedPauses, until: Date) => Promise<void>
  clock: () => Date
}

/** Tracks the pauses a provider asked of a mailbox. */
export class MailboxPause {
  readonly #keep
  readonly #clock
  #until: AskedPauses

  constructor({ until, keep, clock }: MailboxPauseOptions) {
    this.#until = until
    this.#keep = keep
    this.#clock = clock
  }

  /** ends of the pauses; they may have passed */
  get until(): AskedPauses {
    return this.#until
  }

  /**
   * Pauses for this many ms, or until the current pause ends if that is later; no pause when undefined. Resolves to the
   * end of the pause.
   */
  async begin(ms: number | undefined, pause: keyof AskedPauses = 'throttledUntil'): Promise<Date | null> {
    if (ms === undefined) return null
    const until = new Date(this.#clock().getTime() + ms)
    const current = this.#until[pause]
    if (!current || current < until) this.#until = { ...this.#until, [pause]: until }
    await this.#keep(pause, until)
    return until
  }

  /**
   * Begins the pause that the provider's response asks for, or the usual one for its kind. Resolves to the end of the
   * pause.
   */
  after({ attempts }: { attempts: number }, error: DeliveryError): Promise<Date | null> {
    return this.begin(pauseAfterError(error, attempts), error.kind === 'quota' ? 'quotaUntil' : 'throttledUntil')
  }
}

/** Tracks until when a mailbox may not be asked at all: its sign-in is in doubt, or its provider refuses the application. */
export class AccessPause {
  readonly #clock
  #until: AccessPauses

  constructor(until: AccessPauses | undefined, clock: () => Date) {
    this.#until = until ?? { signInUntil: null, registrationUntil: null }
    this.#clock = clock
  }

  get until(): AccessPauses {
    return this.#until
  }

  /** Pauses as long as the failure asks for, or until the current pause ends. Returns when to ask again. */
  after({ kind, retryAfterMs }: DeliveryError): Date {
    const retryAt = new Date(this.#clock().getTime() + (retryAfterMs ?? backoff(1)))
    const pause = kind === 'registration' ? 'registrationUntil' : 'signInUntil'
    const current = this.#until[pause]
    if (!current || current < retryAt) this.#until = { ...this.#until, [pause]: retryAt }
    return retryAt
  }
}
