import { Link } from 'react-router'
import { CampaignSendBar } from '#web/campaigns/live/campaign-send-bar.tsx'
import type { CampaignSummary } from '#web/campaigns/operations.ts'
import { CampaignStatusBadge } from '#web/campaigns/status-badge.tsx'
import { useLiveCampaigns } from '#web/campaigns/live/live-campaigns.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/count-figure.tsx'

/** The progress of each campaign. */
export function CampaignPerformance() {
  const list = useLiveCampaigns()
  const refusal = usePlanRefusal()
  const { campaigns, error, loading, hasMore, moreError } = list
  if (campaigns === undefined && error && !loading) {
    return (
      <Card title="Campaign Performance">
        <ErrorState
          title="Your campaigns could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void list.refetch().catch(() => undefined)}
        />
      </Card>
    )
  }
  return (
    <Card title="Campaign Performance" flush>
      {campaigns === undefined ? (
        <CampaignsSkeleton />
      ) : campaigns.length === 0 ? (
        <EmptyState
          drawing="columns"
          title="No campaigns yet"
          line="Stats appear after you send your first campaign."
          action={
            <PlanAction to="/campaigns/create" refusal={refusal} variant="primary">
              Create Your First Campaign
            </PlanAction>
          }
        />
      ) : (
        <ul aria-label="Campaigns" className="divide-y divide-line border-t border-line">
          {campaigns.map((campaign) => (
            <li key={campaign.id}>
              <CampaignLine campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
      {moreError !== null && (
        <Callout tone="bad" role="alert" title="More campaigns could not be loaded" className="m-3">
          {errorMessage(moreError)}
        </Callout>
      )}
      {hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <Button size="sm" busy={loading} onClick={() => void list.loadMore()}>
            Show more campaigns
          </Button>
        </div>
      )}
    </Card>
  )
}

function CampaignLine({ campaign }: { campaign: CampaignSummary }) {
  const { id, name, subject, status, sentCount, totalContacts } = campaign
  return (
    <article aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <Link to={`/campaigns/${id}/analytics`} className="rounded-sm font-strong wrap-anywhere hover:underline">
            {name}
          </Link>
          <p className="truncate text-ink-soft">{subject || 'No subject yet'}</p>
        </div>
        {status === 'draft' && (
          <p className="min-w-28 grow text-ink-soft sm:grow-0 sm:text-right">
            <Count value={sentCount} />/<Count value={totalContacts} /> sent
          </p>
        )}
        <span className="flex sm:w-44 sm:justify-end">
          <CampaignStatusBadge {...campaign} />
        </span>
      </div>
      {status !== 'draft' && <CampaignSendBar campaign={campaign} />}
    </article>
  )
}

function CampaignsSkeleton() {
  return (
    <Loading label="Loading campaigns..." className="grid gap-5 border-t border-line px-5 py-4">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </Loading>
  )
}
