import type { StatusReason } from '#domain/campaigns.ts'
import type { Departures, PaceWindow } from './pace.ts'
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
  windows: readonly PaceWindow[]
  /** the provider asked not to be called before */
  throttledUntil: Date | null
}

/** A recipient that was claimed for an attempt. */
export interface Attempt {
  logId: string
  campaignId: string
  attempts: number
  protocol: 'draft' | 'direct'
  draftId: string | null
  firstName: string
  lastName: string
  email: string
  fields: Record<string, string>
}

/** The parts of a campaign that every mail shares. */
export interface CampaignContent {
  subject: string
  content: string
  useHtmlBuilder: boolean
  attachments: readonly MessageAttachment[]
}

/** What the engine asks of the database. Every method is one transaction; counters and rows change together. */
export interface SendStore {
  /** Null when the mailbox is gone, cannot be used, or has nothing to send; then its campaigns were paused with the reason. */
  open(key: MailboxKey): Promise<MailboxWork | null>
  /** Attempts that a dead worker left behind: handed over perhaps, outcome unknown. */
  unsettled(key: MailboxKey): Promise<Attempt[]>
  departures(key: MailboxKey, windows: readonly PaceWindow[], now: Date): Promise<Departures[]>
  /** Marks up to `limit` pending recipients, fairly over the mailbox's campaigns, as being attempted now. */
  claim(key: MailboxKey, limit: number, protocol: 'draft' | 'direct', now: Date): Promise<Attempt[]>
  content(key: MailboxKey, campaignId: string): Promise<CampaignContent>
  saveDraft(key: MailboxKey, attempt: Attempt, draftId: string): Promise<void>
  recordSent(key: MailboxKey, attempt: Attempt, receipt: Receipt, now: Date): Promise<void>
  recordFailed(key: MailboxKey, attempt: Attempt, error: string, now: Date): Promise<void>
  /** The attempt did not leave and may be repeated, at `retryAt` or at once. */
  release(key: MailboxKey, attempt: Attempt, retryAt: Date | null): Promise<void>
  /** The provider asked for a pause. */
  throttle(key: MailboxKey, until: Date): Promise<void>
  /** The mailbox's sign-in is refused: it needs reconnecting, its campaigns pause. */
  expire(key: MailboxKey, reason: string): Promise<void>
  /** Says on the mailbox's campaigns why they wait and until when; null: they are on their way. */
  wait(key: MailboxKey, why: { reason: StatusReason; until: Date } | null): Promise<void>
  /** Closes campaigns that have nothing left to send. */
  finish(key: MailboxKey, now: Date): Promise<void>
  /** When the next pending recipient of the mailbox may be tried; null when none is pending. */
  nextDue(key: MailboxKey): Promise<Date | null>
}
