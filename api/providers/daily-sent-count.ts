import type { OpenMailbox } from '#api/sending/provider.ts'
import type { GmailDirect } from './google/gmail-requests.ts'
import type { Graph } from './microsoft/graph-client.ts'
import { isRecord, jsonOf, stringOf } from './http-transport.ts'

/** Number of emails that one request lists. */
const PAGE = { graph: 500, gmail: 500 }
/** Maximum number of requests of one count: a mailbox that sent more has exceeded every limit anyway. */
const MAX_REQUESTS = 20

type CountSent = NonNullable<OpenMailbox['countSent']>

/** Counts the recipients in Exchange's Sent Items. */
export function graphSentCount(graph: Graph): CountSent {
  return async (since) => {
    const filter = encodeURIComponent(`sentDateTime ge ${since.toISOString().replace(/\.\d+Z$/, 'Z')}`)
    const query = `$filter=${filter}&$select=toRecipients,ccRecipients,bccRecipients&$top=${PAGE.graph}`
    let recipients = 0
    for (let page = 0; page < MAX_REQUESTS; page += 1) {
      const path = `/me/mailFolders/sentitems/messages?${query}&$skip=${page * PAGE.graph}`
      const { value } = jsonOf((await graph.call({ method: 'GET', path, accept: [200], step: 'repeatable' })).body)
      const emails = Array.isArray(value) ? value.filter(isRecord) : []
      for (const { toRecipients, ccRecipients, bccRecipients } of emails) {
        for (const list of [toRecipients, ccRecipients, bccRecipients])
          recipients += Array.isArray(list) ? list.length : 0
      }
      if (emails.length < PAGE.graph) break
    }
    return recipients
  }
}

/** Counts the emails with Gmail's label SENT; their recipients would cost a request each. */
export function gmailSentCount(call: GmailDirect): CountSent {
  return async (since) => {
    const after = encodeURIComponent(`after:${Math.floor(since.getTime() / 1_000)}`)
    let emails = 0
    let token = ''
    for (let page = 0; page < MAX_REQUESTS; page += 1) {
      const next = token && `&pageToken=${encodeURIComponent(token)}`
      const path = `/gmail/v1/users/me/messages?labelIds=SENT&q=${after}&maxResults=${PAGE.gmail}${next}`
      const { data } = await call({ method: 'GET', path, accept: [200], step: 'repeatable' })
      const answer = isRecord(data) ? data : {}
      emails += Array.isArray(answer.messages) ? answer.messages.length : 0
      token = stringOf(answer.nextPageToken)
      if (token === '') break
    }
    return emails
  }
}
