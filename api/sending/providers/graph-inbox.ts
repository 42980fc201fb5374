import { INBOX_HEADERS, isReaction, looksLikeReport, refersToAnother } from '#domain/returns.ts'
import { DeliveryError } from '../provider.ts'
import type { InboxMail, InboxPage } from '../provider.ts'
import type { Graph } from './graph.ts'
import { graphError, graphRefusal } from './graph-errors.ts'
import { isRecord, jsonOf, stringOf } from './http.ts'
import type { HttpAnswer } from './http.ts'
import { readReport, REPORT_BYTES } from './report.ts'

const PAGE = 50
const SELECT = 'id,subject,from,receivedDateTime,conversationId,internetMessageHeaders'
/** The vendor lost our cursor: read the inbox again from a date. */
const FORGOTTEN = /^(syncState(NotFound|Invalid)|resyncRequired\w*)$/i
const WANTED: ReadonlySet<string> = new Set(INBOX_HEADERS)

/**
 * Reads the inbox by delta query. The cursor is the whole next or delta link below /v1.0, stored as returned. It is
 * always followed at Graph's own origin.
 */
export function graphInbox(options: {
  graph: Graph
  now: () => number
}): (cursor: string | null, since: Date) => Promise<InboxPage> {
  const { graph, now } = options

  async function page(path: string): Promise<HttpAnswer> {
    const accept = [200, 400, 404, 410]
    return graph.call({ method: 'GET', path, accept, step: 'repeatable', pageSize: PAGE })
  }

  async function open(id: string): Promise<InboxMail['report']> {
    const path = `/me/messages/${encodeURIComponent(id)}/$value`
    const answer = await graph.call({
      method: 'GET',
      path,
      accept: [200, 404],
      step: 'repeatable',
      maxBytes: REPORT_BYTES,
    })
    return answer.status === 200 ? readReport(Buffer.from(answer.body)) : null
  }

  /** How the text of a possible reply begins. Graph does not show the parts of an email, which tell a reaction. */
  async function previewOf(id: string): Promise<string> {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=bodyPreview`
    const answer = await graph.call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
    return answer.status === 200 ? stringOf(jsonOf(answer.body).bodyPreview) : ''
  }

  async function toMail(value: unknown): Promise<InboxMail | null> {
    if (!isRecord(value) || '@removed' in value) return null
    const id = stringOf(value.id)
    const received = Date.parse(stringOf(value.receivedDateTime))
    if (!id || Number.isNaN(received)) return null
    const sender = isRecord(value.from) && isRecord(value.from.emailAddress) ? value.from.emailAddress : {}
    const from = stringOf(sender.address).toLowerCase()
    const subject = stringOf(value.subject)
    const headers = headersIn(value.internetMessageHeaders)
    const report = looksLikeReport({ from, subject, headers }) ? await open(id) : null
    const threadId = stringOf(value.conversationId) || null
    const preview = report === null && refersToAnother({ headers }) ? await previewOf(id) : ''
    const reaction = isReaction({ headers, preview })
    return { id, threadId, from, subject, receivedAt: new Date(received), headers, reaction, report }
  }

  return async (cursor, since) => {
    let answer = await page(cursor ?? first(since))
    if (answer.status !== 200) {
      const forgotten = answer.status === 410 || FORGOTTEN.test(graphRefusal(answer, now()).code)
      if (!forgotten || cursor === null) throw graphError(answer, 'repeatable', now())
      answer = await page(first(since))
      if (answer.status !== 200) throw graphError(answer, 'repeatable', now())
    }
    const body = jsonOf(answer.body)
    const next = stringOf(body['@odata.nextLink'])
    const link = next || stringOf(body['@odata.deltaLink'])
    if (!link) throw new DeliveryError('unavailable', 'Microsoft returned no link to continue reading the inbox')
    const mails: InboxMail[] = []
    for (const value of Array.isArray(body.value) ? body.value : []) {
      const mail = await toMail(value)
      if (mail) mails.push(mail)
    }
    return { mails, cursor: pathOf(link), more: next !== '' }
  }
}

function first(since: Date): string {
  const moment = since.toISOString().replace(/\.\d+Z$/, 'Z')
  const filter = encodeURIComponent(`receivedDateTime ge ${moment}`)
  return `/me/mailFolders/inbox/messages/delta?changeType=created&$select=${SELECT}&$filter=${filter}`
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'https://graph.microsoft.com')
  return pathname.replace(/^\/v1\.0(?=\/)/, '') + search
}

/** The headers that the rules use; the first occurrence counts. */
function headersIn(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const item of Array.isArray(list) ? list : []) {
    const name = isRecord(item) ? stringOf(item.name).toLowerCase() : ''
    if (WANTED.has(name)) headers[name] ??= stringOf(item.value)
  }
  return headers
}
