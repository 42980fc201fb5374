import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type EmailSettings } from '../settings/setting-register.ts'
import { pace, paceRules, type SentCounts, type PaceRules, type PaceWindow } from './pace.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const noon = new Date('2026-01-01T12:00:00Z')
const ago = (seconds: number) => new Date(noon.getTime() - seconds * 1_000)
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const days = (count: number) => ago(count * 86_400)

const facts = {
  mailbox: { provider: 'microsoft' as const, email: 'ann@contoso.test', directory: null, scopes: [] },
  settings: DEFAULT_SETTINGS,
  warmupStartedAt: null,
  planCeilings: [],
  providerCeilings: [],
  uploadBytes: 0,
  now: noon,
}
const rulesOf = (settings: Partial<EmailSettings>, warmupStartedAt: Date | null = null) =>
  paceRules({ ...facts, settings: { ...DEFAULT_SETTINGS, ...settings }, warmupStartedAt })
const daily = (count: number, reason = 'DAILY_LIMIT') => ({ count, seconds: 86_400, reason, scope: 'mailbox' })
const interval = (count: number, seconds: number) => ({
  count,
  seconds,
  reason: 'BETWEEN_INTERVALS',
  scope: 'mailbox',
})

describe('the sending limits', () => {
  it("are the daily limit and interval of a mailbox, the plan's limits of the workspace and those of the provider", () => {
    const rules = paceRules({
      ...facts,
      planCeilings: [{ count: 20, seconds: 60 }],
      providerCeilings: [{ count: 30, seconds: 60 }],
    })
    expect(rules.windows).toEqual([
      daily(500),
      interval(4, 60),
      { count: 20, seconds: 60, reason: 'PLAN_LIMIT', scope: 'workspace' },
      { count: 30, seconds: 60, reason: 'PROVIDER_LIMIT', scope: 'mailbox' },
    ])
  })

  it('omit the interval when throttling is off, but never the daily limit', () => {
    expect(rulesOf({ enableThrottling: false })).toEqual({ windows: [daily(500)], spacing: 0, sendWindow: null })
  })

  it('allow at most 150 MB of uploads in 5 minutes', () => {
    const rules = paceRules({ ...facts, uploadBytes: 30_000_000 })
    expect(rules.windows.at(-1)).toEqual({ count: 5, seconds: 300, reason: 'PROVIDER_LIMIT', scope: 'mailbox' })
  })

  it.each<[string, Partial<EmailSettings>, number, number, number, number]>([
    ['the first day of a warm-up has the recommended figures', {}, 0, 2, 300, 96],
    ['half-way it is half-way between them and the workspace’s own', {}, 15, 3, 180, 298],
    ['the last day is one step short of them', {}, 29, 3, 68, 486],
    ['after 30 days the workspace’s own hold', {}, 30, 4, 60, 500],
    [
      'recommended warm-up values end at the normal ones',
      { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 },
      30,
      4,
      60,
      500,
    ],
    [
      'settings below the warm-up values apply',
      { emailsPerInterval: 1, intervalSeconds: 900, dailyLimit: 20 },
      0,
      1,
      900,
      20,
    ],
  ])('are right: %s', (_, settings, passed, emailsPerInterval, intervalSeconds, dailyLimit) => {
    const { windows } = rulesOf({ ...settings, warmupMode: true }, days(passed))
    const reason = dailyLimit < (settings.dailyLimit ?? 500) ? 'WARMUP_LIMIT' : 'DAILY_LIMIT'
    expect(windows).toEqual([daily(dailyLimit, reason), interval(emailsPerInterval, intervalSeconds)])
  })
})

describe('sending within the limits', () => {
  const four: PaceWindow = { count: 4, seconds: 60, reason: 'BETWEEN_INTERVALS', scope: 'mailbox' }
  const day: PaceWindow = { count: 10, seconds: 86_400, reason: 'DAILY_LIMIT', scope: 'mailbox' }
  const rules: PaceRules = { windows: [four, day], spacing: 0, sendWindow: null }
  const left = (used: number, oldest: number): SentCounts => ({ used, oldest: ago(oldest), newest: ago(oldest) })
  const none: SentCounts = { used: 0, oldest: null, newest: null }

  it.each<[string, SentCounts[], object]>([
    ['all of the interval when nothing has left', [none, none], { room: 4 }],
    ['the rest of the interval', [left(3, 50), left(3, 50)], { room: 1 }],
    ['the rest of the day if that is shorter', [left(1, 10), left(8, 3_600)], { room: 2 }],
    [
      'nothing until the oldest of the interval is out of it',
      [left(4, 20), left(4, 20)],
      { room: 0, until: later(40), reason: 'BETWEEN_INTERVALS' },
    ],
    [
      'nothing until the strictest rule allows it',
      [left(4, 20), left(10, 3_600)],
      { room: 0, until: later(82_800), reason: 'DAILY_LIMIT' },
    ],
    [
      'over midnight as at any other time: a day is any 24 hours',
      [none, left(10, 43_260)],
      { room: 0, until: later(43_140), reason: 'DAILY_LIMIT' },
    ],
  ])('allows %s', (_, departures, expected) => {
    expect(pace(rules, departures, noon)).toEqual(expected)
  })

  it('spreads emails over the interval, one at a time, with random gaps', () => {
    const spread: PaceRules = { ...rules, spacing: 15_000 }
    expect(pace(spread, [none, none], noon)).toEqual({ room: 1 })
    const gaps = new Set<number>()
    for (let second = 0; second < 200; second += 1) {
      const newest = later(second)
      const answer = pace(spread, [{ used: 1, oldest: newest, newest }, none], newest)
      if (!('until' in answer)) throw new Error('A mail left right behind another')
      const gap = answer.until.getTime() - newest.getTime()
      expect(gap).toBeGreaterThanOrEqual(7_500)
      expect(gap).toBeLessThan(15_000)
      expect(pace(spread, [{ used: 1, oldest: newest, newest }, none], newest)).toEqual(answer)
      gaps.add(gap)
    }
    expect(gaps.size).toBeGreaterThan(150)
  })

  it('waits for the sending hours to begin after every other limit', () => {
    const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '12:00', timeZone: 'UTC' }
    const windowed: PaceRules = { ...rules, sendWindow: office }
    const friday = new Date('2026-01-02T09:00:00Z')
    expect(pace(windowed, [none, none], noon)).toEqual({ room: 0, until: friday, reason: 'OUTSIDE_WINDOW' })
    expect(pace(windowed, [none, left(10, 3_600)], noon)).toEqual({
      room: 0,
      until: later(82_800),
      reason: 'DAILY_LIMIT',
    })
    const monday = new Date('2026-01-05T09:00:00Z')
    const late: SentCounts = { used: 10, oldest: new Date('2026-01-01T13:00:00Z'), newest: noon }
    expect(pace(windowed, [none, late], noon)).toEqual({ room: 0, until: monday, reason: 'OUTSIDE_WINDOW' })
  })

  it('never exceeds any limit, however emails arrive', () => {
    const window = fc.record({ count: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 90 }) })
    fc.assert(
      fc.property(
        fc.array(window, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 20_000 }),
        (bounds, spacing) => {
          const some: PaceRules = {
            windows: bounds.map((bound) => ({ ...bound, reason: 'PLAN_LIMIT', scope: 'mailbox' })),
            spacing,
            sendWindow: null,
          }
          const sent: number[] = []
          let now = noon.getTime()
          for (let step = 0; step < 60; step += 1) {
            const departures = bounds.map(({ count, seconds }): SentCounts => {
              const inside = sent.filter((moment) => moment > now - seconds * 1_000).slice(-count)
              const at = (moment: number | undefined) => (moment === undefined ? null : new Date(moment))
              return { used: inside.length, oldest: at(inside[0]), newest: at(inside.at(-1)) }
            })
            const answer = pace(some, departures, new Date(now))
            if ('until' in answer) now = answer.until.getTime()
            else for (let mail = 0; mail < answer.room; mail += 1) sent.push(now)
          }
          for (const { count, seconds } of bounds) {
            for (const moment of sent) {
              const inside = sent.filter((other) => other >= moment && other < moment + seconds * 1_000)
              expect(inside.length).toBeLessThanOrEqual(count)
            }
          }
        },
      ),
      { numRuns: runsOf(50) },
    )
  })
})
