import { memo, useCallback, useMemo, useState, type ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
} from 'recharts'
import { useSteps } from '#web/ui/use-media-query.ts'
import type { Tracked } from '../untracked-responses.tsx'
import {
  barsWithFigures,
  niceMax,
  cumulative,
  spread,
  bucketLabel,
  sendingPeriod,
  type Response,
  type Timeline,
} from './chart-series.ts'

const HEIGHT = 220
/** Fallback chart width in px when the layout has no width, such as in a background tab. */
const UNMEASURED = 600
/** Right margin in px for the longest line name, and per digit of its figure. */
const NAME = 118
const DIGIT = 8
const LABEL_GAP = 15

const AXIS = { fill: 'var(--ink-soft)', fontSize: 12 } as const
/** Horizontal lines only: this avoids measuring vertical ones. */
const GRID = <CartesianGrid vertical={false} verticalCoordinatesGenerator={() => []} stroke="var(--line)" />

export interface TimelineProps {
  timeline: Timeline
  /** The chart's text alternative. */
  label: string
}

/** Emails sent per time bucket. */
export const SendingChart = memo(function SendingChart({ timeline, label }: TimelineProps) {
  const points = sendingPeriod(timeline.points)
  const max = niceMax(Math.max(0, ...points.map(({ sent }) => sent)))
  const named = barsWithFigures(points)
  return (
    <Frame label={label}>
      <BarChart data={[...points]} margin={{ top: 18, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        {GRID}
        {xAxis(timeline, points)}
        {yAxis(max)}
        <Tooltip
          cursor={{ fill: 'var(--ink)', fillOpacity: 0.05 }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as Timeline['points'][number] | undefined
            if (!active || !point) return null
            return <Note at={point.at} timeline={timeline} lines={[`${point.sent.toLocaleString()} sent`]} />
          }}
        />
        <Bar
          dataKey="sent"
          fill="var(--good)"
          maxBarSize={28}
          isAnimationActive={false}
          label={({ index, x, y, width, value }: BarLabel) =>
            index !== undefined && named.has(index) ? (
              <text
                x={Number(x) + Number(width) / 2}
                y={Number(y) - 6}
                textAnchor="middle"
                fontSize={12}
                fill="var(--ink)"
              >
                {Number(value).toLocaleString()}
              </text>
            ) : (
              <g />
            )
          }
        />
      </BarChart>
    </Frame>
  )
})

interface BarLabel {
  index?: number
  x?: number | string
  y?: number | string
  width?: number | string
  value?: unknown
}

/** The lines of the response chart. */
export const RESPONSES = [
  { key: 'opened', name: 'Opened by people', color: 'var(--ink)', dashed: false },
  { key: 'machineOpened', name: 'By bots only', color: 'var(--ink-soft)', dashed: true },
  { key: 'clicked', name: 'Clicked', color: 'var(--good)', dashed: false },
] as const satisfies readonly { key: keyof Response; name: string; color: string; dashed: boolean }[]

/** Cumulative opens and clicks, people and bots separately. */
export const ResponseChart = memo(function ResponseChart({ timeline, label, opens, clicks }: TimelineProps & Tracked) {
  const { sm } = useSteps()
  const lines = RESPONSES.filter(({ key }) => (key === 'clicked' ? clicks : opens))
  const points = useMemo(() => cumulative(timeline.points), [timeline])
  const last = points.at(-1)
  const max = niceMax(last ? Math.max(...lines.map(({ key }) => last[key])) : 0)
  return (
    <>
      {!sm && last && (
        <ul className="mb-2 grid gap-1 text-xs">
          {lines.map(({ key, name, color, dashed }) => (
            <li key={key} className="flex items-center gap-2">
              <svg aria-hidden="true" width="20" height="4">
                <line
                  x1="0"
                  x2="20"
                  y1="2"
                  y2="2"
                  stroke={color}
                  strokeWidth="2"
                  strokeDasharray={dashed ? '4 3' : ''}
                />
              </svg>
              {name} <span className="figures font-strong">{last[key].toLocaleString()}</span>
            </li>
          ))}
        </ul>
      )}
      <Frame label={label}>
        <LineChart
          data={points}
          margin={{ top: 8, right: sm ? NAME + DIGIT * max.toLocaleString().length : 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          {GRID}
          {xAxis(timeline, points)}
          {yAxis(max)}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--edge)' }}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as Response | undefined
              if (!active || !point) return null
              const texts = lines.map(({ key, name }) => `${name}: ${point[key].toLocaleString()}`)
              return <Note at={point.at} timeline={timeline} lines={texts} />
            }}
          />
          {lines.map(({ key, color, dashed }) => (
            <Line
              key={key}
              dataKey={key}
              type="stepAfter"
              stroke={color}
              strokeWidth={2}
              strokeDasharray={dashed ? '4 3' : undefined}
              dot={points.length === 1}
              isAnimationActive={false}
            />
          ))}
          {sm && last && <EndNames lines={lines} last={last} max={max} />}
        </LineChart>
      </Frame>
    </>
  )
})

/** The name and figure at the end of each line. */
function EndNames({ lines, last, max }: { lines: readonly (typeof RESPONSES)[number][]; last: Response; max: number }) {
  const plot = usePlotArea()
  if (!plot) return null
  const { x, y, width, height } = plot
  const ends = lines.map(({ key }) => y + height * (1 - last[key] / max))
  const places = spread(ends, LABEL_GAP, y + 4, y + height - 2)
  return (
    <g fontSize={12}>
      {lines.map(({ key, name, color }, index) => (
        <text key={key} x={x + width + 8} y={(places[index] ?? 0) + 4} fill={color}>
          {name}
          <tspan dx={6} fontWeight={600} fill="var(--ink)">
            {last[key].toLocaleString()}
          </tspan>
        </text>
      ))}
    </g>
  )
}

/** Renders the chart once its width is known: rendering takes a tenth of a second, so do it only once. */
function Frame({ label, children }: { label: string; children: ReactNode }) {
  const [width, setWidth] = useState(0)
  const measure = useCallback((box: HTMLDivElement | null) => {
    if (box) setWidth(box.clientWidth || UNMEASURED)
  }, [])
  return (
    <div ref={measure} role="img" aria-label={label} className="figures select-none" style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width, height: HEIGHT }}>
          {children}
        </ResponsiveContainer>
      )}
    </div>
  )
}

/** The number of axis labels: few enough to space evenly, because measuring each costs a layout. */
const LABELS = 4

function xAxis(timeline: Timeline, points: readonly { at: string }[]) {
  const step = Math.ceil(points.length / LABELS)
  return (
    <XAxis
      dataKey="at"
      ticks={points.filter((_, index) => index % step === 0).map(({ at }) => at)}
      tickFormatter={(at: string) => bucketLabel(at, timeline)}
      tick={AXIS}
      tickLine={false}
      axisLine={{ stroke: 'var(--edge)' }}
      minTickGap={16}
      interval="preserveStart"
    />
  )
}

function yAxis(max: number) {
  return (
    <YAxis
      domain={[0, max]}
      ticks={[0, max / 4, max / 2, (max / 4) * 3, max]}
      tickFormatter={(value: number) => value.toLocaleString()}
      tick={AXIS}
      tickLine={false}
      axisLine={false}
      width={Math.max(44, 8 + DIGIT * max.toLocaleString().length)}
      allowDecimals={false}
    />
  )
}

function Note({ at, timeline, lines }: { at: string; timeline: Timeline; lines: readonly string[] }) {
  return (
    <div className="rounded-sm border border-edge bg-surface px-3 py-2 text-xs">
      <p className="text-ink-soft">{bucketLabel(at, timeline)}</p>
      {lines.map((line) => (
        <p key={line} className="figures">
          {line}
        </p>
      ))}
    </div>
  )
}
