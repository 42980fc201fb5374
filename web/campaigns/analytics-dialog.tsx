import { Link } from 'react-router'
import { errorMessage } from '#web/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TickingNumber } from '#web/ui/ticking-number.tsx'
import { CampaignAttachments, CampaignFacts } from './campaign-facts.tsx'
import { DIALOG_COLUMNS, EmailTable } from './email-table.tsx'
import { FailedEmails } from './failed-emails.tsx'
import type { CampaignDetails } from './operations.ts'
import { useEmailLogs } from './use-email-logs.ts'
import { useLiveCampaign } from './use-live-campaign.ts'

export interface AnalyticsDialogProps {
  campaignId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What became of a campaign, over the list: Overview, Email Details, Failed Emails (spec §2 Campaigns). */
export function AnalyticsDialog({ campaignId, open, onOpenChange }: AnalyticsDialogProps) {
  const { campaign, loading, error, refetch } = useLiveCampaign(campaignId)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={campaign?.name ?? 'Campaign Analytics'}
      description={campaign ? 'Campaign Analytics' : undefined}
      footer={
        campaign && (
          <Button asChild>
            <Link to={`/campaigns/${campaignId}/analytics`}>Open full page</Link>
          </Button>
        )
      }
    >
      {campaign ? (
        <AnalyticsTabs campaign={campaign} />
      ) : campaign === undefined && (loading || !error) ? (
        <DialogSkeleton />
      ) : error ? (
        <ErrorState
          title="No analytics available"
          line={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <EmptyState drawing="columns" title="No analytics available" />
      )}
    </Dialog>
  )
}

function AnalyticsTabs({ campaign }: { campaign: CampaignDetails }) {
  return (
    <Tabs
      label="Analytics"
      className="min-h-96"
      tabs={[
        { value: 'overview', label: 'Overview', content: <Overview campaign={campaign} /> },
        { value: 'details', label: 'Email Details', content: <EmailDetails campaign={campaign} /> },
        {
          value: 'failed',
          label: 'Failed Emails',
          content: <FailedEmails campaignId={campaign.id} failedCount={campaign.failedCount} />,
        },
      ]}
    />
  )
}

function Overview({ campaign }: { campaign: CampaignDetails }) {
  const { sentCount, failedCount, pendingCount, deliveredCount, attachments } = campaign
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Figure label="Emails Sent" value={<TickingNumber value={sentCount} />} />
        <Figure label="Failed" value={<TickingNumber value={failedCount} />} />
        <Figure label="Pending" value={<TickingNumber value={pendingCount} />} />
        <Figure label="Delivered" value={<TickingNumber value={deliveredCount} />} />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr]">
        <Card title="Campaign Information">
          <CampaignFacts campaign={campaign} />
        </Card>
        <Card title="Attachments">
          <CampaignAttachments attachments={attachments} />
        </Card>
      </div>
    </div>
  )
}

function EmailDetails({ campaign }: { campaign: CampaignDetails }) {
  const logs = useEmailLogs(campaign.id, { change: changeOf(campaign) })
  return (
    <div className="overflow-clip rounded-md border border-line">
      <EmailTable
        label="Email Details"
        columns={DIALOG_COLUMNS}
        logs={logs}
        maxHeight="min(420px, 60dvh)"
        empty={<EmptyState drawing="letter" title="No emails yet" line="They are listed once sending begins." />}
      />
    </div>
  )
}

/** Differs whenever the outcome of some mail does. */
export function changeOf({ status, sentCount, failedCount, deliveredCount }: CampaignDetails): string {
  return [status, sentCount, failedCount, deliveredCount].join()
}

function DialogSkeleton() {
  return (
    <div role="status" aria-busy="true" className="min-h-96">
      <div className="flex gap-4 border-b border-line pb-3">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-4">
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} className="h-24 rounded-md" />
        ))}
      </div>
      <p className="mt-6 text-center text-ink-soft">Loading analytics...</p>
    </div>
  )
}
