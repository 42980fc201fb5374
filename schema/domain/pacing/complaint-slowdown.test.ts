import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/setting-register.ts'
import { cautionOf, cautionReason, type WelcomeCounts } from './complaint-slowdown.ts'
import { pace, paceRules } from './pace.ts'

const now = new Date('2026-05-01T12:00:00Z')
const counts = (sent: number, complained = 0, left = 0, days = 20): WelcomeCounts => ({ sent, days, complained, left })
const perDay = (recent: WelcomeCounts, usual: WelcomeCounts) => cautionOf(recent, usual, null, now)?.perDay ?? null

describe('cautionOf, which slows down a mailbox with rising complaints,', () => {
  it.each([
    ['is calm without signs', counts(1_000), counts(10_000), null],
    ['is calm after one complaint', counts(1_000, 1), counts(100_000), null],
    ['is calm at its usual rate', counts(1_000, 10), counts(10_000, 100), null],
    ['is calm with too few emails', counts(49, 20), counts(10_000), null],
    ['is calm without emails before', counts(1_000, 20), counts(0, 0, 0, 0), null],
    ['is calm with few emails before', counts(1_000, 5), counts(100), null],
    ['is calm at twice its usual rate of few', counts(500, 2), counts(5_000, 10), null],
    ['slows down to the usual number of complaints a day', counts(1_000, 40), counts(10_000, 99), 125],
    ['slows down to a tenth at least', counts(1_000, 500), counts(10_000, 1), 50],
    ['slows down because people leave the topic', counts(1_000, 0, 40), counts(10_000, 0, 99), 125],
    ['slows down by the sign that rises more', counts(1_000, 40, 200), counts(10_000, 99, 99), 50],
    ['slows down although it never had a complaint', counts(500, 5), counts(10_000, 0), 50],
    ['slows down to one email at least', counts(50, 50), counts(60, 0, 0, 60), 1],
  ])('%s', (_, recent, usual, expected) => {
    expect(perDay(recent, usual)).toBe(expected)
  })

  it('continues until the rise is no longer unusual, and begins anew after that', () => {
    const usual = counts(10_000, 10)
    const began = cautionOf(counts(1_000, 9), usual, null, new Date('2026-04-28T12:00:00Z'))
    expect(began?.since).toBe('2026-04-28T12:00:00.000Z')
    expect(cautionOf(counts(1_000, 4), usual, began, now)).toMatchObject({ since: began?.since })
    expect(cautionOf(counts(1_000, 4), usual, null, now)).toBeNull()
    expect(cautionOf(counts(1_000, 1), usual, began, now)).toBeNull()
    expect(cautionOf(counts(40, 9), usual, began, now)).toBeNull()
  })

  it('never allows more than a usual day, nor less for fewer complaints', () => {
    const random = numbers(7)
    for (let run = 0; run < 2_000; run += 1) {
      const usual = counts(
        1 + Math.floor(random() * 20_000),
        Math.floor(random() * 50),
        0,
        1 + Math.floor(random() * 90),
      )
      const sent = 50 + Math.floor(random() * 5_000)
      const signs = Math.floor(random() * 60)
      const [few, many] = [perDay(counts(sent, signs), usual), perDay(counts(sent, signs + 5), usual)]
      const most = Math.max(1, Math.floor(usual.sent / usual.days))
      for (const each of [few, many]) if (each !== null) expect(each).toSatisfy((n: number) => n >= 1 && n <= most)
      if (few !== null) expect(many ?? Infinity).toBeLessThanOrEqual(few)
    }
  })

  it('slows down a mailbox with constant complaints in fewer than one of ten years', () => {
    const random = numbers(11)
    const years = 200
    let slowed = 0
    for (let year = 0; year < years; year += 1) {
      const [daily, rate] = [20 + Math.floor(random() * 200), 0.0005 + random() * 0.01]
      const signs = Array.from({ length: 462 }, () => {
        let each = 0
        for (let mail = 0; mail < daily; mail += 1) each += random() < rate ? 1 : 0
        return each
      })
      const sum = (from: number, to: number) => signs.slice(from, to).reduce((total, each) => total + each, 0)
      const isSlowed = Array.from({ length: 365 }, (_, day) => day + 97).some((day) =>
        cautionOf(counts(7 * daily, sum(day - 7, day)), counts(90 * daily, sum(day - 97, day - 7)), null, now),
      )
      if (isSlowed) slowed += 1
    }
    expect(slowed / years).toBeLessThan(0.1)
  })

  it('gives a reason that names the complaints of this week and of the 90 days before', () => {
    const caution = cautionOf(counts(1_000, 40), counts(10_000, 99), null, now)
    expect(caution && cautionReason(caution)).toBe(
      '40 of 1,000 emails of the last 7 days led to a complaint, more than usual for this mailbox (99 of 10,000 in the 90 days before), so it sends at most 125 a day until that is over.',
    )
  })
})

it('the caution about a mailbox is one of the sending limits, with its own reason', () => {
  const mailbox = { email: 'me@here.test', provider: 'smtp', scopes: [], copyToSelf: false, directory: null } as never
  const facts = { mailbox, settings: DEFAULT_SETTINGS, warmupStartedAt: null, planCeilings: [], providerCeilings: [] }
  const rules = paceRules({ ...facts, uploadBytes: 0, now, caution: { perDay: 5 } })
  const index = rules.windows.findIndex(({ reason }) => reason === 'UNWELCOME')
  expect(rules.windows[index]).toEqual({ count: 5, seconds: 86_400, reason: 'UNWELCOME', scope: 'mailbox' })
  const oldest = new Date(now.getTime() - 3_600_000)
  const used = rules.windows.map((_, at) =>
    at === index ? { used: 5, oldest, newest: oldest } : { used: 0, oldest: null, newest: null },
  )
  expect(pace(rules, used, now)).toMatchObject({ room: 0, reason: 'UNWELCOME' })
  expect(paceRules({ ...facts, uploadBytes: 0, now }).windows.map(({ reason }) => reason)).not.toContain('UNWELCOME')
})

/** Repeatable random numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
