import { expect, it } from 'vitest'
import { followUpSpans, followUpTimes } from './follow-up-forecast.ts'
import type { FollowUpStep } from './follow-ups.ts'

const step = (place: number, waitDays: number, more: Partial<FollowUpStep> = {}): FollowUpStep => ({
  ...{ step: place, waitDays, timeOfDay: '09:30', timeZone: 'Europe/Berlin', condition: 'no_reply', link: null },
  ...more,
})
const OFFICE = { days: [1, 2, 3, 4], from: '10:00', to: '16:00', timeZone: 'Europe/Berlin' }
/** Thursday */
const LEFT = new Date('2026-11-26T12:00:00Z')

it.each([
  ['without follow-ups', [], null, null, []],
  ['after a wait over a weekend', [step(2, 2)], null, null, ['2026-11-30T08:30:00.000Z']],
  [
    'when each step waits for the one before',
    [step(3, 1), step(2, 2)],
    null,
    null,
    ['2026-11-30T08:30:00.000Z', '2026-12-01T08:30:00.000Z'],
  ],
  [
    'with conditions',
    [step(2, 2, { condition: 'clicked' }), step(3, 1)],
    null,
    null,
    ['2026-11-30T08:30:00.000Z', '2026-12-01T08:30:00.000Z'],
  ],
  ['within the sending hours', [step(2, 2)], OFFICE, null, ['2026-12-01T09:00:00.000Z']],
  ['in the zone of the recipient', [step(2, 2)], null, 'America/New_York', ['2026-11-30T14:30:00.000Z']],
] as const)('the forecast of follow-ups says when they can leave %s', (_, steps, hours, zone, expected) => {
  const window = hours && { ...hours, days: [...hours.days] }
  expect(followUpTimes(LEFT, steps, window, zone).map(({ at }) => at.toISOString())).toEqual(expected)
})

it('the forecast of follow-ups returns the first and the last moment of each follow-up, over all time zones', () => {
  const at = (time: string) => new Date(`2026-11-${time}:00Z`)
  const groups = [
    { timeZone: 'Asia/Tokyo', firstAt: at('26T00:30'), lastAt: at('26T00:30') },
    { timeZone: 'Europe/Berlin', firstAt: at('26T08:30'), lastAt: at('27T15:00') },
  ]
  const spans = followUpSpans(groups, [step(2, 1), step(3, 2)], null)
  expect(spans.map(({ step: place, firstAt, lastAt }) => [place, firstAt.toISOString(), lastAt.toISOString()])).toEqual(
    [
      [2, '2026-11-27T00:30:00.000Z', '2026-11-30T08:30:00.000Z'],
      [3, '2026-12-01T00:30:00.000Z', '2026-12-02T08:30:00.000Z'],
    ],
  )
  expect(followUpSpans([], [step(2, 1)], null)).toEqual([])
})

it("the forecast of follow-ups waits where the campaign's own emails would exceed the weekly limit per person", () => {
  const times = (weeklyCeiling: number | null) =>
    followUpTimes(LEFT, [step(2, 2), step(3, 1)], null, null, weeklyCeiling).map(({ at }) => at.toISOString())
  expect(times(3)).toEqual(times(null))
  expect(times(2)).toEqual(['2026-11-30T08:30:00.000Z', '2026-12-03T12:00:00.000Z'])
  expect(times(1)).toEqual(['2026-12-03T12:00:00.000Z', '2026-12-10T12:00:00.000Z'])
})
