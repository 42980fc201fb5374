import type { Role } from '../accounts/accounts.ts'
import { rate } from '../rate-percent.ts'
import { PROVIDER_NAMES, PROVIDERS } from './providers.ts'

/**
 * Connected mailboxes: which inboxes can be read and how often, and the reputation of the mailboxes (product:
 * mailboxes.reputation).
 */

export const REPUTATIONS = ['excellent', 'good', 'fair', 'poor'] as const
export type Reputation = (typeof REPUTATIONS)[number]

/** Scopes of all providers that let an inbox be read with its reports, in lower case. */
export const READING_SCOPES: readonly string[] = PROVIDER_NAMES.flatMap((name) => PROVIDERS[name].readingScopes)

/** Returns whether the granted scopes allow reading bounces and replies. */
export function mayRead(scopes: readonly string[]): boolean {
  return scopes.some((scope) => READING_SCOPES.includes(scope.toLowerCase()))
}

const DRAFT_SCOPES: ReadonlySet<string> = new Set(PROVIDER_NAMES.flatMap((name) => PROVIDERS[name].draftScopes))
const SHARED_SCOPES: ReadonlySet<string | null> = new Set(PROVIDER_NAMES.map((name) => PROVIDERS[name].sharedScope))

/** Returns whether the granted scopes allow drafts. If so, the mailbox can tell whether an email left. */
export function mayDraft(scopes: readonly string[]): boolean {
  return scopes.some((scope) => DRAFT_SCOPES.has(scope.toLowerCase()))
}

/** Returns whether the granted scopes allow sending from shared mailboxes. */
export function maySendShared(scopes: readonly string[]): boolean {
  return scopes.some((scope) => SHARED_SCOPES.has(scope.toLowerCase()))
}

/** Access levels of a mailbox. `send`: sending only. `full`: safe sending, bounces and replies. */
export const MAILBOX_LEVELS = ['send', 'full'] as const
export type MailboxLevel = (typeof MAILBOX_LEVELS)[number]

/** Sets of scopes that the full access level needs, by provider: one scope of each set. */
const FULL_LEVEL = PROVIDER_NAMES.map((name) => {
  const { readingScopes, draftScopes } = PROVIDERS[name]
  return [readingScopes, draftScopes].filter((any) => any.length > 0)
})

/**
 * Returns the access level of a mailbox by its granted scopes, whatever was requested. At a provider without drafts,
 * permission to read is enough for the full level.
 */
export function levelOf(scopes: readonly string[]): MailboxLevel {
  const granted = scopes.map((scope) => scope.toLowerCase())
  const isFull = FULL_LEVEL.some((needed) => needed.every((any) => any.some((scope) => granted.includes(scope))))
  return isFull ? 'full' : 'send'
}

/** ms between attempts to get an access level that an organization refused. */
const LEVEL_RETRY = 86_400_000

/** Returns whether to try for the wanted level again: at most once a day. */
export function mayTryLevel(triedAt: Date | null, now: Date): boolean {
  return triedAt === null || now.getTime() - triedAt.getTime() >= LEVEL_RETRY
}

/**
 * Intervals between reads of an inbox (`every`), by the age of the newest email that the mailbox sent or gets the
 * replies to (`age`), both in seconds: most bounces come within minutes, the last within the days for which servers
 * keep trying. In order; after the last step nothing is waited for any more.
 */
export const READING_STEPS: readonly { age: number; every: number }[] = [
  { age: 15 * 60, every: 15 },
  { age: 3_600, every: 60 },
  { age: 6 * 3_600, every: 300 },
  { age: 24 * 3_600, every: 900 },
  { age: 3 * 86_400, every: 3_600 },
  { age: 7 * 86_400, every: 4 * 3_600 },
]

/**
 * Returns the seconds between two reads of an inbox if the newest email left `age` seconds ago; null if nothing is
 * waited for any more.
 */
export function readEvery(age: number): number | null {
  return READING_STEPS.find((step) => age <= step.age)?.every ?? null
}

/** Seconds after which no report or reply is waited for. */
export const WATCHED_SECONDS = READING_STEPS.at(-1)?.age ?? 0

/** Seconds after which an inbox is no longer read for emails whose bounce window is still open, as while it could not be read. */
export const OPEN_WINDOW_SECONDS = 30 * 86_400

/** Seconds after a read in which an inbox counts as read: a few of the shortest intervals. Follow-ups leave only then. */
export const READ_LATELY_SECONDS = 300

/** Days that a reputation looks back. */
export const REPUTATION_DAYS = 30

/** Outcomes of a mailbox's emails in a period. */
export interface Outcomes {
  /** number of emails accepted by the provider */
  sent: number
  /** sent emails that bounced */
  bounced: number
  /** rejected by the provider because of the email or its recipient */
  refused: number
  /** sent emails whose recipient unsubscribed */
  unsubscribed: number
  /** sent emails whose recipient is suppressed after a complaint */
  complained: number
}

/** Minimum number of emails for a judgment: fewer emails prove nothing. */
const SAMPLE_MIN = 50
/** Number of emails from which a clean record is rated better than "good". */
const LARGE_SAMPLE_MIN = 200

/**
 * Percentages above which a reputation is at most that of the row; the first match applies. Taken from the rules for
 * bulk senders.
 */
const LIMITS: readonly { reputation: Reputation; share: keyof typeof SHARES; above: number }[] = [
  { reputation: 'poor', share: 'complained', above: 0.3 },
  { reputation: 'poor', share: 'bounced', above: 5 },
  { reputation: 'poor', share: 'refused', above: 10 },
  { reputation: 'fair', share: 'complained', above: 0.1 },
  { reputation: 'fair', share: 'bounced', above: 2 },
  { reputation: 'fair', share: 'refused', above: 5 },
  { reputation: 'fair', share: 'unsubscribed', above: 2 },
  { reputation: 'good', share: 'complained', above: 0 },
  { reputation: 'good', share: 'bounced', above: 1 },
  { reputation: 'good', share: 'refused', above: 2 },
  { reputation: 'good', share: 'unsubscribed', above: 0.5 },
]

const SHARES = {
  bounced: 'bounced',
  refused: 'were refused',
  unsubscribed: 'led to an unsubscribe',
  complained: 'led to a complaint',
}

/** Rates a mailbox by the outcomes of its emails, with the reason as a sentence. A small sample counts as good. */
export function reputationOf(outcomes: Outcomes): { reputation: Reputation; reason: string } {
  const { sent, refused } = outcomes
  const tried = sent + refused
  if (tried === 0) return { reputation: 'good', reason: `Nothing was sent in the last ${REPUTATION_DAYS} days.` }
  if (tried < SAMPLE_MIN) {
    const mails = tried === 1 ? '1 email' : `${tried} emails`
    return {
      reputation: 'good',
      reason: `Good until there is more data: ${mails} in the last ${REPUTATION_DAYS} days.`,
    }
  }
  const share = (name: keyof typeof SHARES) => (100 * outcomes[name]) / (name === 'refused' ? tried : Math.max(1, sent))
  const worst = LIMITS.find((limit) => share(limit.share) > limit.above)
  if (worst) {
    const whole = worst.share === 'refused' ? tried : sent
    const percent = rate(outcomes[worst.share], whole)
    return {
      reputation: worst.reputation,
      reason: `${percent}% of ${whole} emails in the last ${REPUTATION_DAYS} days ${SHARES[worst.share]}.`,
    }
  }
  const clean = `of ${sent} emails in the last ${REPUTATION_DAYS} days, hardly any bounced or led to an unsubscribe.`
  if (sent < LARGE_SAMPLE_MIN) return { reputation: 'good', reason: `So far so good: ${clean}` }
  return { reputation: 'excellent', reason: clean.replace(/^o/, 'O') }
}

/** Returns whether a person may disconnect or share a mailbox: only its owner or an admin. */
export function mayManage(person: { userId: string; role: Role }, mailbox: { userId: string }): boolean {
  return person.userId === mailbox.userId || person.role === 'admin'
}

/** Returns whether a mailbox can send, and how: it warms up while its workspace does (product: mailboxes.fields). */
export function accountStatus(
  stored: 'connected' | 'warming_up' | 'error',
  warmupDaysRemaining: number,
): 'connected' | 'warming_up' | 'error' {
  if (stored === 'error') return 'error'
  return warmupDaysRemaining > 0 ? 'warming_up' : 'connected'
}
