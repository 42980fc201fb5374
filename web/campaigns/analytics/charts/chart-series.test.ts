import { describe, expect, test } from 'vitest'
import {
  barsWithFigures,
  niceMax,
  cumulative,
  fewResponsesText,
  spread,
  bucketLabel,
  onlyBarText,
  sendingPeriod,
  type TimelinePoint,
} from './chart-series.ts'

const point = (at: string, fields: Partial<TimelinePoint> = {}): TimelinePoint => ({
  at: `2026-02-01T${at}:00.000Z`,
  sent: 0,
  opened: 0,
  machineOpened: 0,
  clicked: 0,
  ...fields,
})

test('cumulative adds up opens and clicks over time, people and bots separately', () => {
  const points = [point('09:00', { opened: 2, machineOpened: 1 }), point('09:01', { opened: 3, clicked: 1 })]
  expect(cumulative(points).map(({ opened, machineOpened, clicked }) => [opened, machineOpened, clicked])).toEqual([
    [2, 1, 0],
    [5, 1, 1],
  ])
})

test('onlyBarText describes a chart of one bar in a sentence', () => {
  const timeline = (...points: TimelinePoint[]) => ({
    __typename: 'CampaignTimeline' as const,
    bucketSeconds: 86_400,
    points,
  })
  const first = point('09:00', { sent: 1_200 })
  expect(onlyBarText(timeline(first, point('09:01')))).toMatch(/^All 1,200 emails were sent on \S+ \S+\.$/)
  expect(onlyBarText(timeline(point('09:00', { sent: 1 })))).toMatch(/^One email was sent on /)
  expect(onlyBarText(timeline(first, point('09:01', { sent: 1 })))).toBeNull()
  expect(onlyBarText(timeline(point('09:00')))).toBeNull()
})

describe('fewResponsesText, for a chart with few responses,', () => {
  const timeline = (...points: TimelinePoint[]) => ({
    __typename: 'CampaignTimeline' as const,
    bucketSeconds: 86_400,
    points,
  })
  const both = { opens: true, clicks: true }
  const some = point('09:00', { opened: 1_200, clicked: 3 })

  test('puts the figures of a single moment into a sentence', () => {
    expect(fewResponsesText(timeline(some), both)).toMatch(
      /^1,200 opened by people, 0 by bots only, 3 clicked, all on \S+ \S+\.$/,
    )
    expect(fewResponsesText(timeline(some), { opens: false, clicks: true })).toMatch(/^3 clicked, all on /)
    expect(fewResponsesText(timeline(some, point('09:01')), both)).toBeNull()
  })

  test('names what is tracked while nothing has happened', () => {
    const quiet = timeline(point('09:00'), point('09:01'))
    expect(fewResponsesText(quiet, both)).toBe('No opens or clicks so far.')
    expect(fewResponsesText(quiet, { opens: true, clicks: false })).toBe('No opens so far.')
    expect(
      fewResponsesText(timeline(point('09:00', { clicked: 1 }), point('09:01')), { opens: true, clicks: false }),
    ).toBe('No opens so far.')
    expect(fewResponsesText(timeline(point('09:00', { machineOpened: 1 }), point('09:01')), both)).toBeNull()
    expect(fewResponsesText(timeline(), both)).toBeNull()
  })
})

test('the sending chart covers the intervals with sent emails and one more', () => {
  const points = [
    point('09:00', { sent: 4 }),
    point('09:01'),
    point('09:02', { sent: 1 }),
    point('09:03'),
    point('09:04'),
  ]
  expect(sendingPeriod(points).map(({ sent }) => sent)).toEqual([4, 0, 1, 0])
  expect(sendingPeriod([point('09:00')])).toEqual([])
})

test.each([
  ['all that are not empty if they are few', [300, 0, 41, 300, 7, 0], [0, 2, 3, 4]],
  ['the highest of many', [3, 4, 41, 5, 7, 12, 41, 0], [2]],
  ['none if all are empty', [], []],
])('the bars of a chart are labeled with figures: %s', (_, sent, named) => {
  expect([...barsWithFigures(sent.map((count) => ({ sent: count })))]).toEqual(named)
})

describe('the time labels of a chart', () => {
  const points = [point('09:00'), point('10:00')]
  test.each([
    [60, 2, /^\d\d:\d\d/],
    [3_600, 48, /1 Feb|31 Jan|2 Feb/],
    [86_400, 30, /^(31 Jan|1 Feb|2 Feb)$/],
  ])('show what distinguishes intervals of %i s', (bucketSeconds, count, words) => {
    const timeline = {
      bucketSeconds,
      points: Array.from({ length: count }, (_, index) => points[index % 2] ?? point('09:00')),
    }
    expect(bucketLabel('2026-02-01T09:00:00.000Z', timeline, 'en-GB')).toMatch(words)
    expect(bucketLabel('2026-02-01T09:00:00.000Z', timeline, 'en-US'), 'in local time').not.toMatch(/^0/)
  })
})

test.each([
  [
    [100, 102, 104],
    [100, 115, 130],
  ],
  [
    [195, 198, 20],
    [185, 200, 20],
  ],
])('the names of lines in a chart do not overlap and stay within the plot: %j', (places, expected) => {
  expect(spread(places, 15, 0, 200)).toEqual(expected)
})

test.each([
  [0, 4],
  [3, 4],
  [37, 40],
  [312, 400],
  [1_242, 2_000],
  [9_999, 10_000],
])('the axis of a chart for %i ends at the round number %i', (most, end) => {
  expect(niceMax(most)).toBe(end)
})
