import { Plus } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { AnalyticsDialog } from '../analytics/analytics-dialog.tsx'
import { usePrefetchCampaignPage } from '../analytics/prefetch-campaign-page.ts'
import { AwaitingNotice } from '../approval/awaiting-notice.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { CampaignSearch, useCampaignFilter } from './campaign-search.tsx'
import { useFoundCampaigns } from './use-found-campaigns.ts'
import { StopAllSending } from '../stop/stop-all-sending.tsx'
import { UncertainNotice } from '../uncertain/uncertain-notice.tsx'
import { useLiveCampaigns } from '../live/live-campaigns.ts'
import type { CampaignFilter } from '#web/generated/graphql.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { CAMPAIGN_TOTAL, TOTAL_OF_ALL } from '../operations.ts'

/** /campaigns: the live list of campaigns. */
export function CampaignsPage() {
  usePrefetchCampaignPage()
  const all = useLiveCampaigns()
  const filter = useCampaignFilter()
  const found = useFoundCampaigns(filter)
  const list = filter === null ? all : found
  const total = useCampaignTotal(filter, list)
  const empty = all.campaigns?.length === 0
  const refusal = usePlanRefusal()
  return (
    <Page
      title="Campaigns"
      line="Manage your email campaigns"
      aside={total !== undefined && <Badge icon={null}>{campaignCount(total)}</Badge>}
      actions={
        <>
          <StopAllSending />
          <PlanAction to="/campaigns/create" refusal={refusal} icon={Plus} variant={empty ? 'secondary' : 'primary'}>
            New Campaign
          </PlanAction>
        </>
      }
    >
      <AwaitingNotice />
      <UncertainNotice />
      {(!empty || filter !== null) && all.campaigns && <CampaignSearch />}
      <CampaignList list={list} isFiltered={filter !== null} />
    </Page>
  )
}

function campaignCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'campaign' : 'campaigns'}`
}

function CampaignList({ list, isFiltered }: { list: ReturnType<typeof useFoundCampaigns>; isFiltered: boolean }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const launchRefusal = usePlanRefusal('campaigns')
  const { campaigns, hasMore, moreError, loading } = list

  if (campaigns === undefined) {
    if (!list.error || loading) return <CampaignsSkeleton />
    return (
      <Card>
        <ErrorState
          title="Your campaigns could not be loaded"
          line={errorMessage(list.error)}
          onRetry={() => void list.refetch().catch(() => undefined)}
        />
      </Card>
    )
  }
  if (campaigns.length === 0 && isFiltered) {
    return (
      <Card>
        <EmptyState drawing="letter" title="No campaigns match" line="Try another search, or show all campaigns." />
      </Card>
    )
  }
  if (campaigns.length === 0) return <NoCampaigns />
  return (
    <>
      <ul aria-label="Campaigns" className="grid gap-3">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard
              launchRefusal={launchRefusal}
              campaign={campaign}
              onAnalytics={({ id }) => {
                setOpenId(id)
                setOpen(true)
              }}
            />
          </li>
        ))}
      </ul>
      {moreError !== null && (
        <Callout tone="bad" role="alert" title="More campaigns could not be loaded" className="mt-3">
          {errorMessage(moreError)}
        </Callout>
      )}
      {hasMore && (
        <div className="mt-6 flex justify-center">
          <Button busy={loading} onClick={() => void list.loadMore()}>
            Show more campaigns
          </Button>
        </div>
      )}
      {openId !== null && <AnalyticsDialog key={openId} campaignId={openId} open={open} onOpenChange={setOpen} />}
    </>
  )
}

function NoCampaigns() {
  const refusal = usePlanRefusal()
  return (
    <Card>
      <EmptyState
        drawing="letter"
        title="No campaigns yet"
        line="Write one email and personalize it for every recipient."
        action={
          <PlanAction to="/campaigns/create" refusal={refusal} variant="primary" icon={Plus}>
            Create Your First Campaign
          </PlanAction>
        }
      />
    </Card>
  )
}

function CampaignsSkeleton() {
  return (
    <Loading label="Loading campaigns..." className="grid gap-3">
      {[0, 1, 2].map((card) => (
        <Card key={card}>
          <div className="grid gap-4">
            <div>
              <Skeleton className="h-6 w-56 max-w-full" />
              <Skeleton className="mt-1.5 w-80 max-w-full" />
            </div>
            <Skeleton className="h-2.5 rounded-full" />
            <Skeleton className="w-64 max-w-full" />
          </div>
        </Card>
      ))}
    </Loading>
  )
}

/**
 * Returns the number of campaigns that match a filter, or of all for a null filter; undefined until they are counted.
 */
function useCampaignTotal(
  filter: CampaignFilter | null,
  { list, stale }: Pick<ReturnType<typeof useFoundCampaigns>, 'list' | 'stale'>,
): number | undefined {
  return useTotal({
    query: CAMPAIGN_TOTAL,
    variables: filter === null ? TOTAL_OF_ALL.variables : { filter },
    totalOf: ({ campaigns }) => campaigns.totalCount,
    list,
    stale,
    again: true,
  }).total
}
