import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testSize } from '../campaigns/ab-winner-rule.ts'
import { forecastWinner } from './winner-forecast.ts'
import type { PaceRules, SentCounts } from './pace.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const HOUR = 3_600_000
const startsAt = new Date('2026-01-01T12:00:00Z')
const none: SentCounts = { used: 0, oldest: null, newest: null }
const mailbox = (perHour: number): { rules: PaceRules; counts: SentCounts[] } => ({
  rules: {
    windows: [{ count: perHour, seconds: 3_600, reason: 'DAILY_LIMIT', scope: 'mailbox' }],
    spacing: 0,
    sendWindow: null,
  },
  counts: [none],
})
const hours = (time: Date | null | undefined) => ((time?.getTime() ?? 0) - startsAt.getTime()) / HOUR
const speed = { perSecond: 1_000, startsAt }

describe('the forecast of an A/B test whose winner goes to the remaining recipients', () => {
  it('waits after the last test email, then sends the rest at the usual pace', () => {
    const rule = { share: 20, metric: 'opens', waitHours: 4 } as const
    const { decidesAt, finishes } = forecastWinner([mailbox(10)], 100, rule, speed)
    expect(hours(decidesAt)).toBeCloseTo(1 + 4, 2)
    expect(hours(finishes[0])).toBeCloseTo(1 + 4 + 7, 2)
  })

  it('shares the emails among mailboxes, and waits for the slowest', () => {
    const rule = { share: 50, metric: 'replies', waitHours: 1 } as const
    const { decidesAt, finishes } = forecastWinner([mailbox(100), mailbox(5)], 40, rule, speed)
    expect(hours(decidesAt)).toBeCloseTo(1 + 1, 2)
    expect(hours(finishes[0])).toBeCloseTo(2, 2)
    expect(hours(finishes[1])).toBeCloseTo(3, 2)
  })

  it('has no last email without a mailbox', () => {
    const rule = { share: 50, metric: 'opens', waitHours: 1 } as const
    expect(forecastWinner([], 40, rule, speed).finishes).toEqual([])
  })

  it('never ends before the decision if recipients wait for it', () => {
    fc.assert(
      fc.property(
        ...[fc.integer({ min: 3, max: 400 }), fc.integer({ min: 10, max: 90 }), fc.integer({ min: 1, max: 168 })],
        fc.integer({ min: 1, max: 100 }),
        (emails, share, waitHours, perHour) => {
          fc.pre(testSize(emails, share) < emails)
          const forecast = forecastWinner([mailbox(perHour)], emails, { share, metric: 'opens', waitHours }, speed)
          expect(hours(forecast.decidesAt)).toBeGreaterThanOrEqual(waitHours)
          expect(forecast.finishes[0]?.getTime()).toBeGreaterThanOrEqual(forecast.decidesAt.getTime())
        },
      ),
      { numRuns: runsOf(50) },
    )
  })
})
