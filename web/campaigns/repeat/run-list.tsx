import { useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePagination } from '#web/shared/use-pagination.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'
import { failedOf, leftOutText } from '../failure-texts.ts'
import { CAMPAIGN_RUNS } from './operations.ts'

const PAGE = 20

/** The runs of a repeating campaign with their figures, newest first. */
export function RunList({ campaignId }: { campaignId: string }) {
  const { data, error, fetchMore } = useQuery(CAMPAIGN_RUNS, {
    variables: { id: campaignId, first: PAGE },
    fetchPolicy: 'cache-and-network',
  })
  const found = data?.campaigns
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const { hasMore, loadMore, moreError } = usePagination(found?.pageInfo, fetchPage)
  const problem = error && !found ? error : moreError
  return (
    <Card title="Runs" description="Each run is a campaign of its own, with its results.">
      {!found && !problem && <Skeleton className="h-12" />}
      {found?.edges.length === 0 && <p className="text-ink-soft">No run has sent an email yet.</p>}
      {found && found.edges.length > 0 && (
        <ul aria-label="Runs" className="-my-2 divide-y divide-line">
          {found.edges.map(({ node: run }) => (
            <li key={run.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={`/campaigns/${run.id}/analytics`} className="rounded-sm wrap-anywhere hover:underline">
                  {run.name}
                </Link>
                <CampaignStatusBadge {...run} />
              </span>
              <span className="figures text-xs text-ink-soft">
                {run.sentCount.toLocaleString()} of {run.totalContacts.toLocaleString()} sent ·{' '}
                {run.openedCount.toLocaleString()} opened · {run.repliedCount.toLocaleString()} replied
                {failedOf(run) > 0 && ` · ${failedOf(run).toLocaleString()} failed`}
                {run.leftOutCount > 0 && ` · ${leftOutText(run)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {problem != null && (
        <Callout
          tone="bad"
          role="alert"
          title="The runs of this repeating campaign could not be loaded"
          className="mt-3"
        >
          {errorMessage(problem)}
        </Callout>
      )}
      {hasMore && (
        <Button size="sm" className="mt-4" onClick={() => void loadMore()}>
          Show more runs
        </Button>
      )}
    </Card>
  )
}
