import type { StatusReason } from '#domain/campaigns.ts'
import type { Breaker, BreakerEvent } from './breaker.ts'
import type { DraftEvent } from './draft-rules.ts'
import type { Pace, PaceRules } from '#domain/pacing/pace.ts'
import type { Picture } from './inline-images.ts'
import type { OwnAddresses } from './own-links.ts'
import type { Mailbox, MailAddress, MessageAttachment, Receipt } from './provider.ts'

/** Names one mailbox of one tenant. */
export interface MailboxKey {
  tenantId: string
  mailAccountId: string
}

/** A mailbox with work to do. */
export interface MailboxWork {
  mailbox: Mailbox
  from: MailAddress
  rules: PaceRules
  /** the provider asked not to be called before */
  throttledUntil: Date | null
  /** an outage of the provider */
  outage: Breaker | null
  /** sending from this mailbox broke off, and is not to begin before */
  brokeOffUntil: Date | null
  /** false: nothing new may leave, because the workspace may not send; what is under way is settled all the same */
  sends: boolean
  /** an email of which nobody can know whether it left is sent again */
  sendAgainInDoubt: boolean
}

/** A recipient that was claimed for an attempt. */
export interface Attempt {
  logId: string
  campaignId: string
  /** how often it was begun, this time included */
  attempts: number
  /** how many of the attempts before failed in a way that may pass */
  failures: number
  /** names this very attempt: what an earlier worker still wants to write of its own does not touch it */
  claimedAt: Date
  protocol: 'draft' | 'direct'
  draftId: string | null
  /** what its mailbox has said of the draft since it was first asked to leave; without a draft, the tries that may have been taken */
  history: readonly DraftEvent[]
  /** when the mailbox is asked about the draft next; null: nobody knows what became of the attempt */
  lookAt: Date | null
  /** which subject of an A/B test; null without a test */
  variant: 'A' | 'B' | null
  firstName: string
  lastName: string
  email: string
  fields: Record<string, string>
}

/** The parts of a campaign that every mail shares. */
export interface CampaignContent {
  subject: string
  /** subject of those who get variant B of an A/B test */
  subjectB: string | null
  content: string
  useHtmlBuilder: boolean
  attachments: readonly MessageAttachment[]
  /** images to send along instead of linking them: address in the HTML → image */
  pictures: ReadonlyMap<string, Picture>
  /** tracked links, the pixel and the unsubscribe link */
  own: OwnAddresses
}

/** What became of a mail: the provider took it, or why not. */
export type Outcome = { attempt: Attempt; at: Date } & ({ receipt: Receipt } | { error: string })

/** What the engine asks of the database. Every method is one transaction; counters and rows change together. */
export interface SendStore {
  /** Null when the mailbox is gone or cannot be used; then its campaigns were paused with the reason. */
  open(key: MailboxKey): Promise<MailboxWork | null>
  /**
   * Attempts that are to be settled now, whatever the status of their campaigns: those that a dead worker left behind, handed over
   * perhaps, and those whose draft is to be looked at.
   */
  unsettled(key: MailboxKey, now: Date): Promise<Attempt[]>
  /** Keeps what is known of an attempt's draft; it is settled by a later slice, at `lookAt` or after. */
  postpone(key: MailboxKey, attempt: Attempt, lookAt: Date): Promise<void>
  /** The attempt counts on its draft no more: a new one is made. */
  dropDraft(key: MailboxKey, attempt: Attempt): Promise<void>
  /** When the next draft is to be looked at; null: none is waiting for that. */
  nextLook(key: MailboxKey): Promise<Date | null>
  /**
   * Marks pending recipients, fairly over the mailbox's campaigns, as being attempted now: at most `most`, and no more than the rules of
   * pace leave room for. `room`: what an earlier answer left over, to be trusted without counting again.
   */
  claim(
    key: MailboxKey,
    request: { rules: PaceRules; most: number; protocol: 'draft' | 'direct'; room: number | null },
    now: Date,
  ): Promise<{ attempts: Attempt[]; pace: Pace }>
  content(key: MailboxKey, campaignId: string): Promise<CampaignContent>
  /** Keeps the ids of drafts; tells of each whether the attempt was still ours: only then may the draft be sent. */
  saveDrafts(key: MailboxKey, drafts: readonly { attempt: Attempt; draftId: string }[]): Promise<boolean[]>
  /** Drafts of which we have no id may lie in the mailbox, made at `since` or later: they are searched for and deleted. */
  noteStrayDrafts(key: MailboxKey, since: Date, now: Date): Promise<void>
  record(key: MailboxKey, outcomes: readonly Outcome[]): Promise<void>
  /**
   * The attempts did not leave and may be repeated: at once, when they were not really begun (null), or at `retryAt`. `failed`: it was for
   * the mail's own sake, not its mailbox's. `mayHaveLeft`: they are repeated all the same, and stay in the ledger.
   */
  release(
    key: MailboxKey,
    attempts: readonly Attempt[],
    again: { retryAt: Date; failed: boolean; mayHaveLeft?: boolean } | null,
  ): Promise<void>
  /** The provider asked for a pause. */
  throttle(key: MailboxKey, until: Date): Promise<void>
  /**
   * Keeps what happened to the circuit breakers of the mailbox and its provider. Returns the one that holds it longer, and for `asked`
   * whether an email may be tried. `everywhere`: what failed concerns all mailboxes of the provider.
   */
  noteOutage(
    key: MailboxKey,
    event: BreakerEvent,
    everywhere: boolean,
    now: Date,
  ): Promise<{ breaker: Breaker | null; allowed: boolean }>
  /**
   * A slice broke off for a reason that nobody foresaw, which the log tells under `reference`; null: one came to its end. Says so on the
   * mailbox's campaigns. Returns when to try again.
   */
  noteBreakdown(key: MailboxKey, broken: { reference: string; random: number } | null, now: Date): Promise<Date | null>
  /** Says on the mailbox's campaigns that nothing is sent because the clock of a worker is wrong. */
  noteWrongClock(key: MailboxKey): Promise<void>
  /** The mailbox's sign-in is refused: it needs reconnecting; campaigns without another mailbox pause. */
  expire(key: MailboxKey, reason: string): Promise<void>
  /**
   * Says on the mailbox's campaigns why they wait and until when (null: they are on their way), and when each will be through at
   * `perSecond` mails a second at most. Says nothing, and answers false, when the rules are others by now.
   */
  explain(
    key: MailboxKey,
    why: { reason: StatusReason; until: Date } | null,
    outlook: { rules: PaceRules; perSecond: number },
    now: Date,
  ): Promise<boolean>
  /** Pauses campaigns of which too many mails were refused or bounced; tells how many mails may leave until it is to be asked again. */
  watchCanary(key: MailboxKey): Promise<number>
  /** Closes campaigns that have nothing left to send. */
  finish(key: MailboxKey, now: Date): Promise<void>
  /** When the mailbox has work next: an email to settle, or a pending recipient that may be tried; null when there is neither. */
  nextDue(key: MailboxKey): Promise<Date | null>
}
