import { TRIED_AGAIN } from '#domain/campaigns/campaign-statuses.ts'
import { SendBar } from '#web/ui/send-progress-bar.tsx'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { failedOf } from '../failure-texts.ts'
import type { CampaignSummary } from '../operations.ts'
import { SendControls } from './send-controls.tsx'
import { useUndoSeconds } from './undo-launch.ts'
import { useSendRate } from './send-pace.ts'

/** Wait in ms below which a campaign counts as sending rather than waiting. */
const SHORT_WAIT_MS = 3_000

/** Reasons of pauses that belong to normal sending: emails leave in between. */
const ON_ITS_WAY = new Set(['BETWEEN_INTERVALS', 'RETRYING'])

const UNDOABLE = 'Nothing has been sent yet: this launch can still be undone.'

/**
 * A campaign's send bar with progress, rate, forecast, wait reason and actions. Used in the list, dashboard, analytics
 * and campaign page.
 */
export function CampaignSendBar({ campaign, className }: { campaign: CampaignSummary; className?: string }) {
  const { name, status, statusReason, statusText, resumesAt, totalContacts, sentCount, leftOutCount } = campaign
  const sending = status === 'sending'
  const perMinute = useSendRate(campaign)
  const isHeld = useUndoSeconds(campaign) !== null
  const scheduled = statusReason === 'SCHEDULED' && !isHeld
  const isRetry = TRIED_AGAIN.has(statusReason ?? '')
  // A wait reason expires when its time comes; the server computes it again at the next read or event.
  const endsWithin = scheduled || isHeld ? 0 : SHORT_WAIT_MS
  const over =
    usePerSecond((now) => (resumesAt && Date.parse(resumesAt) <= now + endsWithin ? 'over' : '')) === 'over' && !isRetry
  const why = scheduled ? 'Scheduled.' : isHeld ? UNDOABLE : statusText
  const waits = (sending && !over) || status === 'paused' ? why : null
  return (
    <SendBar
      label={`Progress of ${name}`}
      total={totalContacts}
      sent={sentCount}
      failed={failedOf(campaign)}
      leftOut={leftOutCount}
      active={sending && (over || !statusReason || ON_ITS_WAY.has(statusReason))}
      perMinute={perMinute}
      finishesAt={sending ? campaign.finishesAt : null}
      waits={
        waits
          ? {
              ...{ reason: waits, until: isHeld ? null : resumesAt, scheduled },
              ...{ isRetry, isNext: statusReason === 'FOLLOW_UPS' },
            }
          : null
      }
      note={noteOf(campaign)}
      actions={<SendControls campaign={campaign} />}
      className={className}
    />
  )
}

/** Returns the note of a send bar when the campaign has no reason to wait. */
function noteOf(campaign: CampaignSummary): string | null {
  const { status, finishesAt, failedCount, sentCount } = campaign
  if (status === 'sending') return finishesAt ? 'Sending now.' : 'Sending now. We are estimating the finish time.'
  if (failedCount === 0 || (status !== 'sent' && status !== 'failed')) return null
  if (failedOf(campaign) === 0) return 'Some people were left out on purpose.'
  return sentCount === 0 ? 'No one got this email.' : 'Some people did not get this email.'
}
