import { type GivenContactValues } from '#domain/contacts/contact-fields.ts'
import type { Breaker, BreakerEvent } from './circuit-breaker.ts'
import type { DraftEvent } from './provider-draft-rules.ts'
import type { DocumentFormat } from '#domain/campaigns/document-attachments.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import type { SendAsMailbox } from '#domain/mailboxes/send-as.ts'
import type { SenderTexts } from '#domain/content/sender-fields.ts'
import type { Pace, PaceRules } from '#domain/pacing/pace.ts'
import type { AccessPauses, AskedPauses } from './mailbox-pauses.ts'
import type { CompiledMessage, MessageSource } from './message/message.ts'
import type { Picture } from './message/inline-images.ts'
import type { StopReason } from './pause-rules.ts'
import type { OwnAddresses } from './message/recipient-links.ts'
import type {
  DeliveryFailure,
  OpenMailbox,
  MailAddress,
  MailProvider,
  MessageAttachment,
  Receipt,
  SentIds,
} from './provider.ts'

/** Identifies one mailbox of one tenant. */
export interface MailboxKey {
  tenantId: string
  mailboxId: string
}

/** A mailbox with work to do. */
export interface MailboxWork {
  mailbox: OpenMailbox
  provider: MailProvider['name']
  from: MailAddress
  /** other addresses of the mailbox, and the granted scopes; absent: it has no other addresses */
  sendAs?: SendAsMailbox
  rules: PaceRules
  /** times before which the provider asked for no calls */
  pauses: AskedPauses
  /** circuit breaker of an outage of the provider; null: no outage */
  outage: Breaker | null
  /** pauses because the sign-in is in doubt, or the provider refuses the application; absent: neither */
  access?: AccessPauses
  /** sending from this mailbox crashed and must not restart before this time */
  brokeOffUntil: Date | null
  /** false: nothing new may be sent because the workspace may not send; attempts in flight are still settled */
  sends: boolean
  /** true if uncertain emails are resent automatically */
  sendAgainInDoubt: boolean
}

/** A recipient claimed for an attempt. */
export interface Attempt extends GivenContactValues {
  logId: string
  campaignId: string
  /** attempts so far, including this one */
  attempts: number
  /** earlier attempts that failed temporarily */
  failures: number
  /** identifies this attempt: late writes by an earlier worker do not affect it */
  claimedAt: Date
  protocol: 'draft' | 'direct'
  draftId: string | null
  /** the draft's history since it was first sent; without a draft, the attempts that may have been accepted */
  history: readonly DraftEvent[]
  /** time of the next check of the mailbox; null: the attempt's outcome is unknown */
  lookAt: Date | null
  /** subject variant in an A/B test; null without a test */
  variant: 'A' | 'B' | null
  /** the recipient is excluded from tracking */
  untracked: boolean
  fields: Record<string, string>
  /** the contact's tags, where a condition of the campaign asks for them */
  tags?: readonly string[]
  /** the rows of a sheet that the email is about */
  rows?: readonly Readonly<Record<string, string>>[]
  /** for a follow-up or an answer: the emails before it, oldest first; it replies to the last */
  answers?: readonly AnsweredEmail[]
  /**
   * keys of the addresses that get a copy (CC, BCC), without those on the suppression list; absent in campaigns without
   * copies
   */
  copies?: readonly string[]
  /**
   * for an approved campaign: true if its address, values and files are those that were approved; null: nobody approved
   * them
   */
  isAsApproved?: boolean | null
  /**
   * for an approved campaign with files for each recipient: ids of the files approved for this one; null: they are
   * found by their names
   */
  fileIds?: readonly string[] | null
}

/** An email that a follow-up or an answer to a reply answers. */
export interface AnsweredEmail {
  /** id of the email that was sent; for a reply, of the email that was answered */
  logId: string
  /** true if the answered message is a recipient's reply, whose ids are not ours to store */
  isReply?: boolean
  /** number of attempts, the last of which was sent */
  attempts: number
  /** provider's id of the message */
  messageId: string | null
  /** the Message-ID header, if known */
  internetMessageId: string | null
  /** provider's id of the conversation, if known */
  threadId: string | null
}

/** The parts of a campaign shared by every email. */
export interface CampaignContent extends SenderTexts {
  subject: string
  /** subject for variant B of an A/B test */
  subjectB: string | null
  content: string
  useHtmlBuilder: boolean
  language: EmailLanguage
  attachments: readonly MessageAttachment[]
  /** documents filled for each recipient, in their order; absent: none */
  documents?: readonly DocumentTemplate[]
  /** images to embed instead of linking: URL in the HTML → image */
  pictures: ReadonlyMap<string, Picture>
  /** tracked links, the pixel and the unsubscribe link; absent for an answer to a reply, which has none */
  own?: OwnAddresses | undefined
  /** a file of their own for each recipient, by a name with merge tags; null: they get none */
  ownFiles?: OwnFiles | null
  /** sender of the campaign's emails from this mailbox, fixed at the launch; null: as the mailbox is now */
  sender?: MailAddress | null
  /** the part that differs from the approved email; null: none. Absent for a launch that needed no approval */
  approval?: { changed: 'email' | 'sender' | null } | undefined
}

/** A template that becomes a document of each recipient, without its content. */
export interface DocumentTemplate {
  id: string
  /** file name, in which merge tags work */
  name: string
  /** size of the template in bytes */
  size: number
  format: DocumentFormat
  /** SHA-256 of its content, in hex */
  hash: string
}

/** The files of a campaign's recipients, without their content. */
export interface OwnFiles {
  pattern: string
  files: readonly { id: string; name: string; contentType: string; size: number }[]
}

/**
 * Outcome of an email: the provider accepted it, or the reason why not. `kind`: the kind of failure, if a single answer
 * decided it.
 */
export type Outcome = { attempt: Attempt; at: Date } & (
  | { receipt: Receipt }
  | { error: string; kind?: DeliveryFailure }
)

/** The port through which the engine uses the database. Every method is one transaction; counters and rows change together. */
export interface SendStore {
  /** counts the emails that leave the mailbox without Mergewell, if its Sent folder can be read; absent: not counted */
  outside?: {
    /** returns the time from which the Sent folder must be counted; null: not now */
    due(key: MailboxKey, now: Date): Promise<Date | null>
    /** adds the emails beyond our own to the ledgers; `sent`: recipients since that time, our own included */
    note(key: MailboxKey, sent: number, now: Date): Promise<void>
  }
  /** Opens a mailbox for sending. Null if it is gone or unusable; its campaigns were then paused with the reason. */
  open(key: MailboxKey): Promise<MailboxWork | null>
  /**
   * Finds attempts whose outcome must be found out now, whatever their campaign's status: those left by a crashed
   * worker, and those whose draft is due for a check.
   */
  unsettled(key: MailboxKey, now: Date): Promise<Attempt[]>
  /** Stores what is known about an attempt's draft; a later slice settles it, at `lookAt` or after. */
  postpone(key: MailboxKey, attempt: Attempt, lookAt: Date): Promise<void>
  /** Removes the stored draft of an attempt, because a new one will be created. */
  dropDraft(key: MailboxKey, attempt: Attempt): Promise<void>
  /** Returns when the next draft check is due; null: none is scheduled. */
  nextLook(key: MailboxKey): Promise<Date | null>
  /**
   * Claims pending recipients, fairly across the mailbox's campaigns: at most `most`, and no more than pacing allows.
   * `room`: number of emails left from an earlier pacing result, used without counting again.
   */
  claim(
    key: MailboxKey,
    request: { rules: PaceRules; most: number; protocol: 'draft' | 'direct'; room: number | null },
    now: Date,
  ): Promise<{ attempts: Attempt[]; pace: Pace }>
  /** Reads the parts of which a campaign's emails are made. Throws TOO_LARGE if reading takes too long. */
  content(key: MailboxKey, campaignId: string): Promise<CampaignContent>
  /** The content of a file of {@link OwnFiles}; null if it was deleted. */
  fileContent(key: MailboxKey, fileId: string): Promise<Uint8Array | null>
  /**
   * Fills a document for a recipient, off the main thread.
   *
   * @throws AppError for a document that cannot be made for this recipient, or not now (UNAVAILABLE)
   */
  fillDocument(
    key: MailboxKey,
    document: DocumentTemplate,
    recipient: MergeValues,
    language: EmailLanguage,
  ): Promise<MessageAttachment>
  /** Compiles a message off the main thread. Throws TOO_LARGE if it takes too long or has too many places. */
  compile(key: MailboxKey, source: MessageSource): Promise<CompiledMessage>
  /**
   * Stores the ids of provider drafts; returns for each whether the attempt is still ours, because only then may the
   * draft be sent.
   */
  saveDrafts(key: MailboxKey, drafts: readonly { attempt: Attempt; draftId: string }[]): Promise<boolean[]>
  /**
   * Records that provider drafts without a known id may exist in the mailbox, created at `since` or later, so that they
   * are found and deleted.
   */
  noteStrayDrafts(key: MailboxKey, since: Date, now: Date): Promise<void>
  /** Stores the ids that the provider gave to a sent email. */
  noteSentIds(key: MailboxKey, logId: string, ids: SentIds): Promise<void>
  record(key: MailboxKey, outcomes: readonly Outcome[]): Promise<void>
  /**
   * Releases attempts that were not sent, to be retried: immediately if they never really began (null), or at
   * `retryAt`.
   *
   * - `failed`: the failure was the email's fault, not its mailbox's.
   * - `mayHaveLeft`: the emails are retried, but still count in the ledger, because they may have been sent.
   * - `error`: the provider's text, shown while they wait.
   */
  release(
    key: MailboxKey,
    attempts: readonly Attempt[],
    again: { retryAt: Date; failed: boolean; mayHaveLeft?: boolean; error?: string } | null,
  ): Promise<void>
  /** Records that the provider asked for a pause. */
  throttle(key: MailboxKey, pause: keyof AskedPauses, until: Date): Promise<void>
  /**
   * Records an event for the circuit breakers of the mailbox and its provider. Returns the one that stays open longer,
   * and for `asked` whether an email may be tried. `everywhere`: the provider could not be reached.
   */
  noteOutage(
    key: MailboxKey,
    event: BreakerEvent,
    everywhere: boolean,
    now: Date,
  ): Promise<{ breaker: Breaker | null; allowed: boolean }>
  /**
   * Records that a slice failed because of an error of ours, with its `reference` in the log; null: a slice completed.
   * Returns when to retry.
   */
  noteBreakdown(key: MailboxKey, broken: { reference: string; random: number } | null, now: Date): Promise<Date | null>
  /** Records that a worker skips the mailbox because the worker's clock is wrong. */
  noteWrongClock(key: MailboxKey): Promise<void>
  /** Records that the mailbox's sign-in was refused and needs reconnecting; campaigns without another mailbox pause. */
  expire(key: MailboxKey, reason: string): Promise<void>
  /** Pauses the campaign, because none of its emails may be sent as they are. */
  stopCampaign(key: MailboxKey, campaignId: string, reason: StopReason): Promise<void>
  /**
   * Records when the mailbox may send next (null: it is sending), and forecasts the end of each of its campaigns at
   * `perSecond` emails a second. Returns false and writes nothing if the rules changed meanwhile.
   */
  plan(
    key: MailboxKey,
    opensAt: Date | null,
    outlook: { rules: PaceRules; perSecond: number },
    now: Date,
  ): Promise<boolean>
  /**
   * Pauses campaigns with too many refused or bounced emails, or to too many addresses that do not exist; returns how
   * many emails may be sent before the next check.
   */
  watchCanary(key: MailboxKey): Promise<number>
  /** Completes campaigns that have nothing left to send. */
  finish(key: MailboxKey, now: Date): Promise<void>
  /**
   * Returns when the mailbox has work next: an email to settle, or a pending recipient that may be tried; null if
   * neither.
   */
  nextDue(key: MailboxKey): Promise<Date | null>
}

/** Locks on mailboxes, released by the database if this process dies. */
export interface MailboxLocks {
  /**
   * Takes the lock of a mailbox for a purpose; null if another worker has it. The signal is aborted when the lock is
   * lost.
   */
  acquire(
    key: MailboxKey,
    purpose?: 'mailbox' | 'inbox-watch',
  ): Promise<{ signal: AbortSignal; release(): Promise<void> } | null>
  close(): Promise<void>
}
