import type { DeliveryReport } from '#domain/returns.ts'
import type { MergedText } from './merged-text.ts'

/**
 * What the engine asks of a mailbox, whoever runs it. The engine owns these interfaces; each provider adapts its SDK to them
 * and maps its errors to {@link DeliveryError}. The engine never reads error texts.
 */

export interface MailAddress {
  name: string
  address: string
}

/** One file of a message. `contentId` makes it an inline image. */
export interface MessageAttachment {
  name: string
  contentType: string
  /** bytes */
  size: number
  content: Uint8Array
  contentId?: string
}

/**
 * A merged message, ready to leave: every value is final, nothing is a template any more. Messages of one campaign share `from`,
 * `attachments` and the constant pieces of their texts: what is made of those once is kept by their identity.
 */
export interface OutgoingMessage {
  from: MailAddress
  to: MailAddress
  subject: string
  /** The Message-ID to give it; the vendor may put its own in its place. One is made where none is given. */
  messageId?: string
  /** Written into the email where the vendor leaves it alone, so that {@link Mailbox.findMarked} finds it whatever its Message-ID became. */
  mark?: Mark
  html: string | MergedText
  text: string | MergedText
  /** Extra headers such as List-Unsubscribe, in order. */
  headers: readonly { name: string; value: string }[]
  attachments: readonly MessageAttachment[]
}

/** Names an email of ours in the mailbox: its log and which attempt made it. Opaque to everybody else. */
export interface Mark {
  logId: string
  attempt: number
}

/** An email of ours that lies in the mailbox. */
export interface MarkedEmail extends Mark {
  state: 'draft' | 'sent'
  /** the draft's id, as sendDraft and discardDraft take it; of a sent email the vendor's id of the message */
  id: string
  /** the Message-ID header as the vendor has it now; null where it tells none */
  messageId: string | null
}

/** The provider took the message. */
export interface Receipt {
  /** The provider's own id of the sent message, where it tells one. */
  messageId: string | null
  /** The Message-ID header, where it is known; what the vendor makes of it on the way out may differ. */
  internetMessageId: string | null
  /** The vendor's name for the conversation it belongs to, where it tells one: answers and reports come back under it. */
  threadId?: string | null
  /** ms the provider asks to wait before the next message, although it took this one */
  retryAfterMs?: number
}

/** Why a message did not leave. */
export type DeliveryFailure =
  /** The provider asks for a pause; `retryAfterMs` says how long. */
  | 'throttled'
  /** The provider is out of order for the moment. */
  | 'unavailable'
  /** The sign-in is refused: the person must reconnect the mailbox. */
  | 'expired'
  /** The mailbox may not do this. */
  | 'forbidden'
  /** The day's or the mailbox's quota is used up. */
  | 'quota'
  | 'bad-recipient'
  | 'too-large'
  /** Refused for any other reason that a repetition would not change. */
  | 'rejected'
  /** Nobody can know whether it left (a request timed out or its connection broke after it was written). */
  | 'uncertain'
  /** The mailbox says that the draft which is to be sent is not there: it was sent or deleted before, or a copy lags. */
  | 'missing'

/** ms that a wish of a provider's is taken for at least and at most */
const ASKED = { least: 1_000, most: 86_400_000 }

/** The pause that a provider asks for, in ms; undefined where it names none to speak of: nothing, none at all, the past, no number. */
export function askedPause(ms: number | undefined): number | undefined {
  if (ms === undefined || !Number.isFinite(ms) || ms <= 0) return undefined
  return Math.min(ASKED.most, Math.max(ASKED.least, ms))
}

/** A message that did not leave, or may not have. `message` is the provider's text, stored raw. */
export class DeliveryError extends Error {
  readonly kind: DeliveryFailure
  readonly retryable: boolean
  /** ms to wait before the mailbox is used again, where the provider said so, see {@link askedPause} */
  readonly retryAfterMs: number | undefined
  /** No connection could be made: nothing of the message was written, and no message is to blame. */
  readonly unreachable: boolean

  constructor(
    kind: DeliveryFailure,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number; unreachable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DeliveryError'
    this.kind = kind
    this.retryable = options.retryable ?? (kind === 'throttled' || kind === 'unavailable')
    this.retryAfterMs = askedPause(options.retryAfterMs)
    this.unreachable = options.unreachable ?? false
  }
}

/** A mail in the inbox: as little of it as it takes to tell a report, an answer and everything else apart. It is never stored. */
export interface InboxMail {
  id: string
  threadId: string | null
  /** address of the sender, in lower case */
  from: string
  subject: string
  receivedAt: Date
  /** those of INBOX_HEADERS that it has, by lower-case name */
  headers: Readonly<Record<string, string>>
  /** what a report on a delivery says; null for all other mail, which is not opened */
  report: DeliveryReport | null
}

/** A part of what came into the inbox. */
export interface InboxPage {
  mails: readonly InboxMail[]
  /** where to go on: opaque, to be stored as it is */
  cursor: string
  /** whether more can be read at once */
  more: boolean
}

/**
 * Runs `renew` with the grant as it is kept, while nobody else renews it, and keeps what it returns in its place, or, for null, leaves it.
 * Rejects when `renew` does and when its result could not be kept.
 */
export type GrantKeeper = (renew: (kept: string) => Promise<string | null>) => Promise<void>

/** Requests at a time to one mailbox: Exchange allows four; three leave one to the person's own programs. */
export const REQUESTS = 3

/**
 * A connected mailbox, which is asked no more than {@link REQUESTS} things at a time. With `canDraft` the engine goes createDraft → persist the id → sendDraft, and where it is not certain that this worked asks lookAtDraft (draft-rules.ts);
 * without it, it persists the attempt and calls send once.
 */
export interface Mailbox {
  readonly canDraft: boolean
  /** Puts the message into the mailbox as a draft, attachments included, and returns its lasting id. Nothing leaves. */
  createDraft(message: OutgoingMessage): Promise<string>
  sendDraft(draftId: string): Promise<Receipt>
  /** One look at a draft. It may show an older state: {@link DraftLooks} says when it can be relied on. */
  lookAtDraft(draftId: string): Promise<DraftLook>
  readonly draftLooks: DraftLooks
  send(message: OutgoingMessage): Promise<Receipt>
  /** Deletes a draft that will not be sent. What was sent meanwhile, or is gone, is left alone. */
  discardDraft(draftId: string): Promise<void>
  /**
   * Finds the emails that carry a mark of ours and were made or sent since then, drafts and sent ones unless one `state` is asked for.
   * Searching takes more than sending: drafts are found where `canDraft` or `canRead`, sent emails only where `canRead`; otherwise it
   * throws `forbidden`. A search can lag behind what just happened: what it does not find may be there all the same. It tells of marks
   * of other installations as well, so look each one up before you act on it.
   */
  findMarked(since: Date, state?: MarkedEmail['state']): Promise<MarkedEmail[]>
  /** Whether the grant allows reading: without it bounces and replies cannot be seen. */
  readonly canRead: boolean
  /**
   * What came into the inbox after `cursor`, a small part at a time; with null, or where the vendor has forgotten the cursor, what came
   * since `since`. A mail may be told more than once.
   */
  readInbox(cursor: string | null, since: Date): Promise<InboxPage>
}

/** What a mailbox says of a draft: it lies there unsent, it left, or there is no such message. */
export type DraftLook = 'draft' | 'sent' | 'gone'

/** How a vendor's word on a draft is to be taken. */
export interface DraftLooks {
  /** ms after the draft was asked to leave at which it is looked at. No copy lags longer than the first. */
  afterMs: readonly number[]
  /** Only sending takes a draft away here, unless the person does: a draft that is gone for good was sent. */
  goneMeansSent: boolean
}

/** Who signed in at the vendor, and what was granted. */
export interface VendorAccount {
  /** The vendor's lasting id of the mailbox. */
  subject: string
  /** Who signed in, for good and within the vendor's whole realm; null where the vendor did not say so reliably. Never an address. */
  identity: string | null
  /** Whether the vendor vouches that the address is this person's own. */
  emailProven: boolean
  email: string
  name: string
  scopes: string[]
  /** Opaque secret (tokens or token cache) to be stored encrypted and handed back to openMailbox. */
  grant: string
}

/** What a person signs in at a vendor for: to connect a mailbox, or only to show who they are. The latter asks for no access to mail. */
export type SignInPurpose = 'mailbox' | 'identity'

/** A vendor of mailboxes: sign-in with authorisation code and PKCE, then mailboxes. */
export interface MailVendor {
  readonly name: 'microsoft' | 'google'
  beginSignIn(request: {
    redirectUri: string
    state: string
    loginHint?: string
    /** Ask for leave to read as well, where the leave to send does not include it. */
    reading?: boolean
    /** `mailbox` unless said otherwise */
    purpose?: SignInPurpose
  }): Promise<{ url: string; verifier: string }>
  completeSignIn(request: {
    redirectUri: string
    state: string
    code: string
    verifier: string
    /** as the sign-in began */
    purpose?: SignInPurpose
  }): Promise<VendorAccount>
  /** Opens a mailbox with a stored grant. It is renewed once for all who use it, in this process and in others. */
  openMailbox(grant: string, keep: GrantKeeper): Mailbox
}
