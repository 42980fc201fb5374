import { MARK_HEADER, readMark } from '#api/sending/email-mark.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { OpenMailbox, MarkedEmail } from '#api/sending/provider.ts'
import type { GmailDirect } from './gmail-requests.ts'
import { isRecord, stringOf } from '../http-transport.ts'

const ME = '/gmail/v1/users/me'
const PAGE = 500
/** Concurrent message requests. */
const AT_A_TIME = 3

/**
 * Finds emails with our mark. Gmail cannot search custom headers, so we list the drafts and sent emails since a date
 * and read each one's headers.
 */
export function gmailMarks(options: {
  call: GmailDirect
  canDraft: boolean
  canRead: boolean
}): OpenMailbox['findMarked'] {
  const { call, canDraft, canRead } = options

  async function get(path: string): Promise<unknown> {
    const answer = await call({ method: 'GET', path, accept: [200, 404], step: 'repeatable' })
    return answer.status === 200 ? answer.data : null
  }

  /** Every id in a list, across pages. */
  async function list(path: string, name: 'drafts' | 'messages'): Promise<string[]> {
    const ids: string[] = []
    for (let token: string | null = ''; token !== null;) {
      const page = token && `&pageToken=${encodeURIComponent(token)}`
      const { data } = await call({ method: 'GET', path: `${path}${page}`, accept: [200], step: 'repeatable' })
      const answer = isRecord(data) ? data : {}
      const entries = answer[name]
      for (const each of Array.isArray(entries) ? entries : []) {
        const id = isRecord(each) ? stringOf(each.id) : ''
        if (id) ids.push(id)
      }
      token = stringOf(answer.nextPageToken) || null
    }
    return ids
  }

  async function loadAll(
    ids: readonly string[],
    load: (id: string) => Promise<MarkedEmail | null>,
  ): Promise<MarkedEmail[]> {
    const found: MarkedEmail[] = []
    for (let at = 0; at < ids.length; at += AT_A_TIME) {
      for (const email of await Promise.all(ids.slice(at, at + AT_A_TIME).map(load))) if (email) found.push(email)
    }
    return found
  }

  async function drafts(after: string): Promise<MarkedEmail[]> {
    const ids = await list(`${ME}/drafts?q=${after}&maxResults=${PAGE}`, 'drafts')
    return loadAll(ids, async (id) => {
      const draft = await get(`${ME}/drafts/${encodeURIComponent(id)}?format=metadata`)
      return markedEmail('draft', id, isRecord(draft) ? draft.message : null)
    })
  }

  async function sent(after: string): Promise<MarkedEmail[]> {
    const query = `labelIds=SENT&includeSpamTrash=true&q=${after}&maxResults=${PAGE}`
    const wanted = `format=metadata&metadataHeaders=${MARK_HEADER}&metadataHeaders=Message-ID`
    return loadAll(await list(`${ME}/messages?${query}`, 'messages'), async (id) =>
      markedEmail('sent', id, await get(`${ME}/messages/${encodeURIComponent(id)}?${wanted}`)),
    )
  }

  return async (since, state) => {
    const wantsDrafts = state !== 'sent'
    const wantsSent = state !== 'draft'
    if ((wantsSent && !canRead) || (wantsDrafts && !canDraft && !canRead)) {
      throw new DeliveryError('forbidden', '403: the mailbox was connected without permission to read (gmail.modify)')
    }
    const after = encodeURIComponent(`after:${Math.floor(since.getTime() / 1_000)}`)
    return [...(wantsDrafts ? await drafts(after) : []), ...(wantsSent ? await sent(after) : [])]
  }
}

function markedEmail(state: MarkedEmail['state'], id: string, message: unknown): MarkedEmail | null {
  const mark = readMark(headerIn(message, MARK_HEADER))
  return mark && { ...mark, state, id, messageId: headerIn(message, 'message-id') || null }
}

/** A header of a message as Gmail returns it; empty if it has none. */
export function headerIn(message: unknown, name: string): string {
  const payload = isRecord(message) && isRecord(message.payload) ? message.payload : {}
  const headers = Array.isArray(payload.headers) ? payload.headers : []
  const found = headers.find((each) => isRecord(each) && stringOf(each.name).toLowerCase() === name.toLowerCase())
  return isRecord(found) ? stringOf(found.value) : ''
}
