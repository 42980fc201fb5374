import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { CampaignSummary } from '#web/campaigns/operations.ts'
import { CampaignStatusBadge } from '#web/campaigns/status-badge.tsx'
import { useLiveCampaigns } from '#web/campaigns/live/live-campaigns.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/count-figure.tsx'
import { Time } from '#web/ui/date-time.tsx'

const CampaignSendBar = lazy(async () => ({
  default: (await import('#web/campaigns/live/campaign-send-bar.tsx')).CampaignSendBar,
}))

/** Number of campaigns on the dashboard (product: screens.dashboard). */
const RECENT = 3

/** The newest campaigns, live. */
export function RecentCampaigns() {
  const { campaigns, error, loading, refetch } = useLiveCampaigns()
  const some = campaigns !== undefined && campaigns.length > 0
  return (
    <Card
      flush
      title="Recent Campaigns"
      actions={
        some && (
          <Link to="/campaigns" className="link">
            View All Campaigns
          </Link>
        )
      }
    >
      {campaigns ? (
        <List campaigns={campaigns.slice(0, RECENT)} />
      ) : error ? (
        <ErrorState
          title="Your campaigns could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  )
}

function List({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  const refusal = usePlanRefusal()
  if (campaigns.length === 0) {
    return (
      <EmptyState
        drawing="letter"
        title="No campaigns yet! Ready to create your first masterpiece?"
        action={
          <PlanAction to="/create-campaign" refusal={refusal}>
            Create Your First Campaign
          </PlanAction>
        }
      />
    )
  }
  return (
    <ul className="border-t border-line">
      {campaigns.map((campaign) => (
        <RecentCampaign key={campaign.id} campaign={campaign} />
      ))}
    </ul>
  )
}

function RecentCampaign({ campaign }: { campaign: CampaignSummary }) {
  const { id, name, subject, status, sentCount, createdAt } = campaign
  const hasBar = status === 'sending' || status === 'paused'
  return (
    <li className="grid gap-3 border-b border-line px-5 py-4 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-40">
          <h3 className="font-strong wrap-anywhere">
            {status === 'draft' ? (
              name
            ) : (
              <Link to={`/campaigns/${id}/analytics`} className="rounded-sm hover:underline">
                {name}
              </Link>
            )}
          </h3>
          <p className="wrap-anywhere text-ink-soft">{subject || 'No subject yet'}</p>
        </div>
        <CampaignStatusBadge {...campaign} />
      </div>
      {hasBar && (
        <Suspense fallback={<Skeleton className="h-16" />}>
          <CampaignSendBar campaign={campaign} />
        </Suspense>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
        {!hasBar && (
          <span>
            <Count value={sentCount} /> sent
          </span>
        )}
        <span>
          Created <Time at={createdAt} />
        </span>
      </p>
    </li>
  )
}

function ListSkeleton() {
  return (
    <Loading label="Loading campaigns..." className="border-t border-line">
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-2 border-b border-line px-5 py-4 last:border-0">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-1/2" />
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </Loading>
  )
}
