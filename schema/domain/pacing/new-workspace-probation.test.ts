import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/setting-register.ts'
import { forecast } from './sending-forecast.ts'
import { pace, paceRules } from './pace.ts'
import { probationDay, probationOf } from './new-workspace-probation.ts'

const DAY = 86_400_000
const since = new Date('2026-03-01T15:00:00Z')
const onDay = (day: number, hours = 0) => new Date(since.getTime() + day * DAY + hours * 3_600_000)
const clean = { sent: 0, bounced: 0, refused: 0, unsubscribed: 0, complained: 0 }

describe('a new workspace', () => {
  it.each([
    ['begins with 50 emails a day', 0, clean, 50, false],
    ['still has them on the second day', 1, { ...clean, sent: 50 }, 50, false],
    ['may send twice as many after two days', 2, { ...clean, sent: 100 }, 100, false],
    ['reaches 800 a day in eight days', 8, { ...clean, sent: 1_500 }, 800, false],
    ['does not grow by waiting', 20, clean, 50, false],
    ['grows with what it sends, however old it is', 20, { ...clean, sent: 60 }, 110, false],
    ['grows at half the speed when some unsubscribe', 8, { ...clean, sent: 1_000, unsubscribed: 25 }, 200, true],
    ['grows at half the speed with a few complaints', 8, { ...clean, sent: 1_000, complained: 2 }, 200, true],
    ['falls back to 50 when many bounce', 8, { ...clean, sent: 1_000, bounced: 60 }, 50, true],
    ['falls back to 50 when many complain', 8, { ...clean, sent: 1_000, complained: 4 }, 50, true],
  ])('%s', (_, day, outcomes, perDay, heldBack) => {
    expect(probationOf(since, outcomes, onDay(day, 23))).toMatchObject({ perDay, heldBack, isOver: false })
  })

  it.each([
    ['is trusted after 30 days and 200 emails', 30, { ...clean, sent: 200 }, true],
    ['is not trusted after 29 days', 29, { ...clean, sent: 5_000 }, false],
    ['is not trusted before it has sent', 200, { ...clean, sent: 199 }, false],
    ['is not trusted while some unsubscribe', 60, { ...clean, sent: 1_000, unsubscribed: 25 }, false],
  ])('%s', (_, day, outcomes, isOver) => {
    expect(probationOf(since, outcomes, onDay(day)).isOver).toBe(isOver)
  })

  it('counts what left before the day began, so that its limit stays the same all day', () => {
    expect([onDay(3), onDay(3, 23.9)].map((now) => probationDay(since, now))).toEqual([onDay(3), onDay(3)])
  })
})

const rulesOn = (now: Date, sent: number) =>
  paceRules({
    mailbox: { provider: 'microsoft', email: 'ann@contoso.test', directory: null, scopes: [] },
    settings: { ...DEFAULT_SETTINGS, dailyLimit: 10_000, enableThrottling: false },
    warmupStartedAt: null,
    planCeilings: [{ count: 500, seconds: 86_400 }],
    providerCeilings: [],
    probation: probationOf(since, { ...clean, sent }, now),
    uploadBytes: 0,
    now,
  })
const usedUp = (count: number, at: Date) => [
  { used: count, oldest: at, newest: at },
  { used: count, oldest: at, newest: at },
  { used: count, oldest: at, newest: at },
]

describe('the sending limit of a new workspace', () => {
  it('is a daily limit for all its mailboxes together', () => {
    expect(rulesOn(onDay(0), 0).windows.at(-1)).toMatchObject({
      ...{ count: 50, seconds: 86_400, reason: 'NEW_WORKSPACE', scope: 'workspace' },
    })
  })

  it('makes it wait until the oldest email is a day old', () => {
    const now = onDay(0, 5)
    expect(pace(rulesOn(now, 0), usedUp(50, onDay(0, 1)), now)).toEqual({
      ...{ room: 0, until: onDay(1, 1), reason: 'NEW_WORKSPACE' },
    })
  })

  it('lets it continue earlier when the limit grows before', () => {
    const now = onDay(1, 23)
    expect(pace(rulesOn(now, 50), usedUp(50, onDay(1, 22)), now)).toMatchObject({ until: onDay(2) })
  })

  it('is forecast with its growth', () => {
    const now = onDay(0)
    // 50 + 50 + 100 + 100 + 200 + 200 + 300 of 400
    expect(forecast(rulesOn(now, 0), [], 1_000, 10, now)?.getTime()).toBeLessThan(onDay(6, 1).getTime())
    expect(forecast(rulesOn(now, 0), [], 1_000, 10, now)?.getTime()).toBeGreaterThan(onDay(6).getTime())
    expect(forecast(rulesOn(now, 0), [], 60, 10, now)?.getTime()).toBeGreaterThan(onDay(1).getTime())
  })
})
