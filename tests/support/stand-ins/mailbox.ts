import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'

/** Mailboxes as both stand-ins keep them: messages of RFC 5322 in folders and conversations. */

export type Folder = 'inbox' | 'sent' | 'drafts' | 'archive'

/** A message in a mailbox. */
export interface StoredMail {
  id: string
  /** the conversation that it belongs to */
  threadId: string
  folder: Folder
  isRead: boolean
  receivedAt: Date
  raw: string
  mail: Email
}

/** A message that left a mailbox, as its recipients got it. */
export type SentMail = StoredMail & { from: string; to: string[] }

/** A message to somebody’s mailbox, as the person at the other end writes it. */
export interface Arrival {
  from: string
  subject: string
  text?: string
  /** lines of its header beside From, To, Subject, Date and Message-ID */
  header?: Record<string, string>
  /** replaces the text: a body that begins with its Content-Type line */
  body?: string
}

/** The last value of a header, or ''. */
export const headerOf = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? ''

/** The mailboxes of a provider by address. Each change of an inbox has a number, from 1. */
export class Mailboxes {
  readonly sent: SentMail[] = []
  /** ids of the messages that arrived in the inboxes of all mailboxes, in order */
  readonly arrivals: string[] = []
  readonly #of = new Map<string, Map<string, StoredMail>>()

  /** Returns the messages of a mailbox by id. */
  box(address: string): Map<string, StoredMail> {
    const found = this.#of.get(address) ?? new Map<string, StoredMail>()
    this.#of.set(address, found)
    return found
  }

  /** Stores a message; it joins the conversation of a message that its References or In-Reply-To name. */
  async store(address: string, raw: string, folder: Folder, threadId?: string): Promise<StoredMail> {
    const mail = await PostalMime.parse(raw)
    const named = `${headerOf(mail, 'references')} ${headerOf(mail, 'in-reply-to')}`
    const all = [...this.box(address).values()]
    const parent = all.findLast((one) => one.mail.messageId && named.includes(one.mail.messageId))
    const stored: StoredMail = {
      id: randomUUID().replaceAll('-', ''),
      threadId: threadId ?? parent?.threadId ?? randomUUID().replaceAll('-', ''),
      ...{ folder, raw, mail, isRead: folder !== 'inbox', receivedAt: new Date() },
    }
    this.box(address).set(stored.id, stored)
    if (folder === 'inbox') this.arrivals.push(stored.id)
    return stored
  }

  /** Delivers a stored message to its recipients, without its Bcc lines. */
  leave(address: string, stored: StoredMail): SentMail {
    const { to = [], cc = [], bcc = [] } = stored.mail
    stored.folder = 'sent'
    const sent = { ...stored, from: address, to: [...to, ...cc, ...bcc].map((one) => one.address ?? '') }
    this.sent.push(sent)
    return sent
  }

  /** Delivers a message to a mailbox's inbox. @returns the stored message */
  async arrive(address: string, { from, subject, text = '', header = {}, body }: Arrival): Promise<StoredMail> {
    const lines = {
      ...{ From: from, To: address, Subject: subject, Date: new Date().toUTCString() },
      ...{ 'Message-ID': `<${randomUUID()}@outside.example>`, 'MIME-Version': '1.0', ...header },
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
    const rest = body ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
    return this.store(address, `${head.join('\r\n')}\r\n${rest}`, 'inbox')
  }

  /** Returns the emails that were sent to a person, oldest first. */
  sentTo(recipient: string): SentMail[] {
    return this.sent.filter(({ to }) => to.includes(recipient))
  }
}
