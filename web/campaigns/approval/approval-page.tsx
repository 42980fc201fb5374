import { useQuery, useSubscription } from '@apollo/client/react'
import { useRef, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { undoTimeText } from '#domain/campaigns/schedule.ts'
import type { LaunchForecastQuery } from '#web/generated/graphql.ts'
import { contactsReached } from '#web/contacts/contact-texts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { METRIC_WORDS, waitWords } from '../ab-test-texts.ts'
import { BackToCampaigns } from '../back-link.tsx'
import { FollowUpPreview, StoredMailPreview } from '../preview/mail-preview.tsx'
import { PreviewWalk } from '../preview/recipient-walk.tsx'
import { usePreviewRecipient } from '../preview/use-preview-recipient.ts'
import { followUpName, whenWords, whoWords } from '../follow-up-texts.ts'
import { Checks } from '../launch/launch-checks.tsx'
import { LAUNCH_FORECAST } from '../launch/operations.ts'
import { CAMPAIGN_TOUCHED } from '../operations.ts'
import { RehearsalView } from '../rehearsal/rehearsal-card.tsx'
import { useRehearsal, type LiveRehearsal } from '../rehearsal/use-rehearsal.ts'
import { Decision } from './decision-card.tsx'
import { CAMPAIGN_APPROVAL, type ApprovedCampaign, type RequestedApproval } from './operations.ts'

/** /campaigns/{id}/approval: a launch that waits for a second person, and everything they need to decide. */
export function ApprovalPage() {
  const { id = '' } = useParams()
  return <OneApproval key={id} id={id} />
}

function OneApproval({ id }: { id: string }) {
  const { data, previousData, error, loading, refetch } = useQuery(CAMPAIGN_APPROVAL, {
    variables: { id },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  })
  const campaign = (data ?? previousData)?.campaign
  const approval = campaign?.approval
  const isOpen = campaign != null && approval != null && isOpenRequest(campaign, approval)
  const rehearsal = useRehearsal(id, launchOf(approval), !isOpen)
  const look = () => {
    void refetch().catch(() => undefined)
    if (isOpen) rehearsal.look()
  }
  const isFirst = useRef(true)
  useSubscription(CAMPAIGN_TOUCHED, {
    variables: { id },
    ignoreResults: true,
    onData: () => {
      // The first message is the current state.
      if (!isFirst.current) look()
      isFirst.current = false
    },
  })
  if (campaign && approval) return <Approval {...{ campaign, approval, rehearsal }} onDecided={look} />
  return (
    <Page title="Approval" line="A second person checks a launch" back={<BackToCampaigns />}>
      {error && !loading ? (
        <Card>
          <ErrorState title="The request could not be loaded" line={errorMessage(error)} onRetry={look} />
        </Card>
      ) : campaign === undefined ? (
        <Loading label="Loading request...">
          <Skeleton className="h-24 rounded-md" />
          <Skeleton className="mt-4 h-96 rounded-md" />
        </Loading>
      ) : (
        <Card>
          <ErrorState
            title={campaign === null ? 'This campaign was not found' : 'Approval was not requested'}
            line={
              campaign === null
                ? 'It may have been deleted.'
                : 'Request it with Send Campaign, or on the last step of the campaign.'
            }
            action={
              <Button asChild>
                <Link to="/campaigns">Back to Campaigns</Link>
              </Button>
            }
          />
        </Card>
      )}
    </Page>
  )
}

/** Returns whether a request waits and this person can do something about it. */
const isOpenRequest = ({ status }: ApprovedCampaign, approval: RequestedApproval) =>
  approval.status === 'waiting' && status === 'draft' && (approval.canDecide || approval.canWithdraw)

/** The launch that was requested. */
const launchOf = (approval: RequestedApproval | null | undefined) => ({
  mailboxIds: approval?.mailboxes.map((account) => account.id) ?? [],
  scheduledAt: approval?.scheduledAt ?? null,
  localTimeZone: approval?.localTimeZone ?? null,
})

interface ApprovalProps {
  campaign: ApprovedCampaign
  approval: RequestedApproval
  rehearsal: LiveRehearsal
  onDecided: () => void
}

function Approval({ campaign, approval, rehearsal, onDecided }: ApprovalProps) {
  const { id, name, subject, totalContacts, attachments, followUps } = campaign
  const { localTimeZone, mailboxes } = approval
  const isOpen = isOpenRequest(campaign, approval)
  const launch = launchOf(approval)
  const { mailboxIds } = launch
  const forecast = useQuery(LAUNCH_FORECAST, {
    variables: { id, ...launch },
    fetchPolicy: 'network-only',
    skip: campaign.status !== 'draft',
  })
  const leftOut =
    campaign.status === 'draft' ? leftOutOf(forecast.data?.launchForecast, approval) : campaign.leftOutCount
  // After a change, the email and the checks are loaded again.
  const version = `${approval.request} ${approval.changed.join()}`
  const place = useRef<HTMLDivElement>(null)
  const { recipient, note, busy, go } = usePreviewRecipient(id, isOpen)
  return (
    <Page title={name} line={subject || 'No subject yet'} back={<BackToCampaigns />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Decision
          campaign={campaign}
          approval={approval}
          what={`The email goes to ${contactsReached(totalContacts, leftOut)}${leftOut ? ', and leaves' : ''} from ${mailboxes.map(({ email }) => email).join(', ')}.`}
          isRehearsing={rehearsal.task !== null}
          onDecided={onDecided}
        />
        <div
          className={cn(
            'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
            isOpen && 'lg:grid-cols-[minmax(0,1fr)_340px]',
          )}
        >
          {isOpen && (
            <div key={version} className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-last">
              <Card title="Email" description="The email as one recipient will see it.">
                <div ref={place} className="scroll-mt-20" />
                <StoredMailPreview
                  campaignId={id}
                  mailboxId={mailboxIds[0]}
                  contactId={recipient?.contact.id}
                  walk={recipient && <PreviewWalk recipient={recipient} note={note} busy={busy} onGo={go} />}
                  waiting={recipient === undefined}
                />
              </Card>
              {followUps.map((followUp) => (
                <Card
                  key={followUp.step}
                  title={followUpName(followUp.step)}
                  description={`${whenWords(followUp, { isLocal: localTimeZone != null })} · ${whoWords(followUp)}`}
                >
                  <FollowUpPreview
                    campaignId={id}
                    subject={subject}
                    followUp={followUp}
                    mailboxId={mailboxIds[0]}
                    contactId={recipient?.contact.id}
                    waiting={recipient === undefined}
                  />
                </Card>
              ))}
              <RehearsalView
                live={rehearsal}
                recipients={totalContacts}
                waiting={false}
                whenNone="This launch was not rehearsed."
                onPreview={(contactId) => {
                  go({ to: 'contact', contactId })
                  place.current?.scrollIntoView({ block: 'start' })
                }}
              />
            </div>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Card title="Launch">
              <Facts campaign={campaign} approval={approval} leftOut={leftOut} isWide={!isOpen} />
              {attachments.length > 0 && (
                <div className="mt-4 border-t border-line pt-4">
                  <h3 className="mb-2 text-ink-soft">Attachments</h3>
                  <ul className="grid gap-1 wrap-anywhere">
                    {attachments.map((file) => (
                      <li key={file.id}>{file.name}</li>
                    ))}
                  </ul>
                </div>
              )}
            </Card>
            {isOpen && (
              <Card title="Checks">
                <Checks key={version} campaignId={id} {...launch} />
              </Card>
            )}
          </div>
        </div>
      </div>
    </Page>
  )
}

/** Returns how many recipients a launch leaves out; null without a forecast. */
function leftOutOf(
  forecast: LaunchForecastQuery['launchForecast'] | undefined,
  { exceedCeiling }: RequestedApproval,
): number | null {
  return forecast ? forecast.suppressed + forecast.declined + (exceedCeiling ? 0 : forecast.overCeiling) : null
}

interface FactsProps extends Pick<ApprovalProps, 'campaign' | 'approval'> {
  /** recipients who get no email; null if that is not known */
  leftOut: number | null
  isWide: boolean
}

function Facts({ campaign, approval, leftOut, isWide }: FactsProps) {
  const { isAbTest, abVariantB, abSplitPercentage, filePattern } = campaign
  const winner = winnerRuleOf(campaign)
  const { requestedBy, requestedAt, note, mailboxes, scheduledAt, localTimeZone } = approval
  return (
    <dl className={cn('grid gap-3', isWide && 'sm:grid-cols-2 lg:grid-cols-3')}>
      <Fact name="Recipients">
        {contactsReached(campaign.totalContacts, leftOut)}
        {approval.exceedCeiling && ', also those who already got as many emails this week as your workspace allows'}
      </Fact>
      <Fact name="From">{mailboxes.map(({ email }) => email).join(', ') || 'A mailbox that was disconnected'}</Fact>
      <Fact name="Start">
        {scheduledAt ? (
          <>
            <Time at={scheduledAt} show="moment" />
            {localTimeZone &&
              `, at this time where each recipient is (chosen in ${localTimeZone.replaceAll('_', ' ')})`}
          </>
        ) : (
          `When it is approved${approval.undoSeconds > 0 ? `, with ${undoTimeText(approval.undoSeconds)} to undo` : ''}`
        )}
      </Fact>
      {isAbTest && (
        <Fact name="Second subject">
          {abVariantB} ({abSplitPercentage}% of the recipients{winner && ' in the test'} get this subject)
        </Fact>
      )}
      {winner && (
        <Fact name="Recipients in the test">
          {`${winner.share}%. The rest gets the subject with ${METRIC_WORDS[winner.metric].label.toLowerCase()}, ${waitWords(winner.waitHours)} after the last email of the test.`}
        </Fact>
      )}
      {filePattern && <Fact name="File for each recipient">{filePattern}</Fact>}
      <Fact name="Requested by">
        {requestedBy ?? 'A former colleague'}, <Time at={requestedAt} />
      </Fact>
      {note && (
        <Fact name="Note">
          <span className="whitespace-pre-line">{note}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  )
}
