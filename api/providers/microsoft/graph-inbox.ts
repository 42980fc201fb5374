import { INBOX_HEADERS } from '#domain/inbox/returned-mail.ts'
import { isAutomaticAnswer } from '#domain/inbox/automatic-answer.ts'
import { refersToAnother } from '#domain/inbox/automatic-mail.ts'
import { CALENDAR_ANSWER, isReaction } from '#domain/inbox/emoji-reaction.ts'
import { mayBeReceipt } from '#domain/inbox/message-receipts.ts'
import { looksLikeReport } from '#domain/inbox/report-signs.ts'
import { splitReply } from '#domain/inbox/reply-text/split-reply.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { InboxEntry, InboxListing, InboxMail, OpenMailbox, ReadableMail } from '#api/sending/provider.ts'
import { messagePath } from './graph-drafts.ts'
import type { Graph } from './graph-client.ts'
import { graphError } from './graph-errors.ts'
import { isRecord, jsonOf, stringOf } from '../http-transport.ts'
import type { HttpAnswer } from '../http-transport.ts'
import { emptyMail, MAIL_BYTES, readMailText } from '../mail-text.ts'
import { readReport, REPORT_BYTES } from '../delivery-report-reader.ts'

const SELECT = 'id,subject,from,replyTo,receivedDateTime,conversationId,internetMessageHeaders'
/**
 * HTTP statuses with which Graph refuses a cursor that it no longer knows; the inbox is then listed again from a date.
 */
const FORGOTTEN: ReadonlySet<number> = new Set([400, 404, 410])
const WANTED: ReadonlySet<string> = new Set(INBOX_HEADERS)
/**
 * Numbers of messages at which a listing counts as ended too early: Graph ends a delta list that is filtered by date
 * after 5,000 messages, as if there were no more (learn.microsoft.com/graph/delta-query-messages).
 */
const CAPPED = { least: 4_951, most: 5_000 }

/** Type by which Graph marks the answer to an invitation, whose parts it does not show. */
const MEETING_RESPONSE = '#microsoft.graph.eventMessageResponse'
/** MAPI property with an email's message class, by which Exchange marks out-of-office notes. */
const MESSAGE_CLASS = 'String 0x001A'

/** The part of an open mailbox that reads the inbox at Microsoft. */
export type GraphInbox = Pick<OpenMailbox, 'listInbox' | 'listInboxBetween' | 'readInboxMail'> & {
  readMail(id: string): Promise<ReadableMail | null>
}

/** Graph access of one mailbox, with the clock for computing waits. */
interface GraphReader {
  graph: Graph
  now: () => number
}

/**
 * Reads the inbox by delta query. The cursor is the whole next or delta link below /v1.0, stored as returned. In a list by
 * date it is followed by `#` and the number of messages listed so far. Links are always followed at Graph's own origin.
 */
export function graphInbox(reader: GraphReader): GraphInbox {
  const { graph } = reader
  return {
    listInbox: (...asked) => listInbox(reader, ...asked),
    listInboxBetween: (...asked) => listInboxBetween(graph, ...asked),
    readInboxMail: (entry) => readInboxMail(graph, entry),
    readMail: (id) => readMail(graph, id),
  }
}

async function page(graph: Graph, path: string, pageSize: number): Promise<HttpAnswer> {
  return graph.call({ method: 'GET', path, accept: [200, ...FORGOTTEN], step: 'repeatable', pageSize })
}

/** An email in MIME; null if the mailbox does not have it. Throws DeliveryError if it is empty, as just after it arrived. */
async function open(graph: Graph, id: string, maxBytes: number): Promise<Buffer | null> {
  const path = `${messagePath(id)}/$value`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable', maxBytes })
  if (answer.status !== 200) return null
  if (answer.body === '') throw emptyMail()
  return Buffer.from(answer.body)
}

async function openReport(graph: Graph, id: string): Promise<InboxMail['report']> {
  const raw = await open(graph, id, REPORT_BYTES)
  return raw && readReport(raw)
}

/** The text and the message class of an automatic answer. */
async function openAnswer(graph: Graph, id: string): Promise<Pick<InboxMail, 'text' | 'messageClass'>> {
  const filter = encodeURIComponent(`id eq '${MESSAGE_CLASS}'`)
  const path = `${messagePath(id)}?$select=id&$expand=singleValueExtendedProperties($filter=${filter})`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  const { singleValueExtendedProperties: list } = jsonOf(answer.body)
  const [property] = answer.status === 200 && Array.isArray(list) ? list : []
  const messageClass = isRecord(property) ? stringOf(property.value) : ''
  const raw = await open(graph, id, MAIL_BYTES)
  return { ...(raw && { text: splitReply(await readMailText(raw)).text }), ...(messageClass && { messageClass }) }
}

async function readMail(graph: Graph, id: string): Promise<ReadableMail | null> {
  const path = `${messagePath(id)}?$select=webLink`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  const raw = answer.status === 200 ? await open(graph, id, MAIL_BYTES) : null
  return raw && { ...(await readMailText(raw)), link: webLink(stringOf(jsonOf(answer.body).webLink)) }
}

/**
 * Returns the beginning of the text of a possible reply, which shows whether it is only an emoji reaction: Graph does
 * not show the parts of an email.
 */
async function previewOf(graph: Graph, id: string): Promise<string> {
  const path = `${messagePath(id)}?$select=bodyPreview`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  return answer.status === 200 ? stringOf(jsonOf(answer.body).bodyPreview) : ''
}

async function readInboxMail(graph: Graph, { id, known }: InboxEntry): Promise<InboxMail | null> {
  const value = known ?? (await listed(graph, id))
  if (!isRecord(value)) return null
  const received = Date.parse(stringOf(value.receivedDateTime))
  if (Number.isNaN(received)) return null
  const sender = isRecord(value.from) && isRecord(value.from.emailAddress) ? value.from.emailAddress : {}
  const from = stringOf(sender.address).toLowerCase()
  const subject = stringOf(value.subject)
  const headers = headersIn(value.internetMessageHeaders)
  const replyTo = replyToIn(value.replyTo)
  const mayBeReport = looksLikeReport({ from, subject, headers })
  const report = mayBeReport ? await openReport(graph, id) : null
  if (mayBeReport && report === null) return null
  const threadId = stringOf(value.conversationId) || null
  const isAutomatic = report === null && isAutomaticAnswer({ from, subject, headers })
  const isHeaderless = Object.keys(headers).length === 0
  const mayRefer = isHeaderless || refersToAnother({ headers })
  const preview = report === null && !isAutomatic && mayRefer ? await previewOf(graph, id) : ''
  const answer = isAutomatic || (preview && mayBeReceipt(preview)) ? await openAnswer(graph, id) : {}
  const isResponse = stringOf(value['@odata.type']) === MEETING_RESPONSE
  const reaction = isReaction({ subject, headers, partTypes: isResponse ? [CALENDAR_ANSWER] : [], preview })
  const receivedAt = new Date(received)
  return {
    ...{ id, threadId, from, subject, receivedAt, isHeaderless },
    headers: replyTo ? { ...headers, 'reply-to': replyTo } : headers,
    ...{ reaction, report, ...answer },
  }
}

/** The addresses that Graph lists as Reply-To, also of an email whose headers it does not show. */
function replyToIn(list: unknown): string {
  const addresses = (Array.isArray(list) ? list : []).map((each: unknown) =>
    isRecord(each) && isRecord(each.emailAddress) ? stringOf(each.emailAddress.address) : '',
  )
  return addresses.filter(Boolean).join(', ')
}

/** An email as the listing shows it; null if it was deleted. */
async function listed(graph: Graph, id: string): Promise<unknown> {
  const path = `${messagePath(id)}?$select=${SELECT}`
  const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
  return answer.status === 200 ? jsonOf(answer.body) : null
}

async function listInbox(
  { graph, now }: GraphReader,
  cursor: string | null,
  since: Date,
  pageSize: number,
): Promise<InboxListing> {
  const [link = '', listedBefore] = cursor?.split('#') ?? [first(since)]
  let answer = await page(graph, link, pageSize)
  const restarted = cursor !== null && FORGOTTEN.has(answer.status)
  if (restarted) answer = await page(graph, first(since), pageSize)
  if (answer.status !== 200) throw graphError(answer, 'repeatable', now())
  const body = jsonOf(answer.body)
  const next = stringOf(body['@odata.nextLink'])
  const onward = next || stringOf(body['@odata.deltaLink'])
  if (!onward) throw new DeliveryError('unavailable', 'Microsoft returned no link to continue reading the inbox')
  const entries = entriesIn(body.value)
  const begins = cursor === null || restarted
  const isByDate = begins || listedBefore !== undefined
  const count = (begins ? 0 : Number(listedBefore)) + entries.length
  return {
    entries,
    cursor: pathOf(onward) + (next && isByDate ? `#${count}` : ''),
    more: next !== '',
    restarted,
    truncated: !next && isByDate && count >= CAPPED.least && count <= CAPPED.most,
  }
}

async function listInboxBetween(graph: Graph, from: Date, to: Date, pageSize: number): Promise<InboxEntry[] | null> {
  const filter = `receivedDateTime ge ${secondOf(from)} and receivedDateTime lt ${secondOf(to)}`
  const query = `$filter=${encodeURIComponent(filter)}&$orderby=receivedDateTime&$select=${SELECT}&$top=${pageSize}`
  const path = `/me/mailFolders/inbox/messages?${query}`
  const body = jsonOf((await graph.call({ method: 'GET', path, accept: [200], step: 'repeatable' })).body)
  return stringOf(body['@odata.nextLink']) ? null : entriesIn(body.value)
}

/** The emails in a listing, without those that were removed from the folder. */
function entriesIn(list: unknown): InboxEntry[] {
  return (Array.isArray(list) ? list : []).flatMap((known: unknown) => {
    const id = isRecord(known) && !('@removed' in known) ? stringOf(known.id) : ''
    return id ? { id, known } : []
  })
}

/**
 * Returns the link with which Outlook on the web opens an email, if Microsoft's link really leads there; otherwise
 * null.
 */
function webLink(link: string): string | null {
  if (!URL.canParse(link)) return null
  const { protocol, hostname } = new URL(link)
  const isOutlook = OUTLOOK_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return protocol === 'https:' && isOutlook ? link : null
}

/** Outlook on the web: for the world, for governments, and for China. */
const OUTLOOK_HOSTS = [
  'office.com',
  'office365.com',
  'office365.us',
  'outlook.com',
  'live.com',
  'microsoft',
  'outlook.cn',
  'partner.outlook.cn',
]

function first(since: Date): string {
  const filter = encodeURIComponent(`receivedDateTime ge ${secondOf(since)}`)
  return `/me/mailFolders/inbox/messages/delta?changeType=created&$select=${SELECT}&$filter=${filter}`
}

/** Formats a time for OData, without milliseconds. */
const secondOf = (moment: Date) => moment.toISOString().replace(/\.\d+Z$/, 'Z')

function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'https://graph.microsoft.com')
  return pathname.replace(/^\/v1\.0(?=\/)/, '') + search
}

/**
 * Matches the beginning of Exchange Online's authentication results for a message from outside, which do not name its
 * server. Results of other servers prove nothing.
 */
const OWN_RESULTS = /^\s*(?:spf|dkim|dmarc|compauth)\s*=/i

/** Indexes the headers that the rules use by name; the first occurrence of a header counts. */
function headersIn(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const item of Array.isArray(list) ? list : []) {
    const name = isRecord(item) ? stringOf(item.name).toLowerCase() : ''
    if (WANTED.has(name)) headers[name] ??= stringOf(item.value)
  }
  const results = headers['authentication-results']
  if (results !== undefined && !OWN_RESULTS.test(results)) headers['authentication-results'] = ''
  return headers
}
