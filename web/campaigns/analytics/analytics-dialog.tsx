import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Count } from '#web/ui/count-figure.tsx'
import { CampaignAttachments, CampaignFacts } from './campaign-facts.tsx'
import { DIALOG_COLUMNS, EmailTable } from './email-table.tsx'
import { FailedEmails } from './failed-emails.tsx'
import { failedOf, leftOutText } from '../failure-texts.ts'
import type { CampaignDetails } from '../operations.ts'
import { useEmailLogs } from './use-email-logs.ts'
import { changeOf, useLiveCampaign } from '../live/live-campaign.ts'

export interface AnalyticsDialogProps {
  campaignId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A campaign's results in a dialog over the list: Overview, Email Details, Failed Emails (product: results.dialog). */
export function AnalyticsDialog({ campaignId, open, onOpenChange }: AnalyticsDialogProps) {
  const live = useLiveCampaign(campaignId, open)
  const { campaign } = live
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={campaign?.name ?? 'Campaign Analytics'}
      description={campaign ? 'Campaign Analytics' : undefined}
      footer={
        <Button asChild>
          <Link to={`/campaigns/${campaignId}/analytics`}>Open full page</Link>
        </Button>
      }
    >
      <Tabs
        label="Analytics"
        className="min-h-[min(540px,100dvh-290px)]"
        tabs={[
          { value: 'overview', label: 'Overview', content: <Panel live={live} show={Overview} /> },
          { value: 'details', label: 'Email Details', content: <Panel live={live} show={EmailDetails} /> },
          { value: 'failed', label: 'Failed Emails', content: <Panel live={live} show={Failed} /> },
        ]}
      />
    </Dialog>
  )
}

interface PanelProps {
  live: ReturnType<typeof useLiveCampaign>
  show: ComponentType<{ campaign: CampaignDetails }>
}

/** The content of a tab once the campaign is loaded. */
function Panel({ live: { campaign, loading, error, refetch }, show: Show }: PanelProps) {
  if (campaign) return <Show campaign={campaign} />
  if (campaign === undefined && (loading || !error)) return <PanelSkeleton />
  if (!error) return <EmptyState drawing="columns" title="No analytics available" />
  return (
    <ErrorState
      title="No analytics available"
      line={errorMessage(error)}
      onRetry={() => void refetch().catch(() => undefined)}
    />
  )
}

function Failed({ campaign }: { campaign: CampaignDetails }) {
  return <FailedEmails campaign={campaign} />
}

function Overview({ campaign }: { campaign: CampaignDetails }) {
  const { sentCount, pendingCount, deliveredCount, attachments } = campaign
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Figure label="Emails Sent" value={<Count value={sentCount} />} />
        <Figure label="Failed" value={<Count value={failedOf(campaign)} />} note={leftOutText(campaign)} />
        <Figure label="Pending" value={<Count value={pendingCount} />} />
        <Figure label="Delivered" value={<Count value={deliveredCount} />} />
      </div>
      <div className="grid gap-4 md:grid-cols-[3fr_2fr]">
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
        maxHeight="min(480px, 100dvh - 350px)"
        empty={<EmptyState drawing="letter" title="No emails yet" line="Emails appear here once sending starts." />}
      />
    </div>
  )
}

function PanelSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} className="h-24 rounded-md" />
        ))}
      </div>
      <p className="mt-10 text-center text-ink-soft">Loading analytics...</p>
    </div>
  )
}
