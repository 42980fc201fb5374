import { setTimeout as sleep } from 'node:timers/promises'
import { closedUntil, nextBreaker, type Breaker, type BreakerEvent } from './circuit-breaker.ts'
import { DeliveryError, type DeliveryFailure } from './provider.ts'
import type { Attempt } from './store.ts'

/** Number of consecutive failures after which the provider counts as down. */
const FAILURES_IN_A_ROW_MAX = 3
/** Number of consecutive refusals after which the mailbox counts as refused. */
const REFUSALS_IN_A_ROW = 2
/** ms of an outage after which error responses count against the email: it may be the cause */
export const OUTAGE_TRUSTED = 6 * 3_600_000

/** Failures after which the next emails wait until it is decided whose fault the failure was. */
const HOLDING: ReadonlySet<DeliveryFailure> = new Set(['mailbox-refused', 'uncertain'])
/** Failures of a probe which mean that the provider accepts no emails. */
const OUTAGE_SIGNS: ReadonlySet<DeliveryFailure> = new Set(['unavailable', 'throttled', 'uncertain'])

/** ms after which a provider that does not answer a probe counts as down. */
const PROBE_TIMEOUT_MS = 10_000

/** Waits for a probe. @throws DeliveryError if it takes too long */
async function inTime(probe: Promise<void>): Promise<void> {
  const stop = new AbortController()
  const late = sleep(PROBE_TIMEOUT_MS, undefined, { signal: stop.signal }).then(() => {
    throw new DeliveryError('unavailable', 'TIMEOUT: the email provider did not respond in time')
  })
  try {
    await Promise.race([probe, late])
  } finally {
    stop.abort()
    late.catch(() => undefined)
    probe.catch(() => undefined)
  }
}

export interface HealthDeps {
  /** circuit breaker as stored when the slice began */
  breaker: Breaker | null
  /** stores an event; `everywhere` means that the whole provider was unreachable */
  keep(event: BreakerEvent, everywhere: boolean): Promise<{ breaker: Breaker | null; allowed: boolean }>
  /** records that the failure counts as one of the email's attempts */
  ownFailure(attempt: Attempt, error: DeliveryError): Promise<void>
  /** records that the failure is the provider's: the email is retried at `until` and keeps its attempts */
  outage(attempt: Attempt, until: Date): Promise<void>
  /**
   * asks whether the provider accepts emails, without sending one; null if an email may be tried instead, because the
   * mailbox itself tells later whether it was sent
   */
  probe: (() => Promise<void>) | null
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
 * During an outage the mailbox waits for its circuit breaker. Then it probes: by a request that cannot send anything, where
 * an email whose answer is lost would stay uncertain, and after that with one email.
 *
 * Until it is decided whose fault a failure was, the next emails wait, so that a failure costs only the emails in flight:
 *
 * - After a failure that leaves an email uncertain, none begins.
 * - After a refusal of the whole mailbox the next email is a probe: it begins once nothing else is in flight.
 */
export class Health {
  readonly #deps: HealthDeps
  #breaker: Breaker | null
  #trying = false
  #failures = 0
  /** failures that were answered and are not yet in `#inARow` */
  readonly #answered = new Set<DeliveryError>()
  /** failures since the last success, not yet attributed */
  #inARow: { number: number; error: DeliveryError; attempt: Attempt | null }[] = []

  constructor(deps: HealthDeps) {
    this.#deps = deps
    this.#breaker = deps.breaker
  }

  /** True if only one email may be tried now. */
  get testing(): boolean {
    return this.#breaker !== null || this.#isHeldBy('mailbox-refused') || this.#isUncertain
  }

  /** Returns whether the next email may begin while this many requests are in flight. */
  mayBegin(inFlight: number): boolean {
    return !this.#isUncertain && (inFlight === 0 || !this.#isHeldBy('mailbox-refused'))
  }

  /** True if emails stay uncertain because of a failure that is not decided yet. */
  get #isUncertain(): boolean {
    return this.#deps.probe !== null && this.#isHeldBy('uncertain')
  }

  #isHeldBy(kind: 'mailbox-refused' | 'uncertain'): boolean {
    const undecided = [...this.#answered, ...this.#inARow.map(({ error }) => error)]
    return undecided.some((error) => error.kind === kind)
  }

  /** True if failures count against the provider: an outage is on and has not lasted too long. */
  get isDown(): boolean {
    return this.#breaker !== null && this.#deps.clock().getTime() - this.#breaker.since <= OUTAGE_TRUSTED
  }

  /** Returns when the circuit breaker next allows a request; null if it does now. */
  closedUntil(now: Date): Date | null {
    const until = this.#trying ? null : closedUntil(this.#breaker, now.getTime())
    return until === null ? null : new Date(until)
  }

  /**
   * Returns whether the next email may be tried. During an outage only one process may, and only if a probe does not
   * fail.
   */
  async mayTry(): Promise<boolean> {
    if (!this.#breaker || this.#trying) return true
    const { breaker, allowed } = await this.#deps.keep({ kind: 'asked' }, false)
    this.#breaker = breaker
    if (!allowed || breaker === null) return allowed
    this.#trying = true
    return breaker.cause === 'mailbox' || this.#probe()
  }

  /** Ends a probe that found nothing to try, so that another process, or a later slice, may try at once. */
  async untried(): Promise<void> {
    if (!this.#trying) return
    this.#breaker = (await this.#deps.keep({ kind: 'untried' }, false)).breaker
    this.#trying = false
  }

  /**
   * Tries the provider; only failures of the provider count, because any other refusal shows that the provider works.
   */
  async #probe(): Promise<boolean> {
    try {
      if (this.#deps.probe) await inTime(this.#deps.probe())
      return true
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      if (!OUTAGE_SIGNS.has(error.kind)) return true
      await this.failed(error, null)
      return false
    }
  }

  /** Records a failed request, before another may begin. A call of {@link failed} or {@link worked} must follow. */
  answered(error: unknown): void {
    if (error instanceof DeliveryError && HOLDING.has(error.kind)) this.#answered.add(error)
  }

  /** Records the beginning of a request. Returns the number of failures before it. */
  mark(): number {
    return this.#failures
  }

  /**
   * Records that an email was sent, or was refused for its own sake, by a request that began at `mark`. Later failures
   * take precedence.
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

  /**
   * Records that the provider was unreachable or returned an error. `attempt`: the email waiting for a decision, if
   * any.
   */
  async failed(error: DeliveryError, attempt: Attempt | null): Promise<void> {
    this.#failures += 1
    this.#inARow.push({ number: this.#failures, error, attempt })
    this.#answered.delete(error)
    const known = this.#trying || error.unreachable || this.closedUntil(this.#deps.clock()) !== null
    const most = error.kind === 'mailbox-refused' ? REFUSALS_IN_A_ROW : FAILURES_IN_A_ROW_MAX
    if (known || this.#inARow.length >= most) await this.#down()
  }

  /**
   * Decides, once nothing is in flight any more, that failures without a later success were the provider's.
   *
   * @param options.exceptRefusals leaves refusals of the mailbox to the next email
   */
  async decide({ exceptRefusals = false } = {}): Promise<void> {
    const decided = this.#inARow.some(({ error }) => !exceptRefusals || error.kind !== 'mailbox-refused')
    if (decided) await this.#down()
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
