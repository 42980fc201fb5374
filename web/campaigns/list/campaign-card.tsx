import { ChartColumn, CircleAlert, Copy, Pencil, Repeat2, Send, Trash2, UserCheck } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Count } from '#web/ui/count-figure.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { useApprovalNeeded } from '../approval/approval-note.tsx'
import { CampaignSendBar } from '../live/campaign-send-bar.tsx'
import { SendDialog } from '../launch/send-dialog.tsx'
import type { CampaignSummary } from '../operations.ts'
import { repeatText } from '../repeat/repeat-texts.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'
import { useCampaignActions } from '../use-campaign-actions.ts'

export interface CampaignCardProps {
  campaign: CampaignSummary
  /** Reason why the plan allows no further launch; null if it does. */
  launchRefusal?: string | null
  /** Opens the analytics of a started campaign; without it the card links to the page. */
  onAnalytics?: (campaign: CampaignSummary) => void
}

/** Button text that is hidden on phones, so that all actions fit one line. */
const ON_PHONES = '@max-sm:sr-only'

/** A campaign in the list: status, progress and actions. */
export function CampaignCard({ campaign, launchRefusal, onAnalytics }: CampaignCardProps) {
  const { name, subject, status, sentCount, totalContacts, createdAt, sentAt, repeat } = campaign
  return (
    <Card className="@container">
      <article aria-label={name} className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 @max-3xl:contents">
          <div className="min-w-0 @3xl:grow @3xl:basis-72">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="line-clamp-2 text-base font-strong wrap-anywhere">
                {status === 'draft' ? name : <NameLink campaign={campaign} />}
              </h2>
              <CampaignStatusBadge {...campaign} />
            </div>
            <p className="mt-0.5 line-clamp-2 wrap-anywhere text-ink-soft">{subject || 'No subject yet'}</p>
          </div>
          <CampaignActions campaign={campaign} launchRefusal={launchRefusal} onAnalytics={onAnalytics} />
        </div>
        {status !== 'draft' && <CampaignSendBar campaign={campaign} />}
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
          {status === 'draft' && !repeat && (
            <span>
              <Count value={sentCount} />/<Count value={totalContacts} /> sent
            </span>
          )}
          {repeat && (
            <span>
              <Count value={repeat.sentCount} /> sent in {repeat.runCount.toLocaleString()}{' '}
              {repeat.runCount === 1 ? 'run' : 'runs'}
            </span>
          )}
          {status === 'draft' && <RepeatLine campaign={campaign} />}
          <span>
            Created <Time at={createdAt} />
          </span>
          {sentAt && (
            <span>
              {status === 'sent' ? 'Sent' : 'Ended'} <Time at={sentAt} />
            </span>
          )}
        </p>
      </article>
    </Card>
  )
}

/**
 * Line of a campaign card such as "Repeats every month on day 1, next on 1 December". It links to the page of the
 * repeat rule.
 */
function RepeatLine({ campaign: { id, repeat } }: { campaign: CampaignSummary }) {
  const isForbidden = useApprovalNeeded() && !repeat
  const isStopped = repeat?.isOn === false && repeat.offBecause !== null
  return (
    <Link
      to={`/campaigns/${id}/repeat`}
      className={cn(
        'inline-flex gap-1.5 rounded-sm hover:underline',
        isStopped ? 'text-bad' : repeat?.isOn && 'text-ink',
      )}
    >
      {isStopped ? (
        <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      ) : (
        <Repeat2 aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      )}
      {!repeat ? (
        <span>Repeat…{isForbidden && ' (not while launches need approval)'}</span>
      ) : repeat.isOn ? (
        <span>
          Sent {repeatText(repeat)}
          {repeat.nextRunAt && (
            <>
              , next on <Time at={repeat.nextRunAt} show="day" />
            </>
          )}
        </span>
      ) : isStopped ? (
        'Repeating was switched off because of a problem'
      ) : (
        'Repeating is switched off'
      )}
    </Link>
  )
}

function NameLink({ campaign }: { campaign: CampaignSummary }) {
  return (
    <Link to={`/campaigns/${campaign.id}/analytics`} className="rounded-sm hover:underline">
      {campaign.name}
    </Link>
  )
}

function CampaignActions({ campaign, launchRefusal = null, onAnalytics }: CampaignCardProps) {
  const { id, name, status, approval } = campaign
  const requested = approval?.status === 'waiting' || approval?.status === 'declined' ? approval : null
  const { duplicate, duplicating, remove } = useCampaignActions(campaign)
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState(false)
  return (
    <div role="group" aria-label={`Actions for ${name}`} className="flex flex-wrap gap-2 @max-3xl:order-last">
      {status === 'draft' && (
        <>
          {requested && (
            <Button size="sm" icon={UserCheck} asChild>
              <Link to={`/campaigns/${id}/approval`}>{requestLabel(requested)}</Link>
            </Button>
          )}
          {/* A request that waits is withdrawn or made again on its page. */}
          {requested?.status !== 'waiting' && !campaign.repeat?.isOn && (
            <PlanAction
              size="sm"
              icon={Send}
              refusal={launchRefusal ?? unfinishedText(campaign)}
              to={() => {
                setAsked(true)
                setAsking(true)
              }}
            >
              Send Campaign
            </PlanAction>
          )}
          {asked && <SendDialog campaign={campaign} open={asking} onOpenChange={setAsking} />}
          <Button size="sm" icon={Pencil} variant="quiet" asChild>
            <Link to={`/campaigns/create?draft=${id}`}>
              <span className={ON_PHONES}>Edit</span>
            </Link>
          </Button>
        </>
      )}
      {status === 'sending' && (
        <Button size="sm" icon={ChartColumn} asChild>
          <Link to="/analytics">View Progress</Link>
        </Button>
      )}
      {(status === 'sent' || status === 'failed') &&
        (onAnalytics ? (
          <Button size="sm" icon={ChartColumn} onClick={() => onAnalytics(campaign)}>
            View Analytics
          </Button>
        ) : (
          <Button size="sm" icon={ChartColumn} asChild>
            <Link to={`/campaigns/${id}/analytics`}>View Analytics</Link>
          </Button>
        ))}
      <Button
        size="sm"
        icon={Copy}
        variant="quiet"
        busy={duplicating}
        onClick={() => void duplicate()}
        // As the first action of the card, this button's text aligns with the text above.
        className="@max-3xl:first:-ml-3"
      >
        <span className={ON_PHONES}>Duplicate</span>
      </Button>
      {status !== 'sending' && (
        <ConfirmDialog
          trigger={<IconButton size="sm" icon={Trash2} label="Delete" />}
          title={`Delete “${name}”?`}
          description={`${status === 'draft' ? 'The draft will be deleted' : 'The campaign and its analytics will be deleted'}. Emails already sent are not affected. ${CANNOT_BE_UNDONE}`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={async () => void (await remove())}
        />
      )}
    </div>
  )
}

/**
 * Returns the reason why a draft cannot be sent yet; null if it seems complete. The checks before a launch look closer.
 */
function unfinishedText({ subject, totalContacts }: CampaignSummary): string | null {
  if (totalContacts === 0) return 'This draft has no recipients yet. Edit the draft and choose recipients.'
  return subject.trim() === '' ? 'This draft has no subject yet. Edit the draft and write a subject.' : null
}

function requestLabel({ status, canDecide }: NonNullable<CampaignSummary['approval']>): string {
  if (status === 'declined') return 'Read why it was declined'
  return canDecide ? 'Review the request' : 'View request'
}
