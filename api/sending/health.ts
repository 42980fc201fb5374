import type { StatusReason } from '#domain/campaigns.ts'
import { closedUntil, type Breaker, type BreakerEvent } from './breaker.ts'
import type { DeliveryError } from './provider.ts'
import type { Attempt } from './store.ts'

/** Failures in a row, with no success between them, that mean the provider is down. */
const IN_A_ROW = 3
/** ms of an outage after which an email that the provider answers with an error pays for it: perhaps that email is the reason */
export const OUTAGE_TRUSTED = 6 * 3_600_000

export interface HealthDeps {
  /** as the database had it when the slice began */
  breaker: Breaker | null
  /** keeps an event in the database; `everywhere` means that the provider as a whole could not be reached */
  keep(event: BreakerEvent, everywhere: boolean): Promise<{ breaker: Breaker | null; allowed: boolean }>
  /** The failure is the email's own: it counts as one of its tries. */
  ownFailure(attempt: Attempt, error: DeliveryError): Promise<void>
  /** The failure is the provider's: the email is tried again at `until`, which costs it nothing. */
  outage(attempt: Attempt, until: Date): Promise<void>
  clock: () => Date
  random: () => number
}

/**
 * Tells the trouble of one email from an outage of its provider:
 *
 * | what happened                                                     | whose            |
 * |-------------------------------------------------------------------|------------------|
 * | no connection could be made                                       | the provider's   |
 * | an error in the provider's answer, then another email left         | the email's      |
 * | errors of three emails in a row, or nothing left after an error   | the provider's   |
 * | the same in an outage that has lasted six hours                   | the email's      |
 *
 * During an outage the mailbox waits for its circuit breaker, then tries one email.
 */
export class Health {
  readonly #deps: HealthDeps
  #breaker: Breaker | null
  #trying = false
  #failures = 0
  /** failures that no success has followed; nobody knows yet whose they are */
  #inARow: { number: number; error: DeliveryError; attempt: Attempt | null }[] = []

  constructor(deps: HealthDeps) {
    this.#deps = deps
    this.#breaker = deps.breaker
  }

  /** Whether only one email may be tried now. */
  get testing(): boolean {
    return this.#breaker !== null
  }

  /** Whether failures are the provider's, by an outage that has not lasted too long to believe in. */
  get isDown(): boolean {
    return this.#breaker !== null && this.#deps.clock().getTime() - this.#breaker.since <= OUTAGE_TRUSTED
  }

  held(now: Date): { reason: StatusReason; until: Date } | null {
    const until = this.#trying ? null : closedUntil(this.#breaker, now.getTime())
    return until === null ? null : { reason: 'PROVIDER_DOWN', until: new Date(until) }
  }

  /** Whether the next email may be tried; during an outage one process alone may do so. */
  async mayTry(): Promise<boolean> {
    if (!this.#breaker || this.#trying) return true
    const { breaker, allowed } = await this.#deps.keep({ kind: 'asked' }, false)
    this.#breaker = breaker
    this.#trying = allowed && breaker !== null
    return allowed
  }

  /** To be remembered when a request begins: what failed before it. */
  mark(): number {
    return this.#failures
  }

  /** An email left, or was refused for its own sake, by a request that began at `mark`: failures since then tell more than it does. */
  async worked(mark: number): Promise<void> {
    const followed = this.#inARow.filter(({ number }) => number <= mark)
    this.#inARow = this.#inARow.filter(({ number }) => number > mark)
    if (this.#breaker) {
      this.#breaker = (await this.#deps.keep({ kind: 'succeeded' }, false)).breaker
      this.#trying = false
    }
    for (const { attempt, error } of followed) if (attempt) await this.#deps.ownFailure(attempt, error)
  }

  /** The provider could not be reached or was out of order. `attempt`: the email that waits for a decision, if it does. */
  async failed(error: DeliveryError, attempt: Attempt | null): Promise<void> {
    this.#failures += 1
    this.#inARow.push({ number: this.#failures, error, attempt })
    const known = this.#trying || error.unreachable || this.held(this.#deps.clock()) !== null
    if (known || this.#inARow.length >= IN_A_ROW) await this.#down()
  }

  /** Nothing is under way any more: what failed last, with no success after it, was the provider's failure. */
  async decide(): Promise<void> {
    if (this.#inARow.length > 0) await this.#down()
  }

  async #down(): Promise<void> {
    const failures = this.#inARow.splice(0)
    const last = failures.at(-1)?.error
    if (!last) return
    const { clock, random } = this.#deps
    const asked = failures.flatMap(({ error }) => error.retryAfterMs ?? [])
    const { breaker } = await this.#deps.keep(
      {
        kind: 'failed',
        reason: last.message,
        random: random(),
        retryAfterMs: asked.length > 0 ? Math.max(...asked) : undefined,
      },
      last.unreachable,
    )
    this.#breaker = breaker
    this.#trying = false
    const now = clock()
    const until = new Date(closedUntil(breaker, now.getTime()) ?? now)
    const old = breaker !== null && now.getTime() - breaker.since > OUTAGE_TRUSTED
    for (const { attempt, error } of failures) {
      if (!attempt) continue
      if (old && !error.unreachable) await this.#deps.ownFailure(attempt, error)
      else await this.#deps.outage(attempt, until)
    }
  }
}
