import {
  CalendarClock,
  Check,
  CheckCheck,
  CirclePause,
  Clock,
  Repeat2,
  UserCheck,
  UserMinus,
  UserX,
} from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import type { CampaignStatus } from '#domain/campaigns/campaign-statuses.ts'
import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import type { EmailLogStatus } from '#domain/campaigns/campaigns.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { countdown, useUndoSeconds, type HeldLaunch } from './live/undo-launch.ts'
import { isScheduled } from './scheduled-campaign.ts'

const CAMPAIGN: Record<CampaignStatus, { tone: Tone; word: string }> = {
  draft: { tone: 'neutral', word: 'Draft' },
  sending: { tone: 'live', word: 'Sending' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Failed' },
  paused: { tone: 'waiting', word: 'Paused' },
}

const EMAIL: Record<EmailLogStatus, { tone: Tone; word: string; icon?: IconType }> = {
  pending: { tone: 'neutral', word: 'Pending', icon: Clock },
  sent: { tone: 'good', word: 'Sent', icon: Check },
  delivered: { tone: 'good', word: 'Delivered', icon: CheckCheck },
  failed: { tone: 'bad', word: 'Failed' },
}

export interface CampaignStatusBadgeProps extends HeldLaunch {
  sentCount: number
  totalContacts: number
  statusReason?: string | null
  /** the newest request to approve the campaign's launch; null if none */
  approval?: { status: string } | null
  repeat?: { isOn: boolean } | null
}

/**
 * A campaign's status badge; a sending one pulses and counts (product: campaigns.statuses), a scheduled one and one
 * that repeats say so, one that can be undone counts down like the undo bar, one of a workspace that stopped all sending says so, and one that waits for its follow-ups says that
 * they come. Unknown statuses are shown unchanged.
 */
export function CampaignStatusBadge(campaign: CampaignStatusBadgeProps) {
  const { status, sentCount, totalContacts } = campaign
  const secondsLeft = useUndoSeconds(campaign)
  if (secondsLeft) {
    return (
      <Badge tone="waiting" icon={Clock}>
        {`Sending in ${countdown(secondsLeft)}`}
      </Badge>
    )
  }
  // The server still says "scheduled" until the first emails are taken.
  if (secondsLeft === null && isScheduled(campaign)) {
    return (
      <Badge tone="waiting" icon={CalendarClock}>
        Scheduled
      </Badge>
    )
  }
  if (status === 'sending' && campaign.statusReason === 'SENDING_STOPPED') {
    return (
      <Badge tone="waiting" icon={CirclePause}>
        Stopped
      </Badge>
    )
  }
  if (status === 'sending' && campaign.statusReason === 'FOLLOW_UPS') {
    return (
      <Badge tone="waiting" icon={CalendarClock}>
        Follow-ups planned
      </Badge>
    )
  }
  if (status === 'draft' && campaign.approval?.status === 'waiting') {
    return (
      <Badge tone="waiting" icon={UserCheck}>
        Waiting for approval
      </Badge>
    )
  }
  if (status === 'draft' && campaign.approval?.status === 'declined') {
    return (
      <Badge tone="bad" icon={UserX}>
        Declined
      </Badge>
    )
  }
  if (status === 'draft' && campaign.repeat?.isOn) {
    return (
      <Badge tone="good" icon={Repeat2}>
        Repeats
      </Badge>
    )
  }
  const look = CAMPAIGN[status as CampaignStatus]
  if (!look) return <Badge>{status}</Badge>
  const count = status === 'sending' ? ` ${sentCount.toLocaleString()}/${totalContacts.toLocaleString()}` : ''
  return <Badge tone={look.tone}>{`${look.word}${count}`}</Badge>
}

/**
 * An email's status badge. Unknown statuses are shown unchanged. `error`: code that tells which emails were left out on
 * purpose.
 */
export function EmailStatusBadge({ status, error = null }: { status: string; error?: string | null }) {
  if (status === 'failed' && isLeftOut(error)) return <Badge icon={UserMinus}>Left out</Badge>
  const look = EMAIL[status as EmailLogStatus]
  if (!look) return <Badge>{status}</Badge>
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.word}
    </Badge>
  )
}
