import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { MARK_HEADER, MARK_PREFIX } from '#api/sending/email-mark.ts'
import { mimeBytes, type Mime } from '#api/sending/message/mime.ts'
import type { MarkedEmail } from '#api/sending/provider.ts'
import { dayBefore, findSent, openFresh, uidsOf } from './imap-folders.ts'
import type { ImapConnections } from './imap-connections.ts'
import { isConnectionLost } from './imap-errors.ts'
import type { MailSignIn } from './mail-sign-in.ts'
import { MarkedEmails } from './marked-emails.ts'

/** Maximum number of tries to store one copy. */
const MAX_TRIES = 3
/** Maximum number of copies, and of their bytes, that wait to be stored; above it the next email waits. */
const MOST_WAITING = { copies: 50, bytes: 16 * 1024 * 1024 }
/**
 * ms after which the Sent folder is checked for a copy that the host stores itself. Some hosts show it late; after the
 * last check the host counts as storing none.
 */
const OWN_COPY_MS = [3_000, 12_000, 25_000]
/** Maximum number of emails that one count reads: a mailbox that sent more has exceeded every limit anyway. */
const MAX_COUNTED = 5_000
const INBOX = 'INBOX'

/** A copy of a message that the server has taken. */
interface Copy {
  mime: Mime
  messageId: string
  at: Date
}

/**
 * The Sent folder of one mailbox. Copies are stored in the background, one after another: the receipt of an email does not
 * wait for them, and an email does not fail with them. A copy is stored only after the server took the message, so whatever
 * is found in Sent was sent.
 */
export class SentFolder {
  readonly #imap: ImapConnections
  readonly #marked: MarkedEmails
  readonly #now: () => number
  readonly #copyDelaysMs: readonly number[]
  #path: string | null
  #keepsCopy: boolean | null
  #waiting = { copies: 0, bytes: 0 }
  #queue: Promise<unknown> = Promise.resolve()

  constructor(
    imap: ImapConnections,
    { path, keepsCopy }: { path: string | null; keepsCopy: boolean | null },
    { now, copyDelaysMs = OWN_COPY_MS }: { now: () => number; copyDelaysMs?: readonly number[] | undefined },
  ) {
    this.#imap = imap
    this.#path = path
    this.#keepsCopy = keepsCopy
    this.#marked = new MarkedEmails(now)
    this.#now = now
    this.#copyDelaysMs = copyDelaysMs
  }

  /** true if the host itself stores a copy of each sent email; null while that is not known */
  get keepsCopy(): boolean | null {
    return this.#keepsCopy
  }

  /** Waits until there is room for another copy. */
  async hasRoom(): Promise<void> {
    if (this.#waiting.copies >= MOST_WAITING.copies || this.#waiting.bytes >= MOST_WAITING.bytes) await this.#queue
  }

  /**
   * Stores a copy of an email in the Sent folder, unless the host does so itself. `onKnown` is called when it is found
   * out whether the host does.
   */
  add(mime: Mime, messageId: string, signIn: MailSignIn, onKnown: (keepsCopy: boolean) => Promise<void>): void {
    if (this.#keepsCopy === true) return
    const copy: Copy = { mime, messageId, at: new Date(this.#now()) }
    this.#waiting = { copies: this.#waiting.copies + 1, bytes: this.#waiting.bytes + mime.length }
    this.#queue = this.#queue
      .then(() => this.#store(copy, signIn, onKnown))
      // A copy that cannot be stored, as in a full mailbox, is missing in Sent; the email was sent nonetheless.
      .catch(() => undefined)
      .finally(() => {
        this.#waiting = { copies: this.#waiting.copies - 1, bytes: this.#waiting.bytes - mime.length }
      })
  }

  /** Waits until all copies are stored. */
  async settled(): Promise<void> {
    await this.#queue
  }

  /**
   * Finds our emails in the Sent folder since a time, and with `withInbox` also those that came back as a copy to
   * oneself.
   *
   * @throws DeliveryError if the server did not answer
   */
  findMarked(since: Date, signIn: MailSignIn, withInbox: boolean): Promise<MarkedEmail[]> {
    return this.#imap.use('questions', signIn, async (client) => {
      const path = await this.#pathOf(client)
      const inSent = path === null ? [] : await this.#marked.find(client, path, since)
      return withInbox ? [...inSent, ...(await this.#marked.find(client, INBOX, since))] : inSent
    })
  }

  /**
   * Counts the recipients of the emails in the Sent folder since a time.
   *
   * @param withCopy whether our emails also went to the mailbox itself, which no header of theirs shows
   * @throws DeliveryError
   */
  countSent(since: Date, signIn: MailSignIn, withCopy: boolean): Promise<number> {
    return this.#imap.use('questions', signIn, async (client) => {
      const path = await this.#pathOf(client)
      if (path === null) return 0
      await openFresh(client, path)
      const uids = (await uidsOf(client, { since: dayBefore(since) })).slice(-MAX_COUNTED)
      if (uids.length === 0) return 0
      let recipients = 0
      const parts = { uid: true, envelope: true, internalDate: true, headers: withCopy && [MARK_HEADER] }
      for await (const { envelope, internalDate, headers } of client.fetch(uids, parts, { uid: true })) {
        if (internalDate === undefined || new Date(internalDate) < since) continue
        for (const list of [envelope?.to, envelope?.cc, envelope?.bcc]) recipients += list?.length ?? 0
        if (headers?.includes(MARK_PREFIX)) recipients += 1
      }
      return recipients
    })
  }

  async #store(copy: Copy, signIn: MailSignIn, onKnown: (keepsCopy: boolean) => Promise<void>): Promise<void> {
    if (this.#keepsCopy === null) {
      this.#keepsCopy = await this.#waitForOwnCopy(copy, signIn)
      await onKnown(this.#keepsCopy)
    }
    if (this.#keepsCopy) return
    let mustLook = false
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#imap.use('copies', signIn, (client) => this.#append(client, copy, mustLook), {
          isRepeatable: false,
        })
      } catch (error) {
        if (tries >= MAX_TRIES || !isConnectionLost((error as Error).cause ?? error)) throw error
        // The answer was cut, so the copy may be there.
        mustLook = true
      }
    }
  }

  /** Waits for a copy that the host stores itself. @returns false if none came */
  async #waitForOwnCopy(copy: Copy, signIn: MailSignIn): Promise<boolean> {
    for (const [index, delay] of this.#copyDelaysMs.entries()) {
      await sleep(delay - (this.#copyDelaysMs[index - 1] ?? 0))
      if (await this.#imap.use('copies', signIn, (client) => this.#isThere(client, copy))) return true
    }
    return false
  }

  async #isThere(client: ImapFlow, { messageId, at }: Copy): Promise<boolean> {
    const path = await this.#pathOf(client)
    if (path === null) return false
    await openFresh(client, path)
    return (await uidsOf(client, { since: dayBefore(at), header: { 'message-id': messageId } })).length > 0
  }

  async #append(client: ImapFlow, copy: Copy, mustLook: boolean): Promise<void> {
    if (mustLook && (await this.#isThere(client, copy))) return
    const { mime, at } = copy
    const path = (await this.#pathOf(client)) ?? (await this.#create(client))
    const stored = await client.append(path, mimeBytes(mime), ['\\Seen'], at)
    if (stored && stored.uid !== undefined && stored.uidValidity !== undefined) {
      this.#marked.note(path, { validity: String(stored.uidValidity), next: stored.uid }, at.getTime())
    }
  }

  async #pathOf(client: ImapFlow): Promise<string | null> {
    return (this.#path ??= await findSent(client))
  }

  async #create(client: ImapFlow): Promise<string> {
    const { path } = await client.mailboxCreate('Sent')
    return (this.#path = path)
  }
}
