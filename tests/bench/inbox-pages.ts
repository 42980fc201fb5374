/**
 * The inbox of the null provider: delta pages of Graph, and lists and messages of Gmail, made of one ordinary message each.
 * Every fiftieth message answers another, so that its text is asked for too. A place in the list whose name begins with `lost`
 * is refused; one that begins with `stuck`
 * leads to the first page again and again, each time under a new name.
 */

const PAGE = 50
const ME = '/gmail/v1/users/me'
const DELTA = '/v1.0/me/mailFolders/inbox/messages/delta'

/** Number of calls since the last question, and the number of messages. */
const inbox = { messages: 0, calls: 0 }

const HOPS = Array.from({ length: 6 }, (_, hop) => ({
  name: 'Received',
  value: `from mx${hop}.news.example (192.0.2.${hop}) by mx${hop + 1}.reader.example with ESMTPS (TLS1_3, cipher AES256) id h${hop}; Fri, 2 Jan 2026 09:00:0${hop} +0000`,
}))

const headersOf = (from: string) => [
  { name: 'From', value: `Newsroom <${from}>` },
  { name: 'To', value: 'Robin Hale <robin@reader.example>' },
  { name: 'Subject', value: 'The harbor this week, and what stays (#id#)' },
  { name: 'Content-Type', value: 'multipart/alternative; boundary="b1_6f1a"' },
  { name: 'List-Unsubscribe', value: '<https://news.example/u/1>' },
  { name: 'Return-Path', value: `bounces+1@${from.split('@')[1]}` },
  { name: 'X-Mailer', value: 'Letterpress 4.2' },
]

/** Exchange adds some twenty headers of its own to each message. */
const EXCHANGE = Array.from({ length: 20 }, (_, n) => ({
  name: `X-MS-Exchange-Organization-Note${n}`,
  value: `v=${n}; note=${'abcdef0123456789'.repeat(1 + (n % 8))}`,
}))

const ANSWERS = { name: 'In-Reply-To', value: '<earlier@reader.example>' }
const isAnswer = (n: number) => n % PAGE === 0

/** Returns the text of a message before and after its id. */
const around = (message: object): string[] => JSON.stringify(message).split('#id#')

const atGraph = (answers: boolean) =>
  around({
    '@odata.type': '#microsoft.graph.message',
    id: '#id#',
    subject: 'The harbor this week, and what stays (#id#)',
    from: { emailAddress: { name: 'Newsroom', address: 'news@news.example' } },
    receivedDateTime: '2026-01-02T09:00:00Z',
    conversationId: 'AAQkAGI2',
    internetMessageHeaders: [...HOPS, ...headersOf('news@news.example'), ...(answers ? [ANSWERS] : []), ...EXCHANGE],
  })
const atGmail = (answers: boolean) =>
  around({
    id: '#id#',
    threadId: 't1',
    labelIds: ['INBOX'],
    snippet: 'Three authors read from new books, there is soup, and the till stays closed.',
    sizeEstimate: 24_000,
    internalDate: '1767344400000',
    payload: {
      mimeType: 'multipart/alternative',
      headers: [...headersOf('news@news.example'), ...(answers ? [ANSWERS] : [])],
    },
  })
const GRAPH = [atGraph(false), atGraph(true)] as const
const GMAIL = [atGmail(false), atGmail(true)] as const
const filled = (texts: readonly [string[], string[]], n: number) => texts[isAnswer(n) ? 1 : 0].join(`m${n}`)

/** The answer to a call about the inbox; null if it is about something else. */
export function inboxAnswer(url: URL): { status: number; body: string } | null {
  const { pathname: path, searchParams: query } = url
  const asked = answerTo(path, query, url.origin)
  if (asked && path !== '/inbox') inbox.calls += 1
  return asked
}

function answerTo(path: string, query: URLSearchParams, origin: string): { status: number; body: string } | null {
  if (path === '/inbox') {
    const body = JSON.stringify(inbox)
    Object.assign(inbox, { messages: Number(query.get('messages') ?? inbox.messages), calls: 0 })
    return { status: 200, body }
  }
  if (path === DELTA) return deltaPage(query.get('$skiptoken') ?? query.get('$deltatoken') ?? '0', origin)
  if (path === `${ME}/profile`) return { status: 200, body: '{"historyId":"1000"}' }
  if (path === `${ME}/history`) return historyPage(query)
  if (path === `${ME}/messages`) return listPage(Number(query.get('pageToken') ?? 0))
  if (path.startsWith(`${ME}/messages/`) && query.has('format')) {
    return { status: 200, body: filled(GMAIL, Number(path.slice(path.lastIndexOf('/') + 2))) }
  }
  if (path.startsWith('/v1.0/me/messages/') && query.get('$select') === 'bodyPreview') {
    return { status: 200, body: '{"id":"m","bodyPreview":"Thank you, we will be there with two friends."}' }
  }
  return null
}

function deltaPage(token: string, origin: string) {
  if (token.startsWith('lost')) return { status: 410, body: '{"error":{"code":"syncStateNotFound","message":"Gone"}}' }
  const isStuck = token.startsWith('stuck')
  const from = isStuck ? 0 : Number(token)
  const to = Math.min(inbox.messages, from + PAGE)
  const value = Array.from({ length: Math.max(0, to - from) }, (_, n) => filled(GRAPH, from + n)).join(',')
  const link = isStuck || to < inbox.messages ? 'nextLink":' : 'deltaLink":'
  const next = isStuck ? `stuck${Number(token.slice(5)) + 1}` : String(to)
  const where = JSON.stringify(`${origin}${DELTA}?$skiptoken=${next}`)
  return { status: 200, body: `{"value":[${value}],"@odata.${link}${where}}` }
}

function listPage(from: number) {
  const to = Math.min(inbox.messages, from + PAGE)
  const messages = Array.from({ length: Math.max(0, to - from) }, (_, n) => ({ id: `m${from + n}`, threadId: 't1' }))
  return { status: 200, body: JSON.stringify({ messages, ...(to < inbox.messages && { nextPageToken: String(to) }) }) }
}

function historyPage(query: URLSearchParams) {
  const place = query.get('startHistoryId') ?? ''
  if (!place.startsWith('9'))
    return { status: 404, body: '{"error":{"code":404,"message":"Requested entity was not found."}}' }
  const history = [{ messagesAdded: Array.from({ length: PAGE }, (_, n) => ({ message: { id: `m${n}` } })) }]
  const nextPageToken = String(Number(query.get('pageToken') ?? 0) + 1)
  return { status: 200, body: JSON.stringify({ history, historyId: place, nextPageToken }) }
}
