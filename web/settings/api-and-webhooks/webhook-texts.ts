import type {
  AnyWebhookEvent,
  DeliveryProblem,
  DeliveryStatus,
  DisabledReason,
  WebhookEvent,
} from '#domain/webhooks.ts'
import type { WebhookFieldsFragment } from '#web/generated/graphql.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const EVENT_WORDS: Record<AnyWebhookEvent, string> = {
  email_sent: 'Sent',
  email_delivered: 'Delivered',
  email_bounced: 'Bounced',
  email_opened: 'First opened',
  email_clicked: 'First clicked',
  email_replied: 'Replied',
  email_away: 'Out of office',
  email_unsubscribed: 'Unsubscribed',
  email_failed: 'Failed',
  email_uncertain: 'Uncertain whether it was sent',
  campaign_started: 'Started or resumed',
  campaign_paused: 'Paused',
  campaign_finished: 'Finished',
  winner_chosen: 'A/B winner chosen',
  repeat_started: 'Repeat turned on',
  repeat_launched: 'Run of a repeating campaign launched',
  repeat_failed: 'Repeat turned off by a problem',
  repeat_stopped: 'Repeat turned off or campaign deleted',
  rehearsal_finished: 'Rehearsal finished',
  followups_stopped: 'Follow-ups to a recipient stopped',
  reply_assigned: 'Reply assigned',
  reply_done: 'Reply marked as done',
  reply_reopened: 'Reply reopened',
  reply_answered: 'Reply answered',
  approval_requested: 'Approval requested',
  approval_given: 'Approved',
  approval_declined: 'Declined',
  approval_voided: 'Request withdrawn, replaced or out of date',
  sending_stopped: 'All sending stopped',
  sending_resumed: 'Sending resumed',
  import_finished: 'Import finished',
  mailbox_lost: 'Mailbox must be connected again',
  contact_changed: 'Contacts changed',
  webhook_test: 'Test event',
}

/** The events that a webhook can be sent, in groups. */
export const EVENT_GROUPS: readonly { label: string; all: string; events: readonly WebhookEvent[] }[] = [
  {
    label: 'Emails',
    all: 'All email events',
    events: [
      ...(['email_sent', 'email_delivered', 'email_bounced', 'email_opened', 'email_clicked'] as const),
      ...(['email_replied', 'email_away', 'email_unsubscribed', 'email_failed', 'email_uncertain'] as const),
    ],
  },
  {
    label: 'Campaigns',
    all: 'All campaign events',
    events: [
      ...(['campaign_started', 'campaign_paused', 'campaign_finished', 'winner_chosen'] as const),
      ...(['repeat_started', 'repeat_launched', 'repeat_failed', 'repeat_stopped', 'rehearsal_finished'] as const),
    ],
  },
  {
    label: 'Conversations',
    all: 'All conversation events',
    events: ['followups_stopped', 'reply_assigned', 'reply_done', 'reply_reopened', 'reply_answered'],
  },
  {
    label: 'Approvals',
    all: 'All approval events',
    events: ['approval_requested', 'approval_given', 'approval_declined', 'approval_voided'],
  },
  {
    label: 'Workspace',
    all: 'All workspace events',
    events: ['sending_stopped', 'sending_resumed', 'import_finished', 'mailbox_lost', 'contact_changed'],
  },
]

/** Returns the name of an event with its group: "Emails: Sent". */
export function eventName(event: AnyWebhookEvent): string {
  const group = EVENT_GROUPS.find(({ events }) => (events as readonly AnyWebhookEvent[]).includes(event))
  return group && group.label !== 'Workspace' ? `${group.label}: ${EVENT_WORDS[event]}` : EVENT_WORDS[event]
}

export const DELIVERY_WORDS: Record<DeliveryStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'waiting' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

export const PROBLEM_WORDS: Record<DeliveryProblem, string> = {
  refused: 'The receiver did not answer with 2xx',
  timeout: 'The receiver did not answer within 10 seconds',
  unreachable: 'The receiver could not be reached',
  private_address: 'The address is on a private network, which is not allowed',
  redirect: 'The receiver answered with a redirect, which is not followed',
  disabled: 'The webhook was paused or disabled while this waited',
  unreadable_secret: 'The secret can no longer be read. Rotate it',
}

export const DISABLED_WORDS: Record<DisabledReason, string> = {
  failing: 'Disabled because every request failed for three days. Repair the receiver, then resume.',
  gone: 'Disabled because the receiver answered 410 Gone. Repair the receiver, then resume.',
}

type Webhook = WebhookFieldsFragment

/** Returns the display name of a webhook: its description, else its URL. */
export const webhookName = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || new URL(url).host

export function webhookStatus({ enabled, disabledBecause, failingSince }: Webhook): { label: string; tone: Tone } {
  if (!enabled) return disabledBecause ? { label: 'Disabled', tone: 'bad' } : { label: 'Paused', tone: 'waiting' }
  return failingSince ? { label: 'Failing', tone: 'warning' } : { label: 'Active', tone: 'good' }
}
