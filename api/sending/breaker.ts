/**
 * The circuit breaker of a mailbox, of a provider, and of sending that breaks off: a pure function of its state, an event and the time.
 * It is kept in the database, shared by all processes, and null while everything works.
 */
export interface Breaker {
  /** `open`: nothing is tried before `until`. `half-open`: one try is under way; when it says nothing by `until`, another may begin. */
  state: 'open' | 'half-open'
  /** failed tries in a row, the first included */
  failures: number
  /** ms since 1970: when it opened */
  since: number
  /** ms since 1970 */
  until: number
  /** what failed last, in the words of the provider, or the id under which the log tells more */
  reason: string
}

export type BreakerEvent =
  /** Something failed that was nobody's fault but the other side's. `random`: from 0 up to 1. */
  | { kind: 'failed'; reason: string; random: number; retryAfterMs?: number | undefined }
  | { kind: 'succeeded' }
  /** Somebody wants to try, and will, if the breaker is half-open afterwards and was not before. */
  | { kind: 'asked' }

/** ms of the first pause; each further one is twice as long, up to the longest. Both are spread by up to a quarter. */
export const PAUSE = { first: 5_000, longest: 300_000 }
/** ms a try may take before another one may begin: a process that died with it holds up nobody for long */
export const TRY = 90_000

/** | before | event | after | …see the table in breaker.test.ts */
export function nextBreaker(before: Breaker | null, event: BreakerEvent, now: number): Breaker | null {
  if (event.kind === 'asked') {
    return before && before.until <= now ? { ...before, state: 'half-open', until: now + TRY } : before
  }
  // While it is open, answers to requests from before it opened say nothing new.
  if (before?.state === 'open' && now < before.until) {
    if (event.kind === 'succeeded') return before
    return { ...before, until: Math.max(before.until, now + (event.retryAfterMs ?? 0)) }
  }
  if (event.kind === 'succeeded') return null
  const failures = (before?.failures ?? 0) + 1
  const until = now + pauseAfter(failures, event.random, event.retryAfterMs)
  return { state: 'open', failures, since: before?.since ?? now, until, reason: event.reason }
}

/** The first pause that a provider asks for is believed, however short; later ones are never shorter than ours. */
function pauseAfter(failures: number, random: number, asked: number | undefined): number {
  if (failures === 1 && asked !== undefined) return asked
  const pause = Math.min(PAUSE.longest, PAUSE.first * 2 ** Math.min(failures - 1, 30))
  return Math.max(asked ?? 0, Math.round(pause * (0.75 + random / 4)))
}

/** Until when a breaker lets nothing through; null when something may be tried. */
export function closedUntil(breaker: Breaker | null, now: number): number | null {
  return breaker && breaker.until > now ? breaker.until : null
}

/** Mailboxes of a provider that were hit lately, as its row in the database keeps them: id → ms since 1970. */
export type Hits = Readonly<Record<string, number>>

/** This many mailboxes in this many ms mean that the provider is down, not a mailbox. */
export const PROVIDER_DOWN = { mailboxes: 3, ms: 600_000 }

/** Adds a mailbox to those hit, or takes it away; tells whether they are enough to call the provider down. */
export function nextHits(hits: Hits, mailbox: string, hit: boolean, now: number): { hits: Hits; down: boolean } {
  const recent = Object.entries(hits).filter(([id, at]) => id !== mailbox && at > now - PROVIDER_DOWN.ms)
  const after = Object.fromEntries(hit ? [...recent, [mailbox, now]] : recent)
  return { hits: after, down: Object.keys(after).length >= PROVIDER_DOWN.mailboxes }
}
