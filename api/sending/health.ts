import { closedUntil, nextBreaker, type Breaker, type BreakerEvent } from './breaker.ts'
import { DeliveryError } from './provider.ts'
import type { Attempt } from './store.ts'

/** Consecutive failures that mean the provider is down. */
const IN_A_ROW = 3
/** Consecutive refusals that mean the mailbox is refused. */
const REFUSALS_IN_A_ROW = 2
/** ms of an outage after which error responses count against the email: it may be the cause */
export const OUTAGE_TRUSTED = 6 * 3_600_000

export interface HealthDeps {
  /** as stored when the slice began */
  breaker: Breaker | null
  /** stores an event; `everywhere` means that the whole provider was unreachable */
  keep(event: BreakerEvent, everywhere: boolean): Promise<{ breaker: Breaker | null; allowed: boolean }>
  /** The failure counts as one of the email's attempts. */
  ownFailure(attempt: Attempt, error: DeliveryError): Promise<void>
  /** The failure is the provider's. The email is retried at `until` and keeps its attempts. */
  outage(attempt: Attempt, until: Date): Promise<void>
  clock: () => Date
  random: () => number
}

/**
 * Decides whether a failure belongs to one email or to its provider:
 *
 * - The connection could not be made: the provider's.
 * - An error response, then another email was sent: the email's.
 * - Errors for three emails in a row, or nothing sent after an error: the provider's.
 * - The same in an outage that has lasted six hours: the email's.
 * - The mailbox is refused for two emails in a row, or nothing was sent after a refusal: the mailbox's, for as long as
 *   that lasts.
 *
 * During an outage the mailbox waits for its circuit breaker, then probes with one email. After a refusal of the whole
 * mailbox the next email is a probe too: it begins once nothing else is in flight, so that no more emails are refused
 * than were in flight, or two if fewer were.
 */
export class Health {
  readonly #deps: HealthDeps
  #breaker: Breaker | null
  #trying = false
  #failures = 0
  /** refusals of the mailbox that were answered and are not yet in `#inARow` */
  #refusals = 0
  /** failures since the last success, not yet attributed */
  #inARow: { number: number; error: DeliveryError; attempt: Attempt | null }[] = []

  constructor(deps: HealthDeps) {
    this.#deps = deps
    this.#breaker = deps.breaker
  }

  /** Whether only one email may be tried now. */
  get testing(): boolean {
    return this.#breaker !== null || this.isRefused
  }

  /** Whether the mailbox was refused and nothing has been sent since. */
  get isRefused(): boolean {
    return this.#refusals > 0 || this.#inARow.some(({ error }) => error.kind === 'mailbox-refused')
  }

  /** Whether failures count against the provider: an outage is on and has not lasted too long. */
  get isDown(): boolean {
    return this.#breaker !== null && this.#deps.clock().getTime() - this.#breaker.since <= OUTAGE_TRUSTED
  }

  /** When the circuit breaker next allows a request; null if it does now. */
  closedUntil(now: Date): Date | null {
    const until = this.#trying ? null : closedUntil(this.#breaker, now.getTime())
    return until === null ? null : new Date(until)
  }

  /** Whether the next email may be tried. During an outage only one process may. */
  async mayTry(): Promise<boolean> {
    if (!this.#breaker || this.#trying) return true
    const { breaker, allowed } = await this.#deps.keep({ kind: 'asked' }, false)
    this.#breaker = breaker
    this.#trying = allowed && breaker !== null
    return allowed
  }

  /** Call when a request fails, before another may begin; {@link failed} must follow for the same error. */
  noteRefusal(error: unknown): void {
    if (error instanceof DeliveryError && error.kind === 'mailbox-refused') this.#refusals += 1
  }

  /** Call when a request begins: remembers the failures before it. */
  mark(): number {
    return this.#failures
  }

  /**
   * An email was sent, or was refused for its own sake, by a request that began at `mark`. Later failures take
   * precedence.
   */
  async worked(mark: number): Promise<void> {
    const followed = this.#inARow.filter(({ number }) => number <= mark)
    this.#inARow = this.#inARow.filter(({ number }) => number > mark)
    if (this.#breaker) {
      this.#breaker = (await this.#deps.keep({ kind: 'succeeded' }, false)).breaker
      this.#trying = false
    }
    for (const { attempt, error } of followed) if (attempt) await this.#deps.ownFailure(attempt, error)
  }

  /** The provider was unreachable or returned an error. `attempt`: the email waiting for a decision, if any. */
  async failed(error: DeliveryError, attempt: Attempt | null): Promise<void> {
    this.#failures += 1
    this.#inARow.push({ number: this.#failures, error, attempt })
    if (error.kind === 'mailbox-refused') this.#refusals = Math.max(0, this.#refusals - 1)
    const known = this.#trying || error.unreachable || this.closedUntil(this.#deps.clock()) !== null
    const most = error.kind === 'mailbox-refused' ? REFUSALS_IN_A_ROW : IN_A_ROW
    if (known || this.#inARow.length >= most) await this.#down()
  }

  /** Nothing is in flight any more: failures without a later success were the provider's. */
  async decide(): Promise<void> {
    if (this.#inARow.length > 0) await this.#down()
  }

  async #down(): Promise<void> {
    const failures = this.#inARow.splice(0)
    const last = failures.at(-1)?.error
    if (!last) return
    const { clock, random } = this.#deps
    const asked = failures.flatMap(({ error }) => error.retryAfterMs ?? [])
    const isRefused = last.kind === 'mailbox-refused'
    const event: BreakerEvent = {
      kind: 'failed',
      reason: last.message,
      random: random(),
      retryAfterMs: asked.length > 0 ? Math.max(...asked) : undefined,
      ...(isRefused && { cause: 'mailbox' }),
    }
    // No other email is begun while this is stored.
    if (isRefused) this.#breaker = nextBreaker(this.#breaker, event, clock().getTime())
    const { breaker } = await this.#deps.keep(event, last.unreachable)
    this.#breaker = breaker
    this.#trying = false
    const now = clock()
    const until = new Date(closedUntil(breaker, now.getTime()) ?? now)
    const old = breaker !== null && now.getTime() - breaker.since > OUTAGE_TRUSTED
    for (const { attempt, error } of failures) {
      if (!attempt) continue
      if (old && error.kind === 'unavailable' && !error.unreachable) await this.#deps.ownFailure(attempt, error)
      else await this.#deps.outage(attempt, until)
    }
  }
}
