import type { ReactNode } from 'react'
import type { StatsQuery } from '#web/generated/graphql.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SampleMark } from '#web/ui/sample-mark.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/count-figure.tsx'
import { GetStarted } from './get-started.tsx'
import { SAMPLE_FIGURES } from './sample-figures.ts'
import { changeText, StatsChange } from './stats-change.tsx'
import { useLiveStats } from './use-live-stats.ts'

type Stats = StatsQuery['stats']

const FOUR = 'grid grid-cols-2 gap-3 lg:grid-cols-4'
const NOTE = 'flex flex-wrap items-center gap-x-2 gap-y-1'

/** The four cards and the stats panel (product: screens.dashboard). */
export function Figures() {
  const { stats, error, loading, refetch } = useLiveStats()
  if (stats === undefined) {
    if (!error) return <FiguresSkeleton />
    return (
      <Card>
        <ErrorState
          title="The stats could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      </Card>
    )
  }
  return (
    <>
      <GetStarted stats={stats} />
      <div className={FOUR}>
        <Figure label="Total Contacts" value={<Count value={stats.totalContacts} />} note="In your workspace" />
        <Figure label="Total Campaigns" value={<Count value={stats.totalCampaigns} />} note="Drafts included" />
        <SuccessRate stats={stats} />
        <Figure label="Active Now" value={<Count value={stats.activeCampaigns} />} note="Campaigns sending" />
      </div>
      <StatsPanel stats={stats} />
    </>
  )
}

function SuccessRate({ stats }: { stats: Stats }) {
  if (stats.hasSent) {
    return <Figure label="Success Rate" value={percent(stats.successRate)} note="Of emails sent or failed" />
  }
  return (
    <Figure
      label="Success Rate"
      value={SAMPLE_FIGURES.successRate}
      note={
        <span className={NOTE}>
          <span>Average open rate</span>
          <Sample />
        </span>
      }
    />
  )
}

function StatsPanel({ stats }: { stats: Stats }) {
  const tiles: { key: keyof typeof SAMPLE_FIGURES.changes; label: string; value: ReactNode }[] = [
    { key: 'totalContacts', label: 'Total Contacts', value: <Count value={stats.totalContacts} /> },
    { key: 'campaignsSent', label: 'Campaigns Sent', value: <Count value={stats.campaignsSent} /> },
    { key: 'openRate', label: 'Open Rate', value: stats.opensTracked ? percent(stats.openRate) : 'Not tracked' },
    { key: 'clickRate', label: 'Click Rate', value: stats.clicksTracked ? percent(stats.clickRate) : 'Not tracked' },
  ]
  return (
    <Card title="Statistics" flush>
      <dl className="grid grid-cols-2 gap-px border-t border-line bg-line lg:grid-cols-4">
        {tiles.map(({ key, label, value }) => (
          <div key={key} className="bg-surface px-5 py-4">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures mt-1 text-base font-strong">{value}</dd>
            {changeText(stats, key) !== null && (
              <dd className="mt-1.5 text-xs text-ink-soft">
                <StatsChange stats={stats} figure={key} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Sample() {
  return <SampleMark why="Sample number. Yours appears after you send your first email." />
}

function percent(figure: number): string {
  return `${figure.toLocaleString()}%`
}

function FiguresSkeleton() {
  return (
    <Loading label="Loading stats" className="grid gap-6">
      <div className={FOUR}>
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-[117px] rounded-md" />
        ))}
      </div>
      <Skeleton className="h-[152px] rounded-md" />
    </Loading>
  )
}
