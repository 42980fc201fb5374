import { z } from 'zod'
import type { ApiScope } from './accounts/api-keys.ts'

/** Rules of webhooks. Names of events are stored and never change. */

/** Events of an email for webhooks; emailLogsChanged gives the same live. */
export const EMAIL_EVENTS = [
  'email_sent',
  'email_delivered',
  'email_bounced',
  'email_opened',
  'email_clicked',
  'email_replied',
  'email_away',
  'email_unsubscribed',
  'email_failed',
  'email_uncertain',
] as const
export type EmailEvent = (typeof EMAIL_EVENTS)[number]

/** Events that a webhook can choose. */
export const WEBHOOK_EVENTS = [
  ...EMAIL_EVENTS,
  'campaign_started',
  'campaign_paused',
  'campaign_finished',
  'winner_chosen',
  'repeat_started',
  'repeat_launched',
  'repeat_failed',
  'repeat_stopped',
  'rehearsal_finished',
  'followups_stopped',
  'reply_assigned',
  'reply_done',
  'reply_reopened',
  'reply_answered',
  'approval_requested',
  'approval_given',
  'approval_declined',
  'approval_voided',
  'sending_stopped',
  'sending_resumed',
  'import_finished',
  'mailbox_lost',
  'contact_changed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const EVENT_SCOPES: Record<string, ApiScope> = {
  email: 'campaigns:read',
  campaign: 'campaigns:read',
  winner: 'campaigns:read',
  repeat: 'campaigns:read',
  rehearsal: 'campaigns:read',
  followups: 'campaigns:read',
  reply: 'campaigns:read',
  approval: 'campaigns:read',
  sending: 'campaigns:read',
  import: 'contacts:read',
  mailbox: 'mailboxes:read',
  contact: 'contacts:read',
}

/** The scope that a program needs to be told of an event. */
export function scopeOfEvent(event: WebhookEvent): ApiScope {
  const scope = EVENT_SCOPES[event.split('_')[0] ?? '']
  if (!scope) throw new Error(`No scope is known for ${event}`)
  return scope
}

/** Event that is sent by hand as a test, to any webhook. */
export const TEST_EVENT = 'webhook_test'
export const ALL_EVENTS = [...WEBHOOK_EVENTS, TEST_EVENT] as const
export type AnyWebhookEvent = (typeof ALL_EVENTS)[number]

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Reasons for which Mergewell disabled a webhook; null if an admin disabled it. */
export const DISABLED_REASONS = ['failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Reasons why an attempt to deliver an event failed. */
export const DELIVERY_PROBLEMS = [
  'refused',
  'timeout',
  'unreachable',
  'private_address',
  'redirect',
  'disabled',
  'unreadable_secret',
] as const
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

export const WEBHOOK_LIMITS = {
  /** webhooks of a workspace */
  webhooks: 10,
  /** maximum test events that one webhook gets (`count`) within `ms` */
  tests: { count: 10, ms: 600 * SECOND },
  /** maximum contacts in one event */
  contacts: 100,
  /** ms for which an event is retried; a webhook that failed for as long is disabled */
  patience: 3 * DAY,
  /** ms for which a replaced secret stays valid */
  oldSecret: DAY,
  /** days for which the log of deliveries is kept */
  keptDays: 30,
  /** maximum characters stored of a response */
  response: 2_000,
  /** maximum deliveries in the log of one webhook */
  log: 100_000,
} as const

/** ms between attempts, as the Standard Webhooks specification suggests: about three days in all. */
const DELAYS = [5 * SECOND, 300 * SECOND, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 18 * HOUR, 22 * HOUR]

/**
 * Returns when to try again after `attempts` failed ones; null: no more. `random`, from 0 to 1, spreads attempts by up
 * to 10 %, but never past three days.
 */
export function nextAttempt(attempts: number, startedAt: Date, now: Date, random: number): Date | null {
  const delay = DELAYS[attempts - 1]
  const end = startedAt.getTime() + WEBHOOK_LIMITS.patience
  if (delay === undefined || now.getTime() >= end) return null
  return new Date(Math.min(now.getTime() + delay * (1 + random / 10), end))
}

/** Returns the name of an event as sent in a request: email.sent for email_sent. */
export const typeOf = (event: AnyWebhookEvent): string => event.replace('_', '.')

/** A new or changed webhook. `https`: plain http is refused. `isInside`: whether a URL names a private address. */
export const webhookInput = (https: boolean, isInside: (url: string) => boolean = () => false) =>
  z.object({
    url: z
      .string()
      .trim()
      .max(2_000, 'The address must be at most 2000 characters long')
      .refine((text) => isTarget(text, https), {
        message: https
          ? 'Enter an address that begins with https://, without a password'
          : 'Enter an address that begins with https:// or http://, without a password',
      })
      .refine((text) => !URL.canParse(text) || !isInside(text), {
        message:
          'This is a private address. Enter a public one, or ask the person who runs this installation to set WEBHOOK_ALLOW_PRIVATE=true',
      }),
    description: z.string().trim().max(200, 'The description must be at most 200 characters long').default(''),
    events: z
      .array(z.enum(WEBHOOK_EVENTS, 'WEBHOOK_TEST cannot be chosen: it is sent by sendTestWebhook only'))
      .min(1, 'Choose at least one event')
      .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  })

function isTarget(text: string, https: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || (!https && protocol === 'http:')) && !username && !password
}
