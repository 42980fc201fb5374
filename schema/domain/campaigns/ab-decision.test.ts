import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AB_REASONS,
  choose,
  decide,
  decidesAt,
  decisionText,
  variantInPlace,
  type TestCounts,
  type TestState,
} from './ab-decision.ts'
import { AB_METRICS, AB_WINNER, metricProblem, testSize, winnerRuleOf, type WinnerRule } from './ab-winner-rule.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const HOUR = 3_600_000
const START = new Date('2026-03-02T09:00:00Z')
const at = (hours: number) => new Date(START.getTime() + hours * HOUR)
const counts = (sent: number, opened: number, more: Partial<TestCounts> = {}): TestCounts => ({
  ...{ sent, opened, clicked: 0, replied: 0 },
  ...more,
})
const rule: WinnerRule = { share: 20, metric: 'opens', waitHours: 4 }
const state = (A: TestCounts, B: TestCounts, more: Partial<TestState> = {}): TestState => ({
  ...{ open: 0, lastSentAt: at(1), startedAt: START, variants: { A, B } },
  ...more,
})

describe('an A/B test whose winner goes to the remaining recipients', () => {
  it.each([
    [
      'the higher rate wins',
      counts(100, 28),
      counts(100, 44),
      'B',
      'MORE',
      'Subject B won: 44.0% opened, compared with 28.0%.',
    ],
    [
      'a rate counts, not a number',
      counts(40, 20),
      counts(100, 30),
      'A',
      'MORE',
      'Subject A won: 50.0% opened, compared with 30.0%.',
    ],
    [
      'a small difference wins, and is said to be uncertain',
      counts(100, 28),
      counts(100, 30),
      'B',
      'MORE',
      'Subject B won: 30.0% opened, compared with 28.0%. The difference could be due to chance.',
    ],
    [
      'a tie',
      counts(50, 10),
      counts(100, 20),
      'A',
      'TIE',
      'It was a tie: 20.0% opened with either subject. The rest gets subject A.',
    ],
    [
      'too few emails',
      counts(19, 0),
      counts(100, 60),
      'A',
      'TOO_FEW',
      'There was too little to compare: fewer than 20 emails were sent with one of the subjects. The rest gets subject A.',
    ],
    [
      'too few opens',
      counts(100, 0),
      counts(100, 4),
      'A',
      'TOO_FEW',
      'There was too little to compare: there were fewer than 5 opens (4). The rest gets subject A.',
    ],
  ] as const)('%s', (_what, A, B, winner, reason, text) => {
    const decision = decide(state(A, B), rule, at(5))
    expect(decision).toMatchObject({ winner, reason, metric: 'opens', at: at(5).toISOString(), variants: { A, B } })
    expect(decision && decisionText(decision)).toBe(text)
  })

  it('is decided by the measure that its rule names', () => {
    const A = counts(100, 60, { clicked: 10, replied: 20 })
    const B = counts(100, 40, { clicked: 30, replied: 20 })
    const winners = AB_METRICS.map((metric) => decide(state(A, B), { ...rule, metric }, at(5))?.winner)
    expect(winners).toEqual(['A', 'B', 'A'])
  })

  it('is decided its waiting time after the last test email, or after the start if none was sent', () => {
    const both = [counts(0, 0), counts(0, 0)] as const
    expect(decidesAt(state(...both), rule)).toEqual(at(5))
    expect(decidesAt(state(...both, { lastSentAt: null }), rule)).toEqual(at(4))
    expect(decidesAt(state(...both, { open: 1 }), rule)).toBeNull()
  })

  it('is never decided early or while an email of it is being sent, and the winner never has the lower rate', () => {
    const variant = fc
      .integer({ min: 0, max: 3_000 })
      .chain((sent) => fc.integer({ min: 0, max: sent }).map((opened) => counts(sent, opened)))
    const hours = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(
        ...[variant, variant, fc.nat(2), fc.option(hours), hours],
        fc.integer({ min: 1, max: 168 }),
        (A, B, open, lastSent, now, waitHours) => {
          const lastSentAt = lastSent === null ? null : at(lastSent)
          const decision = decide(state(A, B, { open, lastSentAt }), { ...rule, waitHours }, at(now))
          expect(decision === null).toBe(open > 0 || now < (lastSent ?? 0) + waitHours)
          if (!decision) return
          const [won, lost] = decision.winner === 'A' ? [A, B] : [B, A]
          if (decision.reason === 'MORE') expect(won.opened * lost.sent).toBeGreaterThan(lost.opened * won.sent)
          else expect(decision.winner).toBe('A')
        },
      ),
      { numRuns: runsOf(500) },
    )
  })

  it('treats both subjects alike, except for a tie or too few results', () => {
    const variant = fc
      .integer({ min: 20, max: 500 })
      .chain((sent) => fc.nat(sent).map((opened) => counts(sent, opened)))
    fc.assert(
      fc.property(variant, variant, (A, B) => {
        const [one, other] = [decide(state(A, B), rule, at(5)), decide(state(B, A), rule, at(5))]
        expect(one?.reason).toBe(other?.reason)
        if (one?.reason === 'MORE') expect(one.winner).not.toBe(other?.winner)
      }),
    )
  })

  it('splits the test emails in half, and leaves the other recipients out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 10, max: 99 }), (recipients, share) => {
        const size = testSize(recipients, share)
        const places = Array.from({ length: recipients }, (_, place) => variantInPlace(place, size))
        const [a, b] = (['A', 'B'] as const).map((name) => places.filter((each) => each === name).length)
        expect((a ?? 0) + (b ?? 0)).toBe(size)
        expect((a ?? 0) - (b ?? 0)).toBeGreaterThanOrEqual(0)
        expect((a ?? 0) - (b ?? 0)).toBeLessThanOrEqual(1)
        expect(Math.abs(size - (recipients * share) / 100)).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('says when a person chose the winner', () => {
    const decision = choose('B', { A: counts(9, 1), B: counts(9, 0) }, 'opens', START)
    expect(decisionText(decision)).toBe('Subject B was chosen before the test was over.')
    expect(AB_REASONS).toContain(decision.reason)
  })
})

describe('the rule for the winner of an A/B test', () => {
  it('exists if some recipients are not in the test', () => {
    expect(winnerRuleOf({ isAbTest: false, abTestShare: 20 })).toBeNull()
    expect(winnerRuleOf({ isAbTest: true, abTestShare: 100 })).toBeNull()
    expect(winnerRuleOf({ isAbTest: true, abTestShare: null })).toBeNull()
    const { usual } = AB_WINNER.waitHours
    expect(winnerRuleOf({ isAbTest: true, abTestShare: 20 })).toEqual({ share: 20, metric: 'opens', waitHours: usual })
  })

  it.each([
    ['opens', 'recipient', true, null],
    ['opens', 'recipient', false, 'Opens are not tracked for this campaign.'],
    ['clicks', 'off', true, 'Clicks are not tracked for this campaign.'],
    ['clicks', 'counts', true, 'Clicks are only counted, without recording whose they are.'],
    ['replies', 'off', false, null],
  ] as const)(
    'by %s, at the tracking level %s with tracking on: %s, is refused with: %s',
    (metric, level, tracks, problem) => {
      expect(metricProblem(metric, { level, trackOpens: tracks, trackClicks: tracks })).toBe(problem)
    },
  )
})
