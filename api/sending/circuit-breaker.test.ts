import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedUntil, nextBreaker, nextHits, PAUSE, TRY, type Breaker, type BreakerEvent } from './circuit-breaker.ts'

const NOW = 1_000_000
const failed = (rest: object = {}): BreakerEvent => ({ kind: 'failed', reason: 'ECONNREFUSED', random: 1, ...rest })
const open = (rest: Partial<Breaker> = {}): Breaker => ({
  state: 'open',
  failures: 1,
  since: NOW - 100,
  until: NOW + 1_000,
  reason: '503',
  ...rest,
})

describe('the circuit breaker of a mailbox', () => {
  it.each<[string, Breaker | null, BreakerEvent, Partial<Breaker> | null]>([
    ['stays closed on a success', null, { kind: 'succeeded' }, null],
    ['stays closed when asked', null, { kind: 'asked' }, null],
    ['opens on a failure', null, failed(), { state: 'open', failures: 1, since: NOW, until: NOW + 5_000 }],
    ['respects a requested pause', null, failed({ retryAfterMs: 900 }), { until: NOW + 900 }],
    ['allows no attempt before the pause ends', open(), { kind: 'asked' }, open()],
    [
      'lets one try when its time has come',
      open({ until: NOW }),
      { kind: 'asked' },
      { state: 'half-open', until: NOW + TRY },
    ],
    [
      'allows no other attempt meanwhile',
      open({ state: 'half-open' }),
      { kind: 'asked' },
      open({ state: 'half-open' }),
    ],
    [
      'lets another try when the first one died',
      open({ state: 'half-open', until: NOW }),
      { kind: 'asked' },
      { until: NOW + TRY },
    ],
    [
      'lets another try at once when the first one had nothing to send',
      open({ state: 'half-open' }),
      { kind: 'untried' },
      open({ until: NOW }),
    ],
    ['stays open when nothing was tried before its pause ended', open(), { kind: 'untried' }, open()],
    ['closes when the try succeeds', open({ state: 'half-open' }), { kind: 'succeeded' }, null],
    ['ignores late successes of requests from before', open(), { kind: 'succeeded' }, open()],
    ['ignores late failures of requests from before', open(), failed(), open()],
    [
      'waits longer if a late response requests it',
      open(),
      failed({ retryAfterMs: 9_000 }),
      { failures: 1, until: NOW + 9_000 },
    ],
    [
      'doubles its pause when the try fails',
      open({ state: 'half-open' }),
      failed(),
      { state: 'open', failures: 2, since: NOW - 100, until: NOW + 10_000 },
    ],
    [
      'pauses for 20 s at most in the first ten minutes',
      open({ state: 'half-open', failures: 20, since: NOW - 599_000 }),
      failed(),
      { until: NOW + 20_000 },
    ],
    [
      'pauses for up to five minutes later',
      open({ state: 'half-open', failures: 20, since: NOW - 600_000 }),
      failed(),
      { until: NOW + 300_000 },
    ],
    [
      'does not shorten a later requested pause',
      open({ state: 'half-open' }),
      failed({ retryAfterMs: 1 }),
      { until: NOW + 10_000 },
    ],
    ['spreads its pauses', open({ state: 'half-open' }), failed({ random: 0 }), { until: NOW + 7_500 }],
  ])('%s', (_, before, event, after) => {
    const result = nextBreaker(before, event, NOW)
    if (after === null) expect(result).toBeNull()
    else expect(result).toMatchObject(after)
  })

  const anyEvent = fc.oneof(
    fc.record({
      kind: fc.constant('failed' as const),
      reason: fc.string(),
      random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      retryAfterMs: fc.option(fc.integer({ min: 1_000, max: 86_400_000 }), { nil: undefined }),
    }),
    fc.constant({ kind: 'succeeded' as const }),
    fc.constant({ kind: 'asked' as const }),
    fc.constant({ kind: 'untried' as const }),
  )
  const history = fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 400_000 })), { maxLength: 60 })

  it('never pauses for more than five minutes, and lets only one trial request run at a time', () => {
    fc.assert(
      fc.property(history, (events) => {
        let breaker: Breaker | null = null
        let now = NOW
        for (const [event, passed] of events) {
          now += passed
          const before: Breaker | null = breaker
          breaker = nextBreaker(before, event, now)
          if (event.kind === 'asked' && breaker !== before) expect(closedUntil(before, now)).toBeNull()
          if (event.kind === 'failed' && breaker?.state === 'open' && breaker.failures > (before?.failures ?? 0)) {
            const pause: number = breaker.until - now
            const least = event.retryAfterMs ?? 0
            const isEarly = now - breaker.since < PAUSE.early.ms
            expect(pause).toBeLessThanOrEqual(Math.max(isEarly ? PAUSE.early.longest : PAUSE.longest, least))
            if (breaker.failures > 1) expect(pause).toBeGreaterThanOrEqual(PAUSE.first)
            if (breaker.failures > 8 && !isEarly) expect(pause).toBeGreaterThanOrEqual(PAUSE.longest * 0.75)
          }
          if (breaker) expect(breaker.until).toBeGreaterThanOrEqual(now === NOW ? NOW : breaker.since)
        }
      }),
    )
  })

  it('always closes again: from any state, a trial request that succeeds after the pause closes it', () => {
    fc.assert(
      fc.property(history, (events) => {
        let now = NOW
        let breaker: Breaker | null = null
        for (const [event, passed] of events) breaker = nextBreaker(breaker, event, (now += passed))
        now = Math.max(now, breaker?.until ?? 0)
        breaker = nextBreaker(breaker, { kind: 'asked' }, now)
        expect(nextBreaker(breaker, { kind: 'succeeded' }, now)).toBeNull()
      }),
    )
  })
})

describe('a provider, judged by the failures of its mailboxes,', () => {
  const hit = (names: string[], every: number) => {
    let result = nextHits({}, 'none', false, NOW)
    for (const [index, name] of names.entries()) result = nextHits(result.hits, name, true, NOW + index * every)
    return result.down
  }
  it.each<[string, string[], number, boolean]>([
    ['is down when three mailboxes are hit', ['a', 'b', 'c'], 1_000, true],
    ['is not down when one mailbox is hit three times', ['a', 'a', 'a'], 1_000, false],
    ['is not down when two mailboxes are hit', ['a', 'b'], 1_000, false],
    ['is not down when three are hit over a day', ['a', 'b', 'c'], 3_600_000, false],
  ])('%s', (_, names, every, down) => {
    expect(hit(names, every)).toBe(down)
  })

  it('does not count the failure of a mailbox that sends again', () => {
    const { hits } = nextHits({ a: NOW, b: NOW }, 'a', false, NOW)
    expect(nextHits(hits, 'c', true, NOW).down).toBe(false)
  })
})
