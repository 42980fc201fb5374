import { describe, expect, it } from 'vitest'
import { pace, paceWindows, type PaceWindow } from './pace.ts'

const settings = {
  emailsPerInterval: 4,
  intervalSeconds: 60,
  dailyLimit: 500,
  enableThrottling: true,
  warmupMode: false,
}
const noon = new Date('2026-01-01T12:00:00Z')
const ago = (seconds: number) => new Date(noon.getTime() - seconds * 1_000)
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

describe('the rules of pace', () => {
  it('are the daily limit, the interval, the ceilings of the plan and of the provider', () => {
    expect(paceWindows(settings, [{ count: 20, seconds: 60 }], [{ count: 30, seconds: 60 }])).toEqual([
      { count: 500, seconds: 86_400, reason: 'DAILY_LIMIT' },
      { count: 4, seconds: 60, reason: 'BETWEEN_INTERVALS' },
      { count: 20, seconds: 60, reason: 'PLAN_LIMIT' },
      { count: 30, seconds: 60, reason: 'PROVIDER_LIMIT' },
    ])
  })

  it('leave the interval out when throttling is off, never the daily limit', () => {
    const windows = paceWindows({ ...settings, enableThrottling: false }, [], [])
    expect(windows.map((window) => window.reason)).toEqual(['DAILY_LIMIT'])
  })
})

describe('pace', () => {
  const interval: PaceWindow = { count: 4, seconds: 60, reason: 'BETWEEN_INTERVALS' }
  const day: PaceWindow = { count: 10, seconds: 86_400, reason: 'DAILY_LIMIT' }

  it.each([
    ['all of the interval when nothing has left', [{ used: 0, oldest: null }], { room: 4 }],
    ['what is left of it', [{ used: 3, oldest: ago(10) }], { room: 1 }],
  ])('gives %s', (_, departures, expected) => {
    expect(pace([interval], departures)).toEqual(expected)
  })

  it('waits until the oldest of the interval is past', () => {
    expect(pace([interval], [{ used: 4, oldest: ago(45) }])).toEqual({
      room: 0,
      until: later(15),
      reason: 'BETWEEN_INTERVALS',
    })
  })

  it('gives the least room of all rules', () => {
    expect(
      pace(
        [interval, day],
        [
          { used: 1, oldest: ago(5) },
          { used: 9, oldest: ago(5_000) },
        ],
      ),
    ).toEqual({ room: 1 })
  })

  it('names the rule that holds longest', () => {
    const departures = [
      { used: 4, oldest: ago(30) },
      { used: 10, oldest: ago(3_600) },
    ]
    expect(pace([interval, day], departures)).toEqual({ room: 0, until: later(82_800), reason: 'DAILY_LIMIT' })
  })
})
