import { randomUUID } from 'node:crypto'
import { Mailboxes, type StoredMail } from './mailbox.ts'
import { startProvider, type Answer, type Call, type Provider, type Route } from './provider-server.ts'

/**
 * A small Google: sign-in (OpenID Connect) and the part of the Gmail API v1 that a program needs to send, read and file
 * email, written from Google’s public reference. It gives each sent email a Message-ID of its own, as Gmail may.
 */
export interface GmailStandIn extends Provider {
  mailboxes: Mailboxes
}

const refusal = (status: number, reason: string): Answer => ({
  status,
  json: { error: { code: status, message: reason, errors: [{ reason, message: reason, domain: 'global' }] } },
})
const GONE = refusal(404, 'notFound')

const LABELS = { inbox: ['INBOX'], sent: ['SENT'], drafts: ['DRAFT'], archive: [] }
const labelsOf = ({ folder, isRead }: StoredMail) => [...LABELS[folder], ...(isRead ? [] : ['UNREAD'])]

const encoded = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64url')

/** A message in one of the formats of users.messages.get. */
function resource(stored: StoredMail, format: string, named: string[]): object {
  const { mail, raw } = stored
  const base = {
    ...{
      id: stored.id,
      threadId: stored.threadId,
      labelIds: labelsOf(stored),
      snippet: (mail.text ?? '').slice(0, 100),
    },
    ...{ internalDate: String(stored.receivedAt.getTime()), sizeEstimate: raw.length, historyId: '1' },
  }
  if (format === 'raw') return { ...base, raw: encoded(raw) }
  if (format === 'minimal') return base
  const headers = mail.headers
    .filter(({ key }) => format === 'full' || named.length === 0 || named.includes(key))
    .map(({ originalKey, value }) => ({ name: originalKey, value }))
    .toReversed()
  const part = (type: string, text = '') => ({
    ...{ mimeType: type, headers: [], filename: '' },
    body: { size: text.length, data: encoded(text) },
  })
  const parts = [part('text/plain', mail.text), ...(mail.html ? [part('text/html', mail.html)] : [])]
  const payload = { mimeType: 'multipart/alternative', headers, ...(format === 'full' && { parts }) }
  return { ...base, payload }
}

export async function startGmail(): Promise<GmailStandIn> {
  const mailboxes = new Mailboxes()
  const drafts = new Map<string, { stored: StoredMail; asked: string | undefined }>()
  const needs =
    (scope: RegExp, answer: Route[2]): Route[2] =>
    (call) =>
      call.who.scopes.some((one) => scope.test(one)) ? answer(call) : refusal(403, 'insufficientPermissions')
  const reads = (answer: Route[2]) => needs(/gmail\.(?:modify|readonly|metadata)$/, answer)
  const composes = (answer: Route[2]) => needs(/gmail\.(?:modify|compose)$/, answer)
  const sends = (answer: Route[2]) => needs(/gmail\.(?:modify|compose|send)$/, answer)

  /** The message of a request: `raw` of its JSON, a media upload, or a multipart upload with both. */
  function uploaded({ body, request }: Call): { raw: string; meta: any } {
    const type = request.headers['content-type'] ?? ''
    const text = body.toString()
    if (type.startsWith('message/rfc822')) return { raw: text, meta: {} }
    if (!type.startsWith('multipart/related')) {
      const meta = JSON.parse(text)
      return { raw: Buffer.from((meta.message ?? meta).raw, 'base64url').toString(), meta }
    }
    const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? ''
    const [, json = '', message = ''] = text.split(`--${boundary}`)
    const content = (part: string) => part.slice(part.search(/\r?\n\r?\n/)).replace(/^\r?\n\r?\n/, '')
    return { raw: content(message).replace(/\r?\n$/, ''), meta: JSON.parse(content(json)) }
  }

  /**
   * Gives a message its Message-ID and sends it. The message joins a conversation that the request and its header name.
   */
  async function leave(address: string, raw: string, asked: string | undefined): Promise<Answer> {
    const id = `Message-ID: <${randomUUID()}@mail.gmail.example>`
    const stamped = /^message-id:.*$/im.test(raw) ? raw.replace(/^message-id:.*$/im, id) : `${id}\r\n${raw}`
    const stored = await mailboxes.store(address, stamped, 'sent')
    if (asked !== stored.threadId) stored.threadId = stored.id
    mailboxes.leave(address, stored)
    return { status: 200, json: { id: stored.id, threadId: stored.threadId, labelIds: ['SENT'] } }
  }

  async function createDraft(call: Call): Promise<Answer> {
    const { raw, meta } = uploaded(call)
    const stored = await mailboxes.store(call.who.email, raw, 'drafts', meta.message?.threadId)
    drafts.set(`r-${stored.id}`, { stored, asked: meta.message?.threadId })
    return { status: 200, json: { id: `r-${stored.id}`, message: { id: stored.id, threadId: stored.threadId } } }
  }

  async function sendDraft({ body, who }: Call): Promise<Answer> {
    const { id } = JSON.parse(body.toString())
    const draft = drafts.get(id)
    if (!draft) return GONE
    drafts.delete(id)
    mailboxes.box(who.email).delete(draft.stored.id)
    return leave(who.email, draft.stored.raw, draft.asked)
  }

  function list({ url, who }: Call): Answer {
    const query = url.searchParams.get('q') ?? ''
    const labels = url.searchParams.getAll('labelIds')
    const id = /rfc822msgid:(\S+)/i.exec(query)?.[1]?.replaceAll(/[<>]/g, '')
    const found = [...mailboxes.box(who.email).values()]
      .filter((one) => id === undefined || one.mail.messageId === `<${id}>`)
      .filter((one) => labels.every((label) => labelsOf(one).includes(label)))
      .filter((one) => !/in:sent/.test(query) || one.folder === 'sent')
      .filter((one) => !/in:inbox/.test(query) || one.folder === 'inbox')
      .map((one) => ({ id: one.id, threadId: one.threadId }))
    return { status: 200, json: { ...(found.length > 0 && { messages: found }), resultSizeEstimate: found.length } }
  }

  function history({ url, who }: Call): Answer {
    const start = Number(url.searchParams.get('startHistoryId')) - 1
    const fresh = mailboxes.arrivals.slice(start).flatMap((id) => mailboxes.box(who.email).get(id) ?? [])
    const rows = fresh.map((one, index) => {
      const message = { id: one.id, threadId: one.threadId, labelIds: labelsOf(one) }
      return { id: String(start + index + 2), messages: [message], messagesAdded: [{ message }] }
    })
    const json = { ...(rows.length > 0 && { history: rows }), historyId: String(mailboxes.arrivals.length + 1) }
    return { status: 200, json }
  }

  const profile = ({ who }: Call) => ({
    status: 200,
    json: {
      emailAddress: who.email,
      messagesTotal: 1,
      threadsTotal: 1,
      historyId: String(mailboxes.arrivals.length + 1),
    },
  })
  const get = ({ who, parts, url }: Call) => {
    const stored = mailboxes.box(who.email).get(parts[0] ?? '')
    const named = url.searchParams.getAll('metadataHeaders').map((name) => name.toLowerCase())
    return stored ? { status: 200, json: resource(stored, url.searchParams.get('format') ?? 'full', named) } : GONE
  }
  const modify = ({ who, parts, body }: Call) => {
    const stored = mailboxes.box(who.email).get(parts[0] ?? '')
    if (!stored) return GONE
    const { removeLabelIds = [] } = JSON.parse(body.toString())
    if (removeLabelIds.includes('INBOX')) stored.folder = 'archive'
    if (removeLabelIds.includes('UNREAD')) stored.isRead = true
    return { status: 200, json: { id: stored.id, threadId: stored.threadId, labelIds: labelsOf(stored) } }
  }
  const userInfo = ({ who }: Call) => ({
    status: 200,
    json: { sub: who.email, email: who.email, email_verified: true, name: who.email.split('@')[0] },
  })
  const addresses = ({ who }: Call) => ({
    status: 200,
    json: { sendAs: [{ sendAsEmail: who.email, displayName: '', isPrimary: true, isDefault: true }] },
  })
  const send = (call: Call) => {
    const { raw, meta } = uploaded(call)
    return leave(call.who.email, raw, meta.threadId)
  }
  const getDraft = ({ parts }: Call) => {
    const draft = drafts.get(parts[0] ?? '')?.stored
    return draft ? { status: 200, json: { id: parts[0], message: { id: draft.id, threadId: draft.threadId } } } : GONE
  }

  const provider = await startProvider(
    {
      authorize: /^\/o\/oauth2\/v2\/auth$/,
      token: /^\/token$/,
      keys: /^\/oauth2\/v[13]\/certs$/,
      issuer: () => 'https://accounts.google.com',
      claims: () => ({ email_verified: true }),
      extra: () => ({}),
    },
    [
      ['GET', /^\/(?:v1\/userinfo|oauth2\/v3\/userinfo)$/, userInfo],
      ['GET', /^\/gmail\/v1\/users\/me\/profile$/, sends(profile)],
      ['GET', /^\/gmail\/v1\/users\/me\/settings\/sendAs$/, reads(addresses)],
      ['POST', /^(?:\/upload)?\/gmail\/v1\/users\/me\/messages\/send$/, sends(send)],
      ['POST', /^(?:\/upload)?\/gmail\/v1\/users\/me\/drafts$/, composes(createDraft)],
      ['POST', /^\/gmail\/v1\/users\/me\/drafts\/send$/, composes(sendDraft)],
      ['GET', /^\/gmail\/v1\/users\/me\/drafts\/([\w-]+)$/, composes(getDraft)],
      ['GET', /^\/gmail\/v1\/users\/me\/messages$/, reads(list)],
      ['GET', /^\/gmail\/v1\/users\/me\/history$/, reads(history)],
      ['POST', /^\/gmail\/v1\/users\/me\/messages\/(\w+)\/modify$/, reads(modify)],
      ['GET', /^\/gmail\/v1\/users\/me\/messages\/(\w+)$/, reads(get)],
    ],
    refusal(401, 'authError'),
  )
  return Object.assign(provider, { mailboxes })
}
