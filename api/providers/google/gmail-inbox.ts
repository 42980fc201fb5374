import { decodeWords, addressParser } from 'postal-mime'
import { INBOX_HEADERS } from '#domain/inbox/returned-mail.ts'
import { isAutomaticAnswer } from '#domain/inbox/automatic-answer.ts'
import { refersToAnother } from '#domain/inbox/automatic-mail.ts'
import { isReaction } from '#domain/inbox/emoji-reaction.ts'
import { mayBeReceipt } from '#domain/inbox/message-receipts.ts'
import { looksLikeReport } from '#domain/inbox/report-signs.ts'
import { splitReply } from '#domain/inbox/reply-text/split-reply.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { InboxEntry, InboxListing, InboxMail, OpenMailbox, ReadableMail } from '#api/sending/provider.ts'
import type { GmailAnswer } from './gmail-errors.ts'
import type { GmailDirect } from './gmail-requests.ts'
import { isRecord, jsonOf, stringOf } from '../http-transport.ts'
import { emptyMail, readMailText } from '../mail-text.ts'
import { readReport } from '../delivery-report-reader.ts'

/**
 * Maximum bytes of a bounce report that is read; a larger one, which returns a whole email with files, is judged by its
 * headers.
 */
const REPORT_MAX = 1024 * 1024
/** Maximum bytes of an email that is opened for a reader. */
const MAIL_MAX = 8 * 1024 * 1024
const TYPES = 'mimeType,headers'
const PART_TYPES = `payload(mimeType,parts(${TYPES},parts(${TYPES},parts(${TYPES}))))`
/** HTTP statuses with which Gmail refuses a position in the history or a page token that it no longer knows. */
const FORGOTTEN = [400, 404]
const METADATA = `format=metadata&${[...INBOX_HEADERS, 'subject'].map((name) => `metadataHeaders=${name}`).join('&')}`
const ME = '/gmail/v1/users/me'

/**
 * Position at which reading an inbox resumes: after an event of the mailbox's history, or in a search that began when
 * `history` was the newest event.
 */
interface Position {
  history: string
  /** seconds since the epoch; only in a search */
  after?: number
  page?: string
  /** seconds since the epoch from which to search once more when the history continues, because of {@link INDEX_LAG} */
  again?: number
}

/**
 * Seconds by which Gmail's search may lag behind its history, generously: without a second search, emails that arrive
 * in this time would be in neither.
 */
const INDEX_LAG = 60

/** The part of an open mailbox that reads the inbox at Gmail. */
export type GmailInbox = Pick<OpenMailbox, 'listInbox' | 'listInboxBetween' | 'readInboxMail' | 'readMail'>

/** A mailbox's Gmail, and the clock by which searches begin. */
interface GmailReader {
  call: GmailDirect
  now: () => number
}

/** Reads the inbox through Gmail's history; if that does not go back far enough, searches by date. */
export function gmailInbox(call: GmailDirect, now: () => number): GmailInbox {
  return {
    listInbox: (...asked) => listInbox({ call, now }, ...asked),
    listInboxBetween: (...asked) => listInboxBetween(call, ...asked),
    readInboxMail: (entry) => readInboxMail(call, entry),
    readMail: (...asked) => readMail(call, ...asked),
  }
}

const get = (call: GmailDirect, path: string, accept: readonly number[] = [200, 404]): Promise<GmailAnswer> =>
  call({ method: 'GET', path: `${ME}${path}`, accept, step: 'repeatable' })

/** Requests a message with the given query. */
const message = (call: GmailDirect, id: string, query: string) =>
  get(call, `/messages/${encodeURIComponent(id)}?${query}`)

async function start({ call, now }: GmailReader, since: Date): Promise<Position> {
  const { data } = await get(call, '/profile', [200])
  const history = isRecord(data) ? stringOf(data.historyId) : ''
  if (!history) throw new DeliveryError('unavailable', 'Gmail returned no position in the mailbox’s history')
  const after = secondOf(since)
  return { history, after, again: Math.max(after, secondOf(new Date(now())) - INDEX_LAG) }
}

/** Searches the inbox by date; null if Gmail refuses the page token. */
async function search(
  call: GmailDirect,
  position: Position,
  maxResults: number,
): Promise<Omit<InboxListing, 'restarted'> | null> {
  const refused = position.page === undefined ? [] : FORGOTTEN
  const q = `in:inbox after:${position.after}`
  const { status, data } = await get(call, `/messages?${queryOf({ q, maxResults, ...pageOf(position) })}`, [
    200,
    ...refused,
  ])
  if (status !== 200) return null
  const { messages, nextPageToken } = isRecord(data) ? data : {}
  const page = stringOf(nextPageToken)
  const { history, again } = position
  const next: Position = page ? { ...position, page } : { history, ...(again !== undefined && { again }) }
  return { entries: entriesOf(messages), cursor: JSON.stringify(next), more: page !== '' }
}

/** Reads the changes since a position in Gmail's history; null if Gmail does not know the position (any more). */
async function changes(
  call: GmailDirect,
  position: Position,
  maxResults: number,
): Promise<Omit<InboxListing, 'restarted'> | null> {
  const asked = { startHistoryId: position.history, labelId: 'INBOX', historyTypes: 'messageAdded', maxResults }
  const { status, data } = await get(call, `/history?${queryOf({ ...asked, ...pageOf(position) })}`, [
    200,
    ...FORGOTTEN,
  ])
  if (status !== 200) return null
  const { history, historyId, nextPageToken } = isRecord(data) ? data : {}
  const added = (Array.isArray(history) ? history : []).flatMap((entry) =>
    isRecord(entry) && Array.isArray(entry.messagesAdded) ? entry.messagesAdded : [],
  )
  const late = position.again === undefined ? [] : await lateEntries(call, position.again)
  const entries = entriesOf([...added.map((each: unknown) => (isRecord(each) ? each.message : null)), ...late])
  const page = stringOf(nextPageToken)
  const { history: place } = position
  const next: Position = page ? { history: place, page } : { history: later(stringOf(historyId), place) }
  return { entries, cursor: JSON.stringify(next), more: page !== '' }
}

/** Messages since this second that a search before may have missed. */
async function lateEntries(call: GmailDirect, after: number): Promise<InboxEntry[]> {
  const { data } = await get(call, `/messages?${queryOf({ q: `in:inbox after:${after}`, maxResults: 500 })}`, [200])
  return entriesOf(isRecord(data) ? data.messages : null)
}

async function readInboxMail(call: GmailDirect, { id }: InboxEntry): Promise<InboxMail | null> {
  const { status, data } = await message(call, id, METADATA)
  if (status === 404 || !isRecord(data)) return null
  const headers = headersIn(isRecord(data.payload) ? data.payload.headers : null)
  const from = addressParser(headers['from'] ?? '', { flatten: true })[0]?.address?.toLowerCase() ?? ''
  const subject = decodeWords(headers['subject'] ?? '')
  const small = typeof data.sizeEstimate !== 'number' || data.sizeEstimate <= REPORT_MAX
  const mayBeReport = small && looksLikeReport({ from, subject, headers })
  const report = mayBeReport ? await openReport(call, id) : null
  if (mayBeReport && report === null) return null
  const preview = stringOf(data.snippet)
  const refers = report === null && refersToAnother({ headers })
  const isAnswer = isAutomaticAnswer({ from, subject, headers }) || (refers && mayBeReceipt(preview))
  const answer = small && report === null && isAnswer ? await open(call, id) : null
  const partTypes = refers ? await partTypesOf(call, id) : []
  const reaction = isReaction({ subject, headers, partTypes, preview })
  const threadId = stringOf(data.threadId) || null
  const receivedAt = new Date(Number(data.internalDate) || 0)
  const text = answer && splitReply(await readMailText(answer)).text
  return { id, threadId, from, subject, receivedAt, headers, reaction, report, ...(text !== null && { text }) }
}

/** The types of an email's parts, without their content. */
async function partTypesOf(call: GmailDirect, id: string): Promise<string[]> {
  const { data } = await message(call, id, queryOf({ format: 'full', fields: PART_TYPES }))
  return isRecord(data) ? typesIn(data.payload) : []
}

async function openReport(call: GmailDirect, id: string): Promise<InboxMail['report']> {
  const raw = await open(call, id)
  return raw && readReport(raw)
}

/** An email in MIME; null if the mailbox does not have it. Throws DeliveryError if it is empty, as just after it arrived. */
async function open(call: GmailDirect, id: string): Promise<Buffer | null> {
  const { status, data } = await message(call, id, 'format=raw')
  if (status !== 200) return null
  const raw = isRecord(data) ? stringOf(data.raw) : ''
  if (raw === '') throw emptyMail()
  return Buffer.from(raw, 'base64url')
}

/**
 * Reads an email for a person. One that is too large is not opened, because Gmail returns all of it, files included.
 */
async function readMail(call: GmailDirect, id: string, address: string): Promise<ReadableMail | null> {
  const { data } = await message(call, id, 'format=minimal')
  const size = isRecord(data) ? data.sizeEstimate : null
  if (typeof size !== 'number' || size > MAIL_MAX) return null
  const raw = await open(call, id)
  return raw && { ...(await readMailText(raw)), link: linkTo(address, id) }
}

async function listInbox(
  reader: GmailReader,
  cursor: string | null,
  since: Date,
  pageSize: number,
): Promise<InboxListing> {
  const { call } = reader
  const position = cursor === null ? null : positionIn(cursor)
  const known = position && (await (position.after === undefined ? changes : search)(call, position, pageSize))
  const listing = known ?? (await search(call, await start(reader, since), pageSize))
  if (!listing) throw new DeliveryError('unavailable', 'Gmail does not begin to search the inbox')
  return { ...listing, restarted: cursor !== null && !known }
}

async function listInboxBetween(
  call: GmailDirect,
  from: Date,
  to: Date,
  pageSize: number,
): Promise<InboxEntry[] | null> {
  const q = `in:inbox after:${secondOf(from) - 1} before:${secondOf(to)}`
  const { data } = await get(call, `/messages?${queryOf({ q, maxResults: pageSize })}`, [200])
  const { messages, nextPageToken } = isRecord(data) ? data : {}
  return stringOf(nextPageToken) ? null : entriesOf(messages)
}

const queryOf = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()

const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1_000)

/** The later of two positions in the history: Gmail was seen to return an earlier one. */
function later(one: string, other: string): string {
  return /^\d+$/.test(one) && (!/^\d+$/.test(other) || BigInt(one) > BigInt(other)) ? one : other
}

const linkTo = (address: string, id: string) =>
  `https://mail.google.com/mail/?authuser=${encodeURIComponent(address)}#all/${encodeURIComponent(id)}`

function pageOf({ page }: Position): { pageToken?: string } {
  return page === undefined ? {} : { pageToken: page }
}

function positionIn(cursor: string): Position | null {
  const { history, after, page, again } = jsonOf(cursor)
  if (typeof history !== 'string') return null
  return {
    history,
    ...(typeof after === 'number' && { after }),
    ...(typeof page === 'string' && { page }),
    ...(typeof again === 'number' && { again }),
  }
}

function entriesOf(messages: unknown): InboxEntry[] {
  const ids = (Array.isArray(messages) ? messages : []).map((each) => (isRecord(each) ? stringOf(each.id) : ''))
  return [...new Set(ids.filter(Boolean))].map((id) => ({ id }))
}

/**
 * Returns the content types of the parts with their parameters, because only those of a calendar part tell an answer
 * from an invitation.
 */
function typesIn(part: unknown): string[] {
  if (!isRecord(part)) return []
  const inner: unknown[] = Array.isArray(part.parts) ? part.parts : []
  const named = headersIn(part.headers)['content-type']
  return [named ?? stringOf(part.mimeType), ...inner.flatMap(typesIn)]
}

/** Beginning of Gmail's own results about a message from outside; other servers' results prove nothing. */
const OWN_RESULTS = /^\s*mx\.google\.com\s*;/i

/** Indexes headers by lower-case name; the first occurrence counts. */
function headersIn(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const item of Array.isArray(list) ? list : []) {
    if (isRecord(item)) headers[stringOf(item.name).toLowerCase()] ??= stringOf(item.value)
  }
  const results = headers['authentication-results']
  if (results !== undefined && !OWN_RESULTS.test(results)) headers['authentication-results'] = ''
  return headers
}
