import type { StatsQuery } from '#web/generated/graphql.ts'
import { SampleMark } from '#web/ui/sample-mark.tsx'
import { SAMPLE_FIGURES } from './sample-figures.ts'

type Stats = StatsQuery['stats']
type ChangingFigure = keyof typeof SAMPLE_FIGURES.changes

/** Figures that are rates: their change is shown in percentage points, that of counts in percent. */
const RATES: ReadonlySet<ChangingFigure> = new Set(['openRate', 'clickRate'])

/**
 * The change of a figure from last month, or nothing without a previous value. Until the first email is sent, a sample
 * (product: results.samples).
 */
export function StatsChange({ stats, figure }: { stats: Stats; figure: ChangingFigure }) {
  const text = changeText(stats, figure)
  if (text === null) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{text}</span>
      {!stats.hasSent && <SampleMark why="Sample number. Yours appears after you send your first email." />}
    </span>
  )
}

/**
 * Returns the change of a figure as text: "+12% from last month", "+1.4 points from last month"; null without a
 * previous value.
 */
export function changeText({ hasSent, fromLastMonth }: Stats, figure: ChangingFigure): string | null {
  if (!hasSent) return `${SAMPLE_FIGURES.changes[figure]} from last month`
  const change = fromLastMonth[figure]
  if (change === null) return null
  if (change === 0) return 'Same as last month'
  const signed = change.toLocaleString(undefined, { signDisplay: 'always', maximumFractionDigits: 1 })
  return RATES.has(figure) ? `${signed} points from last month` : `${signed}% from last month`
}
