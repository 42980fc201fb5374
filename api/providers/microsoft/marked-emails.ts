import { MARK_PREFIX, readMark } from '#api/sending/email-mark.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { OpenMailbox, MarkedEmail } from '#api/sending/provider.ts'
import type { Graph } from './graph-client.ts'
import { MARK_HEADER_PROPERTY, MARK_PROPERTY } from './graph-message.ts'
import { isRecord, jsonOf, stringOf } from '../http-transport.ts'

const PAGE = 100
/** MAPI properties with our mark: the first in drafts, the second in emails sent in one request as MIME. */
const PROPERTIES = [MARK_PROPERTY, MARK_HEADER_PROPERTY]

/**
 * Finds emails with our mark, as a custom property or as the header that Exchange kept: drafts in Drafts, sent emails
 * in the whole mailbox, since people move them. Sending changes a message, so its last-modified date covers both.
 */
export function graphMarks(options: { graph: Graph; canSearch: boolean }): OpenMailbox['findMarked'] {
  const { graph, canSearch } = options

  return async (since, state) => {
    if (!canSearch) {
      throw new DeliveryError('forbidden', '403: the mailbox was connected without permission to read (Mail.ReadWrite)')
    }
    const found: MarkedEmail[] = []
    for (let path: string | null = firstPage(since, state); path !== null;) {
      const answer = jsonOf((await graph.call({ method: 'GET', path, accept: [200], step: 'repeatable' })).body)
      for (const value of Array.isArray(answer.value) ? answer.value : []) {
        const email = markedEmail(value)
        if (email && (state === undefined || email.state === state)) found.push(email)
      }
      const next = stringOf(answer['@odata.nextLink'])
      path = next ? pathOf(next) : null
    }
    return found
  }
}

function firstPage(since: Date, state: MarkedEmail['state'] | undefined): string {
  const marked = PROPERTIES.map(
    (id) => `singleValueExtendedProperties/Any(ep: ep/id eq '${id}' and startswith(ep/value, '${MARK_PREFIX}'))`,
  )
  const filter = `lastModifiedDateTime ge ${since.toISOString().replace(/\.\d+Z$/, 'Z')} and (${marked.join(' or ')})`
  const query = [
    `$filter=${encodeURIComponent(filter)}`,
    '$select=id,isDraft,internetMessageId',
    `$expand=${encodeURIComponent(`singleValueExtendedProperties($filter=${PROPERTIES.map((id) => `id eq '${id}'`).join(' or ')})`)}`,
    `$top=${PAGE}`,
  ]
  return `/me/${state === 'draft' ? 'mailFolders/drafts/' : ''}messages?${query.join('&')}`
}

function markedEmail(value: unknown): MarkedEmail | null {
  if (!isRecord(value) || typeof value.isDraft !== 'boolean') return null
  const properties = Array.isArray(value.singleValueExtendedProperties) ? value.singleValueExtendedProperties : []
  const names = PROPERTIES.map((id) => id.toLowerCase())
  const own = properties.find((each) => isRecord(each) && names.includes(stringOf(each.id).toLowerCase()))
  const mark = readMark(isRecord(own) ? stringOf(own.value) : '')
  const id = stringOf(value.id)
  if (!mark || !id) return null
  const messageId = stringOf(value.internetMessageId) || null
  return { ...mark, state: value.isDraft ? 'draft' : 'sent', id, messageId }
}

/** Returns the path of a link to the next page, so that it is always requested at Graph's own origin. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'https://graph.microsoft.com')
  return pathname.replace(/^\/v1\.0(?=\/)/, '') + search
}
