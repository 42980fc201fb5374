import type { Provider } from '#domain/mailboxes/providers.ts'
import type { SignInFreshness } from '#domain/accounts/fresh-sign-in.ts'
import type { ConsentAsk } from '#domain/mailboxes/providers/provider.ts'
import type { SendAsAddress } from '#domain/mailboxes/send-as.ts'
import type { DeliveryReport } from '#domain/inbox/delivery-report.ts'
import type { MergedText } from './message/merged-text.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/**
 * The port through which the engine uses a mailbox. The engine owns these interfaces; each provider adapts its SDK to them and
 * maps its errors to {@link DeliveryError}. The engine never parses error texts.
 */

export interface MailAddress {
  name: string
  address: string
}

/** File of a message. `contentId` makes it an inline image. */
export interface MessageAttachment {
  name: string
  contentType: string
  /** size in bytes */
  size: number
  content: Uint8Array
  contentId?: string
}

/**
 * A merged message, ready to send: every value is final. Messages of one campaign share `from`, `attachments` and the
 * constant text pieces; derived values are cached by identity.
 */
export interface OutgoingMessage {
  from: MailAddress
  to: MailAddress
  /** addresses that replies go to; absent: the sender */
  replyTo?: readonly MailAddress[]
  /** people who get a copy */
  cc?: readonly MailAddress[]
  /** people who get a copy that other recipients cannot see */
  bcc?: readonly MailAddress[]
  subject: string
  /** Message-ID to use; the provider may replace it. Generated if absent. */
  messageId?: string
  /**
   * mark, written into the email where the provider keeps it, so that {@link OpenMailbox.findMarked} finds the email
   * even if its Message-ID changed
   */
  mark?: Mark
  /** conversation that the email continues; absent: it begins one */
  conversation?: Conversation
  html: string | MergedText
  text: string | MergedText
  /** Extra headers such as List-Unsubscribe, in order. */
  headers: readonly { name: string; value: string }[]
  attachments: readonly MessageAttachment[]
}

/** The conversation that an email continues. */
export interface Conversation {
  /** the Message-IDs of the emails before it, oldest first; the last is answered */
  messageIds: readonly string[]
  /** provider's id of the conversation, if the mailbox has it */
  threadId: string | null
}

/** Ids that a provider gave to a sent email. */
export interface SentIds {
  /** the Message-ID that the email arrived with */
  internetMessageId: string | null
  threadId: string | null
}

/** Identifies one of our emails in the mailbox: its log and the attempt. Opaque to everyone else. */
export interface Mark {
  logId: string
  attempt: number
}

/** Email of this product that was found in the mailbox by its mark, as a provider draft or as sent. */
export interface MarkedEmail extends Mark {
  state: 'draft' | 'sent'
  /** the draft's id for sendDraft and discardDraft; for a sent email the provider's message id */
  id: string
  /** the current Message-ID header; null if the provider does not return it */
  messageId: string | null
}

/** Result of sending, if the provider accepted the message. */
export interface Receipt {
  /** provider's id of the sent message, if it returns one */
  messageId: string | null
  /** Message-ID header, if known; the provider may change it when sending */
  internetMessageId: string | null
  /** provider's id of the conversation, if it returns one: replies and reports arrive under it */
  threadId?: string | null
  /** ms the provider asks us to wait before the next message, although it accepted this one */
  retryAfterMs?: number
}

/** Reason why a message was not sent. */
export type DeliveryFailure =
  /** The provider asks for a pause of `retryAfterMs`. */
  | 'throttled'
  /** The provider is temporarily unavailable. */
  | 'unavailable'
  /** The sign-in was refused for a reason that does not pass: the person must reconnect the mailbox. */
  | 'expired'
  /** The sign-in was refused, but the provider may accept it again. */
  | 'sign-in-doubt'
  /** The provider refuses the application, whoever signs in: its registration must be renewed. */
  | 'registration'
  /** The provider refuses the mailbox, whatever it sends. */
  | 'mailbox-refused'
  /** The mailbox lacks permission. */
  | 'forbidden'
  /** The daily or mailbox quota is used up. */
  | 'quota'
  | 'bad-recipient'
  | 'too-large'
  /** The mailbox may not send from the address that the message is from. */
  | 'from-refused'
  /** The email, its recipient or its sender is not what a second person approved: nothing was submitted. */
  | 'email-changed'
  | 'recipient-changed'
  | 'sender-changed'
  /** Refused for another permanent reason. */
  | 'rejected'
  /** Unknown whether it was sent: a request timed out or its connection broke after it was written. */
  | 'uncertain'
  /** The mailbox has no such draft: it was already sent or deleted, or a replica lags. */
  | 'missing'

/** Failures after which the same call may work later, without anybody acting on the mailbox. */
const PASSING: ReadonlySet<DeliveryFailure> = new Set(['throttled', 'unavailable', 'sign-in-doubt', 'registration'])

/** Beginning of the error text for a token that was refused although it was just renewed. */
export const REFUSED_TOKEN = 'SIGN_IN_REFUSED: '

/** Beginning of the error text of an email that its mailbox may not send from the chosen address. */
export const SEND_AS_REFUSED = 'SEND_AS_REFUSED'

/** minimum and maximum ms of a pause requested by a provider */
const REQUESTED_PAUSE_MS = { least: 1_000, most: 86_400_000 }

/** The pause a provider asks for, in ms; undefined if it is missing, zero, in the past or not a number. */
export function requestedPause(ms: number | undefined): number | undefined {
  if (ms === undefined || !Number.isFinite(ms) || ms <= 0) return undefined
  return Math.min(REQUESTED_PAUSE_MS.most, Math.max(REQUESTED_PAUSE_MS.least, ms))
}

/** A message that was not sent, or may not have been. `message` is the provider's text, stored raw. */
export class DeliveryError extends Error {
  readonly kind: DeliveryFailure
  readonly retryable: boolean
  /** ms to wait before using the mailbox again, if the provider said so, see {@link requestedPause} */
  readonly retryAfterMs: number | undefined
  /** The connection could not be made: nothing was written, and the message is not to blame. */
  readonly unreachable: boolean
  /** true for a refusal that providers are known to take back: the email is tried again before it fails */
  readonly mayPass: boolean
  /** true for a refusal of the sign-in that must not be tried again, because some hosts lock the account */
  readonly isCertain: boolean
  /** true for a refusal of the application, by one organization or for everybody: the answer does not tell which */
  readonly mayBeApplication: boolean

  constructor(
    kind: DeliveryFailure,
    message: string,
    options: {
      retryable?: boolean
      retryAfterMs?: number
      unreachable?: boolean
      mayPass?: boolean
      isCertain?: boolean
      mayBeApplication?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DeliveryError'
    this.kind = kind
    this.retryable = options.retryable ?? PASSING.has(kind)
    this.retryAfterMs = requestedPause(options.retryAfterMs)
    this.unreachable = options.unreachable ?? false
    this.mayPass = options.mayPass ?? false
    this.isCertain = options.isCertain ?? false
    this.mayBeApplication = options.mayBeApplication ?? false
  }
}

/** An inbox email, reduced to what distinguishes reports, replies and everything else. Never stored. */
export interface InboxMail {
  id: string
  threadId: string | null
  /** the sender's address in lower case */
  from: string
  subject: string
  receivedAt: Date
  /** INBOX_HEADERS of the email, by lower-case name */
  headers: Readonly<Record<string, string>>
  /** True if the provider shows no headers of the email. */
  isHeaderless?: boolean
  /** True if it is a reaction without words: an emoji, a read receipt, an answer to an invitation */
  reaction: boolean
  /** the delivery report; null for all other email */
  report: DeliveryReport | null
  /** text of an automatic answer, or of a possible one, without its quotes; other emails are not opened */
  text?: string
  /** message class that Exchange gave an automatic answer */
  messageClass?: string
}

/** Email with all that a reader sees of it. Never stored. */
export interface ReadableMail {
  subject: string
  /** plain text of the email; empty if it has none */
  text: string
  /** HTML of the email, not cleaned; empty if it has none */
  html: string
  /**
   * URL that opens the email in the provider's own web mail, for those who may sign in to the mailbox; null if unknown
   */
  link: string | null
}

/** An email named in an inbox listing. `known`: facts that the listing already told, for the mailbox's own use. */
export interface InboxEntry {
  id: string
  known?: unknown
}

/** A page of an inbox listing. */
export interface InboxListing {
  entries: readonly InboxEntry[]
  /** opaque cursor for the next page, to be stored unchanged */
  cursor: string
  /** True if more can be listed immediately */
  more: boolean
  /** true if the provider no longer knew the cursor, so that the listing began again at the date */
  restarted: boolean
  /** true if the provider ended the list too early: the rest must be listed by time */
  truncated?: boolean
}

/**
 * Function that runs `renew` with the stored grant (sign-in) under a lock, and stores the result (null: keeps the
 * grant). Rejects when `renew` does or when the result could not be stored.
 */
export type GrantKeeper = (renew: (kept: string) => Promise<string | null>) => Promise<void>

/**
 * Maximum number of concurrent requests per mailbox: Exchange allows four; one is left for the person's own programs.
 */
export const REQUESTS: number = LIMITS.mailboxRequests.max.mailbox

/**
 * A connected mailbox, limited to {@link REQUESTS} concurrent requests. With `canDraft` the engine calls createDraft,
 * stores the id, and calls sendDraft; if it is unsure whether that worked, it calls lookAtDraft (provider-draft-rules.ts).
 * Without `canDraft`, the engine stores the attempt and calls send once.
 */
export interface OpenMailbox {
  readonly canDraft: boolean
  /** Creates the message as a draft, attachments included, and returns its permanent id. Sends nothing. */
  createDraft(message: OutgoingMessage): Promise<string>
  sendDraft(draftId: string): Promise<Receipt>
  /** Checks a draft once. The result may be stale: {@link DraftLooks} says when it is reliable. */
  lookAtDraft(draftId: string): Promise<DraftLook>
  readonly draftLooks: DraftLooks
  send(message: OutgoingMessage): Promise<Receipt>
  /**
   * Checks that the provider accepts emails at the moment, by requests that cannot send one.
   *
   * @throws DeliveryError if it does not, or refuses the requests
   */
  probe(): Promise<void>
  /** Renews the sign-in, which shows whether the provider still accepts it. Sends nothing. */
  renewSignIn(): Promise<void>
  /** Deletes an unsent draft. Leaves it alone if it was sent or is gone. */
  discardDraft(draftId: string): Promise<void>
  /**
   * Finds emails with our mark created or sent since a time: drafts and sent emails, or one `state` only. Searching
   * needs more permissions than sending: drafts require `canDraft` or `canRead`, sent emails `canRead`; otherwise it
   * throws `forbidden`. Search may lag, so a missing email may still exist. Marks of other installations are returned
   * too, so look each one up before acting on it.
   */
  findMarked(since: Date, state?: MarkedEmail['state']): Promise<MarkedEmail[]>
  /**
   * Reads the ids of a sent email, by the provider's id of the message; null if the mailbox does not have it. Absent if
   * the grant does not allow reading.
   */
  readSent?: ((messageId: string) => Promise<SentIds | null>) | undefined
  /**
   * Counts the recipients of the emails in the mailbox's Sent folder since a time, or the emails where the provider
   * does not tell their recipients. Absent if the grant does not allow reading. Throws DeliveryError.
   */
  countSent?: ((since: Date) => Promise<number>) | undefined
  /** True if the grant allows reading: bounces and replies are invisible without it. */
  readonly canRead: boolean
  /**
   * Lists the inbox after `cursor`, `pageSize` emails at a time. With null, or if the provider no longer knows the
   * cursor, lists what came since `since`. May name an email more than once.
   */
  listInbox(cursor: string | null, since: Date, pageSize: number): Promise<InboxListing>
  /**
   * Lists what came into the inbox from `from` until before `to`, for inboxes whose listing by cursor fails. Whole seconds.
   * @returns null if that is more than `pageSize` emails
   */
  listInboxBetween(from: Date, to: Date, pageSize: number): Promise<InboxEntry[] | null>
  /**
   * Reads an email of the inbox, with the content of reports and automatic answers.
   * @returns null if the mailbox does not have it: it was deleted, or a replica lags
   */
  readInboxMail(entry: InboxEntry): Promise<InboxMail | null>
  /**
   * Reads an email by its id in the inbox. Null if it is no longer in the mailbox, or is too large to show. `address`
   * is the mailbox's own, for the link.
   */
  readMail(id: string, address: string): Promise<ReadableMail | null>
  /**
   * Marks an email of the inbox as read and moves it to the archive; deletes nothing. An email that is gone is left alone. Absent if
   * the grant does not allow changes. Throws DeliveryError.
   */
  archive?: ((id: string) => Promise<void>) | undefined
  /**
   * Calls `onNews` whenever an email comes into the inbox, until the signal aborts or the connection ends. Takes a connection of
   * its own all the while. Absent where the provider announces nothing. Throws DeliveryError.
   */
  watchInbox?: ((onNews: () => void, signal: AbortSignal) => Promise<void>) | undefined
  /** Reads the mailbox's other addresses; null if the grant does not show them. Throws DeliveryError. */
  readonly readAliases: (() => Promise<SendAsAddress[]>) | null
  /**
   * true if the provider replaces an unknown From address without an error: aliases must be read again before an email
   * is sent from one. Otherwise the provider refuses (`from-refused`).
   */
  readonly replacesFrom: boolean
}

/** The mailbox's answer about a draft: still unsent, sent, or not found. */
export type DraftLook = 'draft' | 'sent' | 'gone'

/**
 * Rules for checking at a provider whether a provider draft was sent: when to look after a send request, and whether a
 * missing draft was sent.
 */
export interface DraftLooks {
  /** ms after a send at which the draft is checked. No replica lags longer than the first. */
  afterMs: readonly number[]
  /** True if only sending or the person's own deletion removes a draft: a draft that is gone for good was sent */
  goneMeansSent: boolean
}

/** A mailbox at a provider, and what was granted: of a sign-in, also who signed in. */
export interface ProviderAccount {
  /** The provider's permanent id of the mailbox. */
  subject: string
  /**
   * A permanent id of the person, unique at the provider; null if it gave no reliable one. Never an address.
   */
  identity: string | null
  /** says whether the provider confirms that the person has just signed in there; asked for only with `fresh` */
  freshness: SignInFreshness
  /** true if the provider confirms that the email address belongs to this person */
  emailProven: boolean
  email: string
  name: string
  scopes: string[]
  /** The organization's id at Microsoft, if known. */
  directory?: string | null
  /** The mailbox's other addresses; absent if what was granted does not show them. */
  aliases?: SendAsAddress[]
  /** Opaque secret (tokens or token cache), stored encrypted and passed to openMailbox. */
  grant: string
}

/** The access token of a sign-in. All callers share one renewal. */
export interface TokenAccess {
  /** Returns a valid token, renewing it if necessary. Throws DeliveryError. */
  token(): Promise<string>
  /** Returns another token than the refused one. Throws DeliveryError. */
  renew(refused: string): Promise<string>
  /** Renews the token even if it is still valid. Throws DeliveryError. */
  refresh(): Promise<string>
}

/** Sign-in in a browser, with authorization code and PKCE: it connects mailboxes and signs people in. */
export interface OAuthSignIn {
  beginSignIn(request: {
    redirectUri: string
    state: string
    loginHint?: string
    ask: ConsentAsk
    /** true if the person must sign in at the provider again */
    fresh?: boolean
  }): Promise<{ url: string; verifier: string }>
  completeSignIn(request: {
    redirectUri: string
    state: string
    code: string
    verifier: string
    /** same as when the sign-in began */
    ask: ConsentAsk
  }): Promise<ProviderAccount>
  /**
   * Requests the full access level with the grant, without a sign-in, if the provider supports that. Null while consent
   * is missing. Throws DeliveryError for other failures.
   */
  widen?(grant: string): Promise<{ grant: string; scopes: string[] } | null>
  /** Returns the organization's id in a grant, once a renewal has named it. */
  directoryOf?(grant: string): string | null
  /** Opens the token of a stored grant, for servers that accept it in place of a password. */
  openTokens(grant: string, keep: GrantKeeper, options?: { renewFirst?: boolean | undefined }): TokenAccess
  /** The app's client id, for administrators. */
  readonly clientId: string
  /** The admin-consent page for a whole organization, if the provider has one. */
  adminConsentUrl?(request: { ask: ConsentAsk; redirectUri: string; state: string }): string
}

/** A mailbox as an organization's application sees it. */
export interface ProvidedMailbox {
  /** false if the organization has no such mailbox */
  isThere: boolean
  /** permissions of the application in the mailbox; empty: none */
  scopes: string[]
  /** the organization's id at Microsoft */
  directory: string | null
  /** sealed grant as in {@link ProviderAccount}; it opens nothing without scopes */
  grant: string
}

/** Mailboxes that an administrator provides through an application of the organization, without anybody signing in. */
export interface ApplicationAccess {
  /**
   * Tests what an organization's application may do in a mailbox. Sends nothing and leaves nothing behind.
   *
   * @param credentials JSON of the application's secret, as the provider defines it
   * @throws DeliveryError if the provider refuses the application itself or does not answer; ZodError for other
   * credentials
   */
  open(credentials: string, email: string): Promise<ProvidedMailbox>
  /**
   * Reads the addresses of the people in a group and in the groups within it.
   * @param admin the administrator in whose name it is read, where the provider needs one
   * @param most addresses that are returned at most
   * @throws DeliveryError: `forbidden` without the permission, `missing` if there is no such group
   */
  membersOf(
    credentials: string,
    group: string,
    options: { admin: string | null; most: number },
  ): Promise<{ members: string[]; isAll: boolean }>
}

/** A provider of mailboxes. */
export interface MailProvider {
  readonly name: Provider
  /** Sign-in in a browser; null where mailboxes are connected by an address and a password. */
  readonly signIn: OAuthSignIn | null
  /** True if inboxes announce new emails, see {@link OpenMailbox.watchInbox} */
  readonly announcesEmails?: boolean
  /** absent where no administrator can provide mailboxes */
  readonly applications?: ApplicationAccess
  /**
   * Opens a mailbox with a stored grant. The grant is refreshed once for all users, across processes. `renewFirst`: the
   * first call renews it, although it may still be valid. `copyToSelf`: each email also goes to the mailbox itself, where
   * nothing else settles doubts.
   */
  openMailbox(grant: string, keep: GrantKeeper, options?: { renewFirst?: boolean; copyToSelf?: boolean }): OpenMailbox
}

/** A provider at which people sign in in a browser. */
export interface SignInMailProvider extends MailProvider {
  readonly signIn: OAuthSignIn
  readonly applications: ApplicationAccess
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** the configured providers */
    vendors: Partial<Record<Provider, MailProvider>>
  }
}
