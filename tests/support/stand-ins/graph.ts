import { Mailboxes, type Folder, type StoredMail } from './mailbox.ts'
import { startProvider, type Answer, type Call, type Provider, type Route } from './provider-server.ts'

/**
 * A small Microsoft: sign-in (Microsoft identity platform v2.0) and the mail part of Graph v1.0 that a program needs to
 * send, read and file email, written from Microsoft’s public reference.
 */
export interface GraphStandIn extends Provider {
  mailboxes: Mailboxes
}

const TENANT = '7d4f1c52-90ab-4b1c-9a35-6f2b31c0aa11'
const FOLDERS: Record<string, Folder> = { inbox: 'inbox', sentitems: 'sent', drafts: 'drafts', archive: 'archive' }

const refusal = (status: number, code: string): Answer => ({ status, json: { error: { code, message: code } } })
const GONE = refusal(404, 'ErrorItemNotFound')

const recipient = (one?: { name?: string; address?: string }) => ({
  emailAddress: { name: one?.name ?? '', address: one?.address ?? '' },
})

/** A message with the properties that $select names, and always its id. */
function resource(stored: StoredMail, select: string | null): object {
  const { mail } = stored
  const whole: Record<string, unknown> = {
    subject: mail.subject ?? '',
    internetMessageId: mail.messageId ?? '',
    conversationId: stored.threadId,
    isDraft: stored.folder === 'drafts',
    isRead: stored.isRead,
    parentFolderId: stored.folder,
    receivedDateTime: stored.receivedAt.toISOString().replace(/\.\d+/, ''),
    sentDateTime: stored.receivedAt.toISOString().replace(/\.\d+/, ''),
    createdDateTime: stored.receivedAt.toISOString().replace(/\.\d+/, ''),
    from: recipient(mail.from),
    sender: recipient(mail.from),
    toRecipients: (mail.to ?? []).map(recipient),
    ccRecipients: (mail.cc ?? []).map(recipient),
    replyTo: (mail.replyTo ?? []).map(recipient),
    bodyPreview: (mail.text ?? '').slice(0, 255),
    body: mail.html ? { contentType: 'html', content: mail.html } : { contentType: 'text', content: mail.text ?? '' },
    hasAttachments: mail.attachments.length > 0,
    webLink: `https://outlook.office365.com/owa/?ItemID=${stored.id}`,
  }
  const headers = () => mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value }))
  const named = select?.split(',').map((name) => name.trim()) ?? Object.keys(whole)
  const values = named.map((name) => [name, name === 'internetMessageHeaders' ? headers() : whole[name]])
  return { ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), id: stored.id }
}

/** MIME of a message in JSON, with what a program may set in it. */
function mimeOf(message: any, from: string): string {
  const people = (list: any[] = []) => list.map(({ emailAddress: { name, address } }) => `"${name ?? ''}" <${address}>`)
  const own = (message.internetMessageHeaders ?? []).map(({ name, value }: any) => `${name}: ${value}`)
  const properties = message.singleValueExtendedProperties ?? []
  const listed = properties.filter(({ id }: any) => id === 'String 0x1045')
  const lines = [
    `From: ${from}`,
    `To: ${people(message.toRecipients).join(', ')}`,
    ...(message.replyTo?.length ? [`Reply-To: ${people(message.replyTo).join(', ')}`] : []),
    `Subject: ${message.subject}`,
    `Message-ID: ${message.internetMessageId ?? `<${crypto.randomUUID()}@prod.outlook.test>`}`,
    ...listed.map(({ value }: any) => `List-Unsubscribe: ${value}`),
    ...own,
    `Content-Type: text/${message.body?.contentType?.toLowerCase() === 'html' ? 'html' : 'plain'}; charset=utf-8`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${message.body?.content ?? ''}`
}

const tokenAnswer = (email: string) => ({
  client_info: Buffer.from(JSON.stringify({ uid: email, utid: TENANT })).toString('base64url'),
  ext_expires_in: 3599,
})

export async function startGraph(): Promise<GraphStandIn> {
  const mailboxes = new Mailboxes()
  const find = ({ who, parts }: Call) => mailboxes.box(who.email).get(parts.at(-1) ?? '')
  const select = ({ url }: Call) => url.searchParams.get('$select')
  const raw = (call: Call) =>
    call.request.headers['content-type']?.startsWith('text/plain')
      ? Buffer.from(call.body.toString(), 'base64').toString()
      : null
  /** Refuses a request whose token lacks the permission. */
  const needs =
    (scope: RegExp, answer: Route[2]): Route[2] =>
    (call) =>
      call.who.scopes.some((one) => scope.test(one)) ? answer(call) : refusal(403, 'ErrorAccessDenied')
  const reads = (answer: Route[2]) => needs(/Mail\.Read/, answer)
  const writes = (answer: Route[2]) => needs(/Mail\.ReadWrite/, answer)
  const withFound = (answer: (stored: StoredMail, call: Call) => Answer | Promise<Answer>) => (call: Call) => {
    const stored = find(call)
    return stored ? answer(stored, call) : GONE
  }

  function delta({ url, who }: Call): Answer {
    const since = Number(url.searchParams.get('$deltatoken') ?? 0)
    const named = url.searchParams.get('$select') ?? url.searchParams.get('select')
    const from = /receivedDateTime ge (\S+)/.exec(url.searchParams.get('$filter') ?? '')?.[1]
    const fresh = mailboxes.arrivals.slice(since).map((id) => mailboxes.box(who.email).get(id))
    const value = fresh
      .filter((one) => one?.folder === 'inbox' && (!from || one.receivedAt >= new Date(from)))
      .map((one) => resource(one as StoredMail, named))
    const next = new URL(`${url.pathname}?$deltatoken=${mailboxes.arrivals.length}`, provider.url)
    if (named) next.searchParams.set('select', named)
    return { status: 200, json: { '@odata.context': 'messages', value, '@odata.deltaLink': next.href } }
  }

  function listFolder({ url, who, parts }: Call): Answer {
    const filter = url.searchParams.get('$filter') ?? ''
    const id = /internetMessageId eq '(.*?)'/.exec(filter)?.[1]
    const from = /DateTime g[et] (\S+)/.exec(filter)?.[1]
    const folder = parts[0] === undefined ? null : FOLDERS[parts[0].toLowerCase()]
    const value = [...mailboxes.box(who.email).values()]
      .filter((one) => folder === null || one.folder === folder)
      .filter((one) => (id === undefined || one.mail.messageId === id) && (!from || one.receivedAt >= new Date(from)))
      .map((one) => resource(one, url.searchParams.get('$select')))
    return { status: 200, json: { '@odata.context': 'messages', value } }
  }

  async function create(call: Call): Promise<Answer> {
    const mime = raw(call) ?? mimeOf(JSON.parse(call.body.toString()), call.who.email)
    return { status: 201, json: resource(await mailboxes.store(call.who.email, mime, 'drafts'), null) }
  }

  async function sendMail(call: Call): Promise<Answer> {
    const mime = raw(call) ?? mimeOf(JSON.parse(call.body.toString()).message, call.who.email)
    mailboxes.leave(call.who.email, await mailboxes.store(call.who.email, mime, 'sent'))
    return { status: 202, text: '' }
  }

  const send = withFound((stored, { who }) => {
    if (stored.folder !== 'drafts') return GONE
    mailboxes.leave(who.email, stored)
    return { status: 202, text: '' }
  })
  const move = withFound((stored, { body }) => {
    stored.folder = FOLDERS[JSON.parse(body.toString()).destinationId.toLowerCase()] ?? stored.folder
    return { status: 201, json: resource(stored, null) }
  })
  const update = withFound((stored, { body }) => {
    stored.isRead = JSON.parse(body.toString()).isRead ?? stored.isRead
    return { status: 200, json: resource(stored, null) }
  })
  const me = ({ who: { email } }: Call) => ({
    status: 200,
    json: { id: email, displayName: email.split('@')[0], mail: email, userPrincipalName: email },
  })

  const provider = await startProvider(
    {
      authorize: /^\/[\w-]+\/oauth2\/v2\.0\/authorize$/,
      token: /^\/[\w-]+\/oauth2\/v2\.0\/token$/,
      keys: /^\/[\w-]+\/discovery\/v2\.0\/keys$/,
      issuer: (url) => `${url}/${TENANT}/v2.0`,
      claims: (email) => ({ oid: email, tid: TENANT, preferred_username: email, ver: '2.0' }),
      extra: tokenAnswer,
    },
    [
      ['GET', /^\/v1\.0\/me$/, me],
      ['POST', /^\/v1\.0\/me\/sendMail$/, needs(/Mail\.Send/, sendMail)],
      ['POST', /^\/v1\.0\/me\/messages$/, writes(create)],
      ['GET', /^\/v1\.0\/me\/messages$/, reads(listFolder)],
      ['GET', /^\/v1\.0\/me\/mailFolders\/inbox\/messages\/delta(?:\(\))?$/, reads(delta)],
      ['GET', /^\/v1\.0\/me\/mailFolders\/(\w+)\/messages$/, reads(listFolder)],
      ['POST', /^\/v1\.0\/me\/messages\/(\w+)\/send$/, needs(/Mail\.Send/, send)],
      ['POST', /^\/v1\.0\/me\/messages\/(\w+)\/move$/, writes(move)],
      ['PATCH', /^\/v1\.0\/me\/messages\/(\w+)$/, writes(update)],
      ['GET', /^\/v1\.0\/me\/messages\/(\w+)\/\$value$/, reads(withFound((one) => ({ status: 200, text: one.raw })))],
      [
        'GET',
        /^\/v1\.0\/me\/messages\/(\w+)$/,
        reads(withFound((one, call) => ({ status: 200, json: resource(one, select(call)) }))),
      ],
    ],
    refusal(401, 'InvalidAuthenticationToken'),
  )
  return Object.assign(provider, { mailboxes })
}
