import { RotateCw, Send, Table2 } from '#web/ui/generated/icons.ts'
import { Link, useParams } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { Page, PageTitle } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ILLUSTRATIONS } from '#web/ui/illustrations.tsx'
import { percent } from '#web/ui/percent-text.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Count } from '#web/ui/count-figure.tsx'
import { BackToCampaigns } from '../back-link.tsx'
import { CampaignAttachments, CampaignFacts } from './campaign-facts.tsx'
import { CampaignResponse, useCampaignResponse } from './campaign-response.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { CampaignSendBar } from '../live/campaign-send-bar.tsx'
import { LaunchedRehearsal } from '../rehearsal/last-rehearsal-report.tsx'
import { useFollowUp } from './use-outcome-follow-up.ts'
import { FollowUpSteps } from './follow-up-steps.tsx'
import { NotTracked } from './untracked-responses.tsx'
import type { CampaignDetails } from '../operations.ts'
import { Recipients, useRecipients } from './recipient-list.tsx'
import { failedOf, leftOutText } from '../failure-texts.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'
import { StopAllSending } from '../stop/stop-all-sending.tsx'
import { StatusSummary } from './status-summary.tsx'
import type { EmailLogs } from './use-email-logs.ts'
import { useLiveCampaign } from '../live/live-campaign.ts'
import { mailboxName } from '#web/mailboxes/mailbox-name.ts'
import { UntilTime } from '#web/ui/send-time.tsx'

/** /campaigns/{id}/analytics: one campaign, live (product: results.campaign). */
export function CampaignAnalyticsPage() {
  const { id = '' } = useParams()
  return <OneCampaign key={id} id={id} />
}

function OneCampaign({ id }: { id: string }) {
  const { campaign, loading, error, refetch } = useLiveCampaign(id)
  // Requested in parallel, not in sequence.
  const response = useCampaignResponse(id, campaign)
  const recipients = useRecipients(id, campaign)
  if (campaign) return <CampaignAnalytics campaign={campaign} response={response} recipients={recipients} />
  if (campaign === undefined && (loading || !error)) return <PageSkeleton />
  const retry = () => {
    for (const again of [refetch, response.refetch, recipients.refetch]) again().catch(() => undefined)
  }
  return <NotFound problem={error && errorMessage(error)} onRetry={retry} />
}

/** The fixed message, with the server's error below, if any. */
function NotFound({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center py-16 text-center">
      <PageTitle>Campaign Not Found</PageTitle>
      <ILLUSTRATIONS.returned />
      <h1 className="mt-6 font-serif text-title">Campaign Not Found</h1>
      <p className="mt-1 text-ink-soft">The campaign analytics could not be loaded</p>
      {problem && <p className="mt-1 max-w-md text-ink-soft">{problem}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {problem && (
          <Button icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button asChild>
          <Link to="/campaigns">Back to Campaigns</Link>
        </Button>
      </div>
    </div>
  )
}

/** Layout in which the number of sent emails leads; the others are in two rows beside it, or below it on phones. */
const AROUND = 'grid grid-cols-2 gap-3 lg:grid-cols-[repeat(9,minmax(0,1fr))]'
const LEAD = 'col-span-2 lg:col-span-3 lg:row-span-2'
const WIDE = 'lg:col-span-3'

interface CampaignAnalyticsProps {
  campaign: CampaignDetails
  response: ReturnType<typeof useCampaignResponse>
  recipients: EmailLogs
}

function CampaignAnalytics({ campaign, response, recipients }: CampaignAnalyticsProps) {
  const { name, subject, status, totalContacts, sentCount, openedCount, clickedCount } = campaign
  const { opensTracked, clicksTracked } = campaign
  return (
    <Page
      title={name}
      line={subject || 'No subject yet'}
      back={<BackToCampaigns />}
      aside={<CampaignStatusBadge {...campaign} />}
      actions={
        <>
          {campaign.status === 'sending' && <StopAllSending />}
          {campaign.sheet && (
            <Button asChild icon={Table2}>
              <Link to={`/compose?draft=${campaign.id}`}>Merge Sheet</Link>
            </Button>
          )}
          {status !== 'draft' && <DownloadMenu campaign={campaign} />}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {status !== 'draft' && (
          <Card>
            <CampaignSendBar campaign={campaign} />
            <MailboxWaits campaign={campaign} />
          </Card>
        )}
        <section aria-label="Stats" className={AROUND}>
          <Figure lead className={LEAD} label="Successfully Sent" value={<Count value={sentCount} />} />
          <Figure className="lg:col-span-2" label="Total Contacts" value={<Count value={totalContacts} />} />
          <Figure
            className="lg:col-span-2"
            label="Failed"
            value={<Count value={failedOf(campaign)} />}
            note={leftOutText(campaign)}
          />
          <Figure
            className="col-span-2"
            label="Success Rate"
            value={percent(campaign.successRate)}
            note="of sent and failed"
          />
          <Response
            label="Opens"
            tracked={opensTracked}
            count={openedCount}
            rate={campaign.openRate}
            counted={campaign.trackOpens ? campaign.counts?.opens : undefined}
          />
          <Response
            label="Clicks"
            tracked={clicksTracked}
            count={clickedCount}
            rate={campaign.clickRate}
            counted={campaign.trackClicks ? campaign.counts?.clicks : undefined}
          />
        </section>
        {status !== 'draft' && <FollowUpSteps campaign={campaign} />}
        {status !== 'draft' && (
          <CampaignResponse
            campaign={campaign}
            response={response}
            followUp={opensTracked && <FollowUpUnopened id={campaign.id} />}
          />
        )}
        <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          <Card title="Campaign Information">
            <CampaignFacts campaign={campaign} />
          </Card>
          <Card
            title="Status Summary"
            description={campaign.followUps.length > 0 ? 'These figures are about the first email only.' : undefined}
          >
            <StatusSummary campaign={campaign} />
          </Card>
          <Card title="Attachments" className="md:max-lg:col-span-2">
            <CampaignAttachments attachments={campaign.attachments} />
          </Card>
        </div>
        {status !== 'draft' && <LaunchedRehearsal campaignId={campaign.id} />}
        {status !== 'draft' && <Recipients campaign={campaign} logs={recipients} />}
      </div>
    </Page>
  )
}

interface ResponseProps {
  label: string
  tracked: boolean
  count: number
  rate: number
  /** The count without recipients, at that level. It has no rate, as repeats count. */
  counted: number | undefined
}

/** A response count, if tracked. */
function Response({ label, tracked, count, rate, counted }: ResponseProps) {
  if (counted !== undefined) {
    return <Figure className={WIDE} label={label} value={<Count value={counted} />} note="including repeats" />
  }
  if (!tracked) return <Figure className={WIDE} label={label} value={<NotTracked />} />
  return <Figure className={WIDE} label={label} value={<Count value={count} />} note={`${percent(rate)} of sent`} />
}

/** Button that starts a follow-up to recipients who did not open the email. */
function FollowUpUnopened({ id }: { id: string }) {
  const { followUp, creating } = useFollowUp(id)
  return (
    <Button size="sm" icon={Send} busy={creating} onClick={() => void followUp('notOpened', 'did not open')}>
      Email people who did not open
    </Button>
  )
}

function PageSkeleton() {
  return (
    <Loading label="Loading analytics...">
      <h1 className="sr-only">Campaign analytics</h1>
      <Skeleton className="w-24" />
      <Skeleton className="mt-2 h-8 w-72 max-w-full" />
      <Skeleton className="mt-2 w-96 max-w-full" />
      <Skeleton className="mt-7 h-20 rounded-md" />
      <div className={cn('mt-4', AROUND)}>
        {[LEAD, 'lg:col-span-2', 'lg:col-span-2', 'lg:col-span-2', WIDE, WIDE].map((place, figure) => (
          <Skeleton key={figure} className={cn('h-27 rounded-md', place, figure === 0 && 'lg:h-auto')} />
        ))}
      </div>
      <Skeleton className="mt-4 h-48 rounded-md" />
    </Loading>
  )
}

/** Lists the mailboxes of a campaign that send nothing right now, with the reason. The send bar says it for a single one. */
function MailboxWaits({ campaign }: { campaign: Pick<CampaignDetails, 'status' | 'mailboxes'> }) {
  const { status, mailboxes } = campaign
  const waiting = mailboxes.filter(({ wait }) => wait !== null)
  if (status !== 'sending' || mailboxes.length < 2 || waiting.length === 0) return null
  return (
    <ul aria-label="Waiting mailboxes" className="mt-4 grid gap-1 border-t border-line pt-4 text-ink-soft">
      {waiting.map(({ wait, ...mailbox }) => (
        <li key={mailbox.id} className="wrap-anywhere">
          <span className="font-strong text-ink">{mailboxName(mailbox)}</span> {wait?.text}
          {wait?.until != null && (
            <>
              {' '}
              Continues <UntilTime at={wait.until} />.
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
