/**
 * A circuit breaker for a mailbox, a provider, or a sending run that crashed. A pure function of state, event and time.
 * Stored in the database and shared by all processes; null while everything works.
 */
export interface Breaker {
  /**
   * `open`: no requests before `until`. `half-open`: one probe is running; if it has not reported by `until`, another
   * may start.
   */
  state: 'open' | 'half-open'
  /** consecutive failures, including the first */
  failures: number
  /** time at which the circuit breaker opened, in ms since 1970 */
  since: number
  /** end of the pause or of the running probe, in ms since 1970 */
  until: number
  /** the last failure: the provider's text, or the id of the log entry */
  reason: string
  /** `mailbox`: the provider works, but refuses the mailbox; absent: the provider does not work */
  cause?: 'mailbox' | undefined
}

/**
 * Refused sign-in, as stored: a circuit breaker, and the kind of call to the mailbox whose success ends the doubt;
 * null: any call.
 */
export interface SignInDoubt extends Breaker {
  call: string | null
}

export type BreakerEvent =
  /** The other side failed. `random`: from 0 up to 1. */
  | { kind: 'failed'; reason: string; random: number; retryAfterMs?: number | undefined; cause?: Breaker['cause'] }
  | { kind: 'succeeded' }
  /** A process asks to probe. It may if this event made the breaker half-open. */
  | { kind: 'asked' }
  /** The process that may probe had no email to send: another process may. */
  | { kind: 'untried' }

/**
 * ms of the first pause; each pause doubles up to the longest. Both get up to 25% jitter. During the first `early.ms` of an
 * outage no pause is longer than `early.longest`, so that sending resumes soon after it.
 */
export const PAUSE = { first: 5_000, longest: 300_000, early: { ms: 600_000, longest: 20_000 } }
/** Pauses in ms after a provider refused a mailbox, which somebody must put right. */
const REFUSED_PAUSE = { first: 60_000, longest: 3_600_000, early: null }
/** ms a probe may take before another may start, so a dead process does not block for long */
export const TRY = 90_000

/**
 * Returns the next state of a circuit breaker after an event; the table in circuit-breaker.test.ts lists all
 * transitions.
 */
export function nextBreaker(before: Breaker | null, event: BreakerEvent, now: number): Breaker | null {
  if (event.kind === 'asked') {
    return before && before.until <= now ? { ...before, state: 'half-open', until: now + TRY } : before
  }
  if (event.kind === 'untried') return before?.state === 'half-open' ? { ...before, state: 'open', until: now } : before
  // While it is open, responses to requests from before it opened carry no information.
  if (before?.state === 'open' && now < before.until) {
    if (event.kind === 'succeeded') return before
    return { ...before, until: Math.max(before.until, now + (event.retryAfterMs ?? 0)) }
  }
  if (event.kind === 'succeeded') return null
  const failures = (before?.failures ?? 0) + 1
  const { reason, cause } = event
  const since = before?.since ?? now
  const until = now + pauseAfter(failures, event, now - since)
  return { state: 'open', failures, since, until, reason, ...(cause && { cause }) }
}

/**
 * Returns the next pause in ms. The provider's first requested pause is always honored. Later pauses are never shorter
 * than our own backoff.
 */
function pauseAfter(
  failures: number,
  { random, retryAfterMs: asked, cause }: Extract<BreakerEvent, { kind: 'failed' }>,
  lasted: number,
): number {
  if (failures === 1 && asked !== undefined) return asked
  const { first, longest, early } = cause === 'mailbox' ? REFUSED_PAUSE : PAUSE
  const limit = early && lasted < early.ms ? early.longest : longest
  const pause = Math.min(limit, first * 2 ** Math.min(failures - 1, 30))
  return Math.max(asked ?? 0, Math.round(pause * (0.75 + random / 4)))
}

/** Returns when the breaker next allows a request; null when it allows one now. */
export function closedUntil(breaker: Breaker | null, now: number): number | null {
  return breaker && breaker.until > now ? breaker.until : null
}

/** Mailboxes of a provider with recent failures, as stored in its row: id → ms since 1970. */
export type Hits = Readonly<Record<string, number>>

/** Threshold at which a provider counts as down: the number of failing mailboxes within `ms`. */
export const PROVIDER_DOWN = { mailboxes: 3, ms: 600_000 }

/** Adds or removes a failing mailbox, and returns whether the provider counts as down. */
export function nextHits(hits: Hits, mailbox: string, hit: boolean, now: number): { hits: Hits; down: boolean } {
  const recent = Object.entries(hits).filter(([id, at]) => id !== mailbox && at > now - PROVIDER_DOWN.ms)
  const after = Object.fromEntries(hit ? [...recent, [mailbox, now]] : recent)
  return { hits: after, down: Object.keys(after).length >= PROVIDER_DOWN.mailboxes }
}
