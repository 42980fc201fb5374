import type { CampaignResponseQuery } from '#web/generated/graphql.ts'
import { format } from '#web/ui/format-time.ts'
import type { Tracked } from '../untracked-responses.tsx'

type Campaign = NonNullable<CampaignResponseQuery['campaign']>
export type Timeline = NonNullable<Campaign['timeline']>
export type TimelinePoint = Timeline['points'][number]

const DAY = 86_400

/** A point of the response chart: cumulative opens and clicks, and those by bots. */
export interface Response {
  at: string
  opened: number
  machineOpened: number
  clicked: number
}

/** The cumulative sums of the points. */
export function cumulative(points: readonly TimelinePoint[]): Response[] {
  let sum = { opened: 0, machineOpened: 0, clicked: 0 }
  return points.map(({ at, opened, machineOpened, clicked }) => {
    sum = {
      opened: sum.opened + opened,
      machineOpened: sum.machineOpened + machineOpened,
      clicked: sum.clicked + clicked,
    }
    return { at, ...sum }
  })
}

/** The points up to the last one with sent emails, padded by one on each side if available. */
export function sendingPeriod(points: readonly TimelinePoint[]): readonly TimelinePoint[] {
  const last = points.findLastIndex(({ sent }) => sent > 0)
  return last === -1 ? [] : points.slice(0, last + 2)
}

/** The one bar of the sending chart, as a sentence; null if there are several, or none. */
export function onlyBarText(timeline: Timeline): string | null {
  const [first, ...others] = timeline.points.filter(({ sent }) => sent > 0)
  if (!first || others.length > 0) return null
  const when = whenOf(first.at, timeline)
  return first.sent === 1
    ? `One email was sent ${when}.`
    : `All ${first.sent.toLocaleString()} emails were sent ${when}.`
}

/** The response chart as a sentence, if it has a single moment or nothing to show; otherwise null. */
export function fewResponsesText(timeline: Timeline, { opens, clicks }: Tracked): string | null {
  const { points } = timeline
  const sum = cumulative(points).at(-1)
  if (!sum) return null
  const figures = [
    ...(opens ? [`${sum.opened.toLocaleString()} opened by people`] : []),
    ...(opens ? [`${sum.machineOpened.toLocaleString()} by bots only`] : []),
    ...(clicks ? [`${sum.clicked.toLocaleString()} clicked`] : []),
  ]
  const isNothing = (!opens || sum.opened + sum.machineOpened === 0) && (!clicks || sum.clicked === 0)
  if (isNothing) return `No ${[opens && 'opens', clicks && 'clicks'].filter(Boolean).join(' or ')} so far.`
  return points.length === 1 ? `${figures.join(', ')}, all ${whenOf(sum.at, timeline)}.` : null
}

const whenOf = (at: string, timeline: Timeline) =>
  `${timeline.bucketSeconds >= DAY ? 'on' : 'at'} ${bucketLabel(at, timeline)}`

/** Up to this many bars fit a figure each, also on phones. */
const FEW_BARS = 7

/** The indexes of bars with a figure: all when there are few, else the highest. */
export function barsWithFigures(points: readonly Pick<TimelinePoint, 'sent'>[]): ReadonlySet<number> {
  const highest = Math.max(0, ...points.map(({ sent }) => sent))
  const most = points.findIndex(({ sent }) => sent === highest)
  const isNamed = (sent: number, index: number) => sent > 0 && (points.length <= FEW_BARS || index === most)
  return new Set(points.flatMap(({ sent }, index) => (isNamed(sent, index) ? [index] : [])))
}

/** The axis label of a bucket: time, day or both, depending on its length. */
export function bucketLabel(at: string, timeline: Timeline, locale?: string): string {
  const { points, bucketSeconds } = timeline
  const span = points.length * bucketSeconds
  const day = { day: 'numeric', month: 'short' } as const
  const time = { timeStyle: 'short' } as const
  const both = { ...day, hour: 'numeric', minute: '2-digit' } as const
  const style = bucketSeconds >= DAY ? day : span > DAY ? both : time
  return format(at, { locale }, style)
}

/** Spreads labels close to their ideal positions, at least `gap` apart and within bounds, keeping their order. */
export function spread(places: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = places.map((place, index) => ({ place, index })).toSorted((one, other) => one.place - other.place)
  const spots = order.map(({ place }) => place)
  for (let i = 0; i < spots.length; i += 1) {
    spots[i] = Math.max(spots[i] ?? 0, i === 0 ? top : (spots[i - 1] ?? 0) + gap)
  }
  for (let i = spots.length - 1; i >= 0; i -= 1) {
    spots[i] = Math.min(spots[i] ?? 0, i === spots.length - 1 ? bottom : (spots[i + 1] ?? 0) - gap)
  }
  const answer = Array<number>(places.length).fill(0)
  for (const [spot, { index }] of order.entries()) answer[index] = spots[spot] ?? 0
  return answer
}

/** A round axis maximum: 1, 2, 2.5 or 5 times a power of ten, at least `most`, divisible into four whole steps. */
export function niceMax(most: number): number {
  if (most <= 4) return 4
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 2.5, 4, 5, 8, 10].find((each) => each * power >= most) ?? 10
  return Math.ceil((step * power) / 4) * 4
}
