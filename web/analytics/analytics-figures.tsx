import { rate } from '#domain/rate-percent.ts'
import { NotTracked } from '#web/campaigns/analytics/untracked-responses.tsx'
import { changeText, StatsChange } from '#web/dashboard/stats-change.tsx'
import { useLiveStats } from '#web/dashboard/use-live-stats.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { percent } from '#web/ui/percent-text.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/count-figure.tsx'

/** The open rate in percent of the sample figures that a new workspace shows (product: results.samples). */
const SAMPLE_OPEN_RATE = 68.2

/** Grid classes in which the open rate's card is the widest and the other cards are beside it. */
const AROUND = 'grid grid-cols-2 gap-3 lg:grid-cols-[1.6fr_1fr_1fr_1fr]'

/** The four cards with the workspace's main figures. */
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
  const { totalContacts, totalCampaigns, campaignsSent, campaignsFailed, openRate, opensTracked, hasSent } = stats
  return (
    <section aria-label="Stats" className={AROUND}>
      <Figure
        lead
        className="col-span-2 lg:col-span-1"
        label="Open Rate"
        value={opensTracked ? percent(hasSent ? openRate : SAMPLE_OPEN_RATE) : <NotTracked />}
        note={
          <>
            {hasSent && opensTracked && 'Share of tracked emails that were opened'}
            <StatsChange stats={stats} figure="openRate" />
          </>
        }
      />
      <Figure
        label="Total Contacts"
        value={<Count value={totalContacts} />}
        note={
          changeText(stats, 'totalContacts') ? (
            <StatsChange stats={stats} figure="totalContacts" />
          ) : (
            'In your workspace'
          )
        }
      />
      <Figure
        label="Total Campaigns"
        value={<Count value={totalCampaigns} />}
        note={
          <>
            Drafts included
            <StatsChange stats={stats} figure="totalCampaigns" />
          </>
        }
      />
      <Figure
        className="col-span-2 lg:col-span-1"
        label="Sent Campaigns"
        value={<Count value={campaignsSent} />}
        note={
          <>
            {campaignsSent + campaignsFailed === 0
              ? 'No campaign has finished yet'
              : `${percent(rate(campaignsSent, campaignsSent + campaignsFailed))} success rate of finished campaigns`}
            <StatsChange stats={stats} figure="campaignsSent" />
          </>
        }
      />
    </section>
  )
}

function FiguresSkeleton() {
  return (
    <Loading label="Loading stats" className={AROUND}>
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-[117px] rounded-md" />
      ))}
    </Loading>
  )
}
