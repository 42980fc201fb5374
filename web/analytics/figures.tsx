import { rate } from '#domain/campaigns.ts'
import { NotTracked } from '#web/campaigns/analytics/not-tracked.tsx'
import { changeText, StatsChange } from '#web/dashboard/stats-change.tsx'
import { useLiveStats } from '#web/dashboard/use-live-stats.ts'
import { errorMessage } from '#web/errors.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { percent } from '#web/ui/percent.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TickingNumber } from '#web/ui/ticking-number.tsx'

/** The sample open rate (product: results.samples). */
const SAMPLE_OPEN_RATE = 68.2

const FOUR = 'grid grid-cols-2 gap-3 lg:grid-cols-4'

/** The four cards. */
export function Figures() {
  const { stats, error, loading, refetch } = useLiveStats()
  if (stats === undefined) {
    if (!error || loading) return <FiguresSkeleton />
    return (
      <Card>
        <ErrorState
          title="The stats could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
          className="py-4"
        />
      </Card>
    )
  }
  const { totalContacts, totalCampaigns, campaignsSent, openRate, opensTracked, hasSent } = stats
  return (
    <section aria-label="Stats" className={FOUR}>
      <Figure
        label="Total Contacts"
        value={<TickingNumber value={totalContacts} />}
        note={
          changeText(stats, 'totalContacts') ? (
            <StatsChange stats={stats} figure="totalContacts" />
          ) : (
            'In your workspace'
          )
        }
      />
      <Figure label="Total Campaigns" value={<TickingNumber value={totalCampaigns} />} note="Drafts included" />
      <Figure
        label="Sent Campaigns"
        value={<TickingNumber value={campaignsSent} />}
        note={
          <>
            {percent(rate(campaignsSent, totalCampaigns))} success rate
            <StatsChange stats={stats} figure="campaignsSent" />
          </>
        }
      />
      <Figure
        label="Open Rate"
        value={opensTracked ? percent(hasSent ? openRate : SAMPLE_OPEN_RATE) : <NotTracked />}
        note={
          <>
            {hasSent && opensTracked && 'Of tracked emails'}
            <StatsChange stats={stats} figure="openRate" />
          </>
        }
      />
    </section>
  )
}

function FiguresSkeleton() {
  return (
    <Loading label="Loading stats" className={FOUR}>
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-[117px] rounded-md" />
      ))}
    </Loading>
  )
}
