import { isIP } from 'node:net'
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import { addressParser, decodeWords } from 'postal-mime'
import { isAutomaticAnswer } from '#domain/inbox/automatic-answer.ts'
import { refersToAnother } from '#domain/inbox/automatic-mail.ts'
import { isReaction } from '#domain/inbox/emoji-reaction.ts'
import { mayBeReceipt } from '#domain/inbox/message-receipts.ts'
import { splitReply } from '#domain/inbox/reply-text/split-reply.ts'
import { looksLikeReport } from '#domain/inbox/report-signs.ts'
import { INBOX_HEADERS } from '#domain/inbox/returned-mail.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { InboxEntry, InboxListing, InboxMail, OpenMailbox, ReadableMail } from '#api/sending/provider.ts'
import { jsonOf } from '../http-transport.ts'
import { emptyMail, MAIL_BYTES, readMailText } from '../mail-text.ts'
import { readReport, REPORT_BYTES } from '../delivery-report-reader.ts'
import { dayBefore, findArchive, openFresh, uidsOf } from './imap-folders.ts'
import type { ImapConnections } from './imap-connections.ts'
import type { MailSignIn } from './mail-sign-in.ts'
import { headersIn } from './marked-emails.ts'

const INBOX = 'INBOX'
const WANTED = [...INBOX_HEADERS, 'subject']
/** Number of bytes from the beginning of an email that contain its first words. */
const PREVIEW_BYTES = 32_768
/** Maximum characters of the preview of an email. */
const PREVIEW_LENGTH = 200
/** Maximum number of emails, from the days around a period, whose exact time is checked. */
const MAX_IN_DAYS = 20_000
const DAY_MS = 86_400_000

/** Position in the inbox: the next UID, valid as long as the folder has this UIDVALIDITY. */
interface Position {
  validity: string
  next: number
}

/** The part of an open mailbox that reads the inbox by IMAP. */
export type ImapInbox = Pick<
  OpenMailbox,
  'listInbox' | 'listInboxBetween' | 'readInboxMail' | 'readMail' | 'watchInbox'
> & {
  archive(id: string): Promise<void>
}

/** Reads the inbox in the order of its UIDs. Ids of emails hold the UIDVALIDITY: without it a UID means another email. */
export function imapInbox(imap: ImapConnections, signIn: MailSignIn, host: string): ImapInbox {
  /** Runs `act` with the inbox opened anew. */
  const inInbox = <T>(act: (client: ImapFlow, place: Position) => Promise<T>): Promise<T> =>
    imap.use('inbox', signIn, async (client) => act(client, await openFresh(client, INBOX)))

  /** Runs `act` for an email of the inbox; null if the folder was made anew since the email was listed. */
  function withEmail<T>(id: string, act: (client: ImapFlow, uid: number) => Promise<T>): Promise<T | null> {
    const { validity, uid } = placeOf(id)
    return imap.use('inbox', signIn, async (client) => {
      const { mailbox } = client
      const current =
        mailbox && mailbox.path === INBOX ? String(mailbox.uidValidity) : (await openFresh(client, INBOX)).validity
      return current === validity ? act(client, uid) : null
    })
  }

  const listInbox = (cursor: string | null, since: Date, pageSize: number): Promise<InboxListing> =>
    inInbox(async (client, { validity, next }) => {
      const position = cursor === null ? null : positionIn(cursor)
      const isKnown = position !== null && position.validity === validity
      const query = isKnown ? { uid: `${position.next}:*` } : { since: dayBefore(since) }
      // A range that ends with * always holds the last email.
      const uids = (await uidsOf(client, query)).filter((uid) => !isKnown || uid >= position.next)
      const page = uids.slice(0, pageSize)
      const last = page.at(-1)
      const goesOn: Position = { validity, next: last === undefined ? (isKnown ? position.next : next) : last + 1 }
      return {
        entries: page.map((uid) => ({ id: `${validity}.${uid}` })),
        cursor: JSON.stringify(goesOn),
        more: page.length < uids.length,
        restarted: cursor !== null && !isKnown,
      }
    })

  const listInboxBetween = (from: Date, to: Date, pageSize: number): Promise<InboxEntry[] | null> =>
    inInbox(async (client, { validity }) => {
      const uids = await uidsOf(client, { since: dayBefore(from), before: new Date(to.getTime() + 2 * DAY_MS) })
      if (uids.length > MAX_IN_DAYS) return null
      const entries: InboxEntry[] = []
      if (uids.length === 0) return entries
      for await (const { uid, internalDate } of client.fetch(uids, { uid: true, internalDate: true }, { uid: true })) {
        const at = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime()
        if (at >= from.getTime() && at < to.getTime()) entries.push({ id: `${validity}.${uid}` })
      }
      return entries.length >= pageSize ? null : entries
    })

  const readInboxMail = ({ id }: InboxEntry): Promise<InboxMail | null> =>
    withEmail(id, (client, uid) => readListed(client, { id, uid, host }))

  const readMail = (id: string): Promise<ReadableMail | null> =>
    withEmail(id, async (client, uid) => {
      const raw = await sourceOf(client, uid, MAIL_BYTES)
      return raw && { ...(await readMailText(raw)), link: null }
    })

  const archive = async (id: string): Promise<void> => {
    await withEmail(id, moveToArchive)
  }

  const watchInbox = (onNews: () => void, signal: AbortSignal) => imap.watch(INBOX, signIn, onNews, signal)

  return { listInbox, listInboxBetween, readInboxMail, readMail, archive, watchInbox }
}

/**
 * Moves an email to the archive. Without MOVE (RFC 6851) it would have to be copied and deleted, which can expunge
 * other emails that the person marked, so it then stays in place.
 */
async function moveToArchive(client: ImapFlow, uid: number): Promise<void> {
  if (!client.capabilities.has('MOVE')) return
  const archive = (await findArchive(client)) ?? (await client.mailboxCreate('Archive')).path
  await client.mailboxOpen(INBOX)
  try {
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    const moved = await client.messageMove(String(uid), archive, { uid: true })
    if (moved === false) throw new DeliveryError('unavailable', 'IMAP: the mail server did not move the email')
  } finally {
    await openFresh(client, INBOX)
  }
}

/**
 * Reads an email of the inbox with the headers and parts by which replies, reports and automatic emails are told apart;
 * null if it is gone.
 */
async function readListed(
  client: ImapFlow,
  { id, uid, host }: { id: string; uid: number; host: string },
): Promise<InboxMail | null> {
  const asked = { uid: true, internalDate: true, size: true, bodyStructure: true, headers: WANTED }
  const email = await client.fetchOne(String(uid), asked, { uid: true })
  if (!isThere(email)) return null
  const read = await headersIn(email.headers)
  const { subject: rawSubject = '', ...rest } = read
  const headers: Record<string, string> = {
    ...rest,
    'authentication-results': ownResults(rest['authentication-results'], host),
  }
  const from = addressParser(headers['from'] ?? '', { flatten: true })[0]?.address?.toLowerCase() ?? ''
  const subject = decodeWords(rawSubject)
  const open = (bytes: number) => sourceOf(client, uid, bytes)
  const isReport = looksLikeReport({ from, subject, headers })
  const report = isReport ? await open(REPORT_BYTES).then((raw) => raw && readReport(raw)) : null
  if (isReport && report === null) return null
  const refers = report === null && refersToAnother({ headers })
  const preview = refers ? await previewOf(await open(PREVIEW_BYTES)) : ''
  const isAnswer = isAutomaticAnswer({ from, subject, headers }) || (refers && mayBeReceipt(preview))
  const answer = report === null && isAnswer ? await open(MAIL_BYTES) : null
  const text = answer && splitReply(await readMailText(answer)).text
  const partTypes = refers ? typesIn(email.bodyStructure) : []
  return {
    id,
    threadId: null,
    from,
    subject,
    receivedAt: new Date(email.internalDate ?? 0),
    headers,
    reaction: isReaction({ subject, headers, partTypes, preview }),
    report,
    ...(text !== null && { text }),
  }
}

/** Returns whether a fetched email exists: some servers return an expunged email as an object without content. */
const isThere = (email: FetchMessageObject | false): email is FetchMessageObject =>
  email !== false && email.headers !== undefined && email.headers.length > 0 && email.internalDate !== undefined

/** The first bytes of an email; null if it is gone. Throws DeliveryError if it is empty. */
async function sourceOf(client: ImapFlow, uid: number, maxLength: number): Promise<Buffer | null> {
  const email = await client.fetchOne(String(uid), { uid: true, source: { start: 0, maxLength } }, { uid: true })
  const source: unknown = email === false ? null : email.source
  if (!Buffer.isBuffer(source)) return null
  if (source.length === 0) throw emptyMail()
  return source
}

async function previewOf(raw: Buffer | null): Promise<string> {
  if (!raw) return ''
  return (await readMailText(raw)).text.replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH)
}

/**
 * Returns the content types of the parts with their parameters, because only those of a calendar part tell an answer
 * from an invitation.
 */
function typesIn(part: MessageStructureObject | undefined): string[] {
  if (!part) return []
  const parameters = Object.entries(part.parameters ?? {}).map(([name, value]) => `; ${name}=${String(value)}`)
  return [`${part.type}${parameters.join('')}`, ...(part.childNodes ?? []).flatMap(typesIn)]
}

/**
 * Returns the authentication results that the mailbox's own host noted about an email; empty if it noted none. The
 * host's servers are recognized by the domain of the IMAP server, because anybody can write such a header.
 */
function ownResults(results: string | undefined, host: string): string {
  const [, server = ''] = /^\s*([\w.-]+)/.exec(results ?? '') ?? []
  const domain = isIP(host) === 0 ? ownDomain(host.toLowerCase()) : null
  return domain && `.${server.toLowerCase()}`.endsWith(`.${domain}`) ? (results ?? '') : ''
}

/**
 * Returns the registered domain of a host name, judged by the name alone: the last three labels for names such as
 * mail.example.co.uk, else two.
 */
function ownDomain(host: string): string | null {
  const labels = host.split('.')
  const isBelowCountry = /^(com?|ac|edu|gov|net|org|ne|or|go|gob|nom)\.[a-z]{2}$/.test(labels.slice(-2).join('.'))
  const least = isBelowCountry ? 3 : 2
  return labels.length < least ? null : labels.slice(-least).join('.')
}

function placeOf(id: string): { validity: string; uid: number } {
  const [validity = '', uid = ''] = id.split('.')
  return { validity, uid: Number(uid) || 0 }
}

function positionIn(cursor: string): Position | null {
  const { validity, next } = jsonOf(cursor)
  return typeof validity === 'string' && typeof next === 'number' && next > 0 ? { validity, next } : null
}
