import type { CampaignStatus } from '../campaigns/campaign-statuses.ts'
import type { StatusReason } from '../campaigns/campaigns.ts'
import type { WorkspaceRefusal } from '../tenants/plans.ts'
import type { SendWindow } from '../settings/setting-register.ts'
import type { Pace } from './pace.ts'
import { openingAt } from './send-window.ts'

/**
 * The gates that an email must pass before it is sent. The engine asks them before it sends, and every screen asks them
 * to say why nothing is sent (decision 0012). Pure.
 */

/** Reason why nothing is sent (a closed gate), and its end; null = until somebody acts. */
export interface Gate {
  reason: StatusReason
  until: Date | null
}

/** A closed gate that opens at a known time. */
export interface TimedGate extends Gate {
  until: Date
}

/** Limits that a provider enforces beside that of the single mailbox. */
export type LimitReason = Extract<StatusReason, 'ORGANISATION_LIMIT' | 'ONMICROSOFT_LIMIT'>

/** Times before which a mailbox's provider is not called. */
export interface Rests {
  /** time until which the provider asked to wait */
  throttledUntil: Date | null
  /** time until which the mailbox's quota at the provider is used up */
  quotaUntil: Date | null
  /** the limit that was reached; by default the mailbox's own */
  quotaReason?: LimitReason | null
  /** time until which the circuit breaker of the mailbox or its provider is open */
  outageUntil: Date | null
  /** reason for the open circuit breaker; by default the provider does not work */
  outageReason?: 'MAILBOX_REFUSED' | null
  /** time until which a refused sign-in, which may be accepted again, is not tried */
  signInUntil: Date | null
  /** time until which the provider, which refuses this installation's registration, is not asked */
  registrationUntil: Date | null
  /** time until which sending pauses after an error of ours */
  breakdownUntil: Date | null
}

/** Facts that decide whether a mailbox may send. */
export interface MailboxFacts extends Rests {
  /** reason why the whole workspace may not send */
  workspace: WorkspaceRefusal | 'SENDING_STOPPED' | null
  /** true if the mailbox's sign-in was refused */
  needsReconnect: boolean
  /** true if the mailbox's provider is configured in this installation */
  isServed: boolean
  diskFull: boolean
  clockWrong: boolean
  /**
   * number of emails that the pace allows; null: the mailbox has no campaign to send, or is sending one at this moment,
   * so its pace does not matter
   */
  pace: Pace | null
  sendWindow: SendWindow | null
}

/** Gates that open only when somebody acts; the first closed one is shown. */
const STANDING: readonly [StatusReason, (facts: MailboxFacts) => boolean][] = [
  ['TENANT_INACTIVE', ({ workspace }) => workspace === 'TENANT_INACTIVE'],
  ['TO_BE_DELETED', ({ workspace }) => workspace === 'TO_BE_DELETED'],
  ['EMAIL_NOT_CONFIRMED', ({ workspace }) => workspace === 'EMAIL_NOT_CONFIRMED'],
  ['TRIAL_ENDED', ({ workspace }) => workspace === 'TRIAL_ENDED'],
  ['SENDING_STOPPED', ({ workspace }) => workspace === 'SENDING_STOPPED'],
  ['RECONNECT', ({ needsReconnect }) => needsReconnect],
  ['NO_MAILBOX', ({ isServed }) => !isServed],
  ['DISK_FULL', ({ diskFull }) => diskFull],
  ['CLOCK_WRONG', ({ clockWrong }) => clockWrong],
]

/** Gates that open at a time; the one that opens last is shown. */
const RESTS: readonly [StatusReason, Exclude<keyof Rests, 'quotaReason' | 'outageReason'>][] = [
  ['THROTTLED', 'throttledUntil'],
  ['QUOTA_USED_UP', 'quotaUntil'],
  ['PROVIDER_DOWN', 'outageUntil'],
  ['SIGN_IN_DOUBT', 'signInUntil'],
  ['REGISTRATION', 'registrationUntil'],
  ['INTERNAL_ERROR', 'breakdownUntil'],
]

/** Returns why a mailbox's provider must not be called now; null if it may be. */
export function restGate(rests: Rests, now: Date): TimedGate | null {
  let longest: TimedGate | null = null
  for (const [reason, field] of RESTS) {
    const until = rests[field]
    if (!until || until <= (longest?.until ?? now)) continue
    const named = { quotaUntil: rests.quotaReason, outageUntil: rests.outageReason }
    longest = { reason: named[field as keyof typeof named] ?? reason, until }
  }
  return longest
}

/** Returns why a mailbox sends nothing now; null if it may send. */
export function mailboxGate(facts: MailboxFacts, now: Date): Gate | null {
  const standing = STANDING.find(([, isClosed]) => isClosed(facts))
  if (standing) return { reason: standing[0], until: null }
  const rest = restGate(facts, now)
  const paced = facts.pace && 'until' in facts.pace ? facts.pace : null
  const longest = paced && paced.until > (rest?.until ?? now) ? { reason: paced.reason, until: paced.until } : rest
  if (facts.pace === null) return longest
  // A pause may end outside the sending hours.
  const from = longest?.until.getTime() ?? now.getTime()
  const { opens } = openingAt(facts.sendWindow, from)
  return opens > from ? { reason: 'OUTSIDE_WINDOW', until: new Date(opens) } : longest
}

/** Returns whether a mailbox can send at all, now or later, without anybody acting on it. */
const works = ({ needsReconnect, isServed }: MailboxFacts) => !needsReconnect && isServed

/** Facts that decide whether a campaign sends. */
export interface CampaignFacts {
  status: CampaignStatus
  /** reason why the campaign was paused */
  pausedBecause: StatusReason | null
  scheduledAt: Date | null
  /** True if only follow-ups are to come */
  isFollowing: boolean
  /** time at which a follow-up is next decided */
  followsUpAt: Date | null
  /** time at which the first of the campaign's emails is tried or checked again, if all of them wait for that */
  retryAt: Date | null
  /** true if the email waits for the recipient's local time, so that `retryAt` is its first attempt */
  awaitsLocalTime?: boolean
  /** true if only uncertain emails are left, in mailboxes that must be reconnected before they can be asked */
  leftInDoubt: boolean
  /** time at which the A/B test is decided, if all that is left waits for its result */
  abDecidesAt?: Date | null
  workspace: MailboxFacts['workspace']
}

/** A mailbox of a campaign. */
export interface CampaignMailboxFacts extends MailboxFacts {
  /** True if the person who chose the mailbox may still send from it. */
  mayUse: boolean
}

/**
 * Causes of a pause that can end without anybody resuming the campaign: function that returns whether the cause still
 * holds.
 */
const CAUSES: Partial<
  Record<StatusReason, (campaign: CampaignFacts, mailboxes: readonly CampaignMailboxFacts[]) => boolean>
> = {
  RECONNECT: (_, mailboxes) => !mailboxes.some(works),
  NO_MAILBOX: (_, mailboxes) => !mailboxes.some(works),
  NOT_SHARED: (_, mailboxes) => !mailboxes.some(works) || mailboxes.some(({ mayUse }) => !mayUse),
  TENANT_INACTIVE: ({ workspace }) => workspace === 'TENANT_INACTIVE',
  TO_BE_DELETED: ({ workspace }) => workspace === 'TO_BE_DELETED',
  EMAIL_NOT_CONFIRMED: ({ workspace }) => workspace === 'EMAIL_NOT_CONFIRMED',
  TRIAL_ENDED: ({ workspace }) => workspace === 'TRIAL_ENDED',
}

/** Reason that a pause shows once its cause is gone. */
const RESOLVED: Partial<Record<StatusReason, StatusReason>> = {
  RECONNECT: 'MAILBOX_WORKS',
  NO_MAILBOX: 'MAILBOX_WORKS',
  NOT_SHARED: 'MAILBOX_WORKS',
}

/** Returns why a campaign sends nothing now; null if it is sending, or has nothing to send. */
export function campaignGate(
  campaign: CampaignFacts,
  mailboxes: readonly CampaignMailboxFacts[],
  now: Date,
): Gate | null {
  const { status, scheduledAt, retryAt, awaitsLocalTime, leftInDoubt, abDecidesAt } = campaign
  if (status === 'paused') return { reason: pauseReason(campaign, mailboxes), until: null }
  if (status !== 'sending') return null
  if (campaign.workspace === 'SENDING_STOPPED') return { reason: 'SENDING_STOPPED', until: null }
  if (scheduledAt && scheduledAt > now) return { reason: 'SCHEDULED', until: scheduledAt }
  if (mailboxes.length === 0) return { reason: 'NO_MAILBOX', until: null }
  if (campaign.isFollowing) return followUpGate(campaign, now)
  const gates = mailboxes.map((facts) => mailboxGate(facts, now))
  const closed = gates.includes(null) ? null : gates.reduce(firstToOpen)
  // A gate that opens before the test is decided changes nothing.
  const until = closed ? closed.until : now
  if (abDecidesAt && until && abDecidesAt > until) return { reason: 'AB_TEST', until: abDecidesAt }
  if (closed) return closed
  if (leftInDoubt) return { reason: 'RECONNECT', until: null }
  return retryAt && retryAt > now ? { reason: awaitsLocalTime ? 'LOCAL_TIME' : 'RETRYING', until: retryAt } : null
}

function followUpGate({ followsUpAt }: CampaignFacts, now: Date): Gate {
  return { reason: 'FOLLOW_UPS', until: followsUpAt && followsUpAt > now ? followsUpAt : null }
}

function pauseReason(campaign: CampaignFacts, mailboxes: readonly CampaignMailboxFacts[]): StatusReason {
  const cause = campaign.pausedBecause ?? 'PAUSED'
  if (CAUSES[cause]?.(campaign, mailboxes) === false) return RESOLVED[cause] ?? 'PAUSED'
  return cause === 'RECONNECT' && mailboxes.length === 0 ? 'NO_MAILBOX' : cause
}

function firstToOpen(one: Gate | null, other: Gate | null): Gate | null {
  const opens = (gate: Gate | null) => gate?.until?.getTime() ?? Number.POSITIVE_INFINITY
  return opens(other) < opens(one) ? other : one
}
