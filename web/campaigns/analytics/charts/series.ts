import type { CampaignResponseQuery } from '#web/generated/graphql.ts'
import { format } from '#web/ui/format-time.ts'

type Campaign = NonNullable<CampaignResponseQuery['campaign']>
export type Timeline = NonNullable<Campaign['timeline']>
export type TimelinePoint = Timeline['points'][number]

const DAY = 86_400

/** What the chart of responses shows: opened and clicked so far, those by programs apart. */
export interface Response {
  at: string
  opened: number
  machineOpened: number
  clicked: number
}

/** The points added up from the first to each. */
export function soFar(points: readonly TimelinePoint[]): Response[] {
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

/** The points up to the last in which mails left, with one before and after, as long as there are any. */
export function whileSending(points: readonly TimelinePoint[]): readonly TimelinePoint[] {
  const last = points.findLastIndex(({ sent }) => sent > 0)
  return last === -1 ? [] : points.slice(0, last + 2)
}

/** So many bars have room for a figure each, on phones as well. */
const FEW_BARS = 7

/** Which bars say their figure, by index: all while they are few, else the highest. */
export function barsWithFigures(points: readonly Pick<TimelinePoint, 'sent'>[]): ReadonlySet<number> {
  const highest = Math.max(0, ...points.map(({ sent }) => sent))
  const most = points.findIndex(({ sent }) => sent === highest)
  const isNamed = (sent: number, index: number) => sent > 0 && (points.length <= FEW_BARS || index === most)
  return new Set(points.flatMap(({ sent }, index) => (isNamed(sent, index) ? [index] : [])))
}

/** How the beginning of a stretch is written below a chart: its time, its day, or both, as its length asks for. */
export function stretchLabel(at: string, timeline: Timeline, locale?: string): string {
  const { points, bucketSeconds } = timeline
  const span = points.length * bucketSeconds
  const day = { day: 'numeric', month: 'short' } as const
  const time = { timeStyle: 'short' } as const
  const both = { ...day, hour: 'numeric', minute: '2-digit' } as const
  const style = bucketSeconds >= DAY ? day : span > DAY ? both : time
  return format(at, { locale }, style)
}

/** Places for labels as near as can be to where they belong, at least `gap` apart and within the bounds; same order as given. */
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

/** A round figure to end an axis at: 1, 2, 2.5 or 5 times a power of ten, at least `most`, in whole steps of four. */
export function niceMax(most: number): number {
  if (most <= 4) return 4
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 2.5, 4, 5, 8, 10].find((each) => each * power >= most) ?? 10
  return Math.ceil((step * power) / 4) * 4
}
