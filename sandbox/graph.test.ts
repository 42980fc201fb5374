import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import {
  codeOf,
  connectGraph,
  folderOf,
  type Graph,
  graphMail,
  mimeMail,
  newSandbox,
  orderFault,
} from './test-clients.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const ADA = 'ada@contoso.test'
const IMMUTABLE = { Prefer: 'IdType="ImmutableId"' }

let sandbox: Awaited<ReturnType<typeof newSandbox>>
let graph: Graph
let now = 1_800_000_000_000

beforeEach(async () => {
  now = 1_800_000_000_000
  sandbox = await newSandbox({ clock: () => now })
  graph = await connectGraph(sandbox.url)
})
afterEach(() => sandbox.drop())

interface Message {
  id: string
  isDraft: boolean
  internetMessageId: string
  subject: string
}

const json = async <T = Message>(response: Response): Promise<T> => (await response.json()) as T
const sent = () => folderOf(sandbox.url, 'microsoft', ADA)
const sourceOf = async (id: string, form = 'raw') =>
  Buffer.from(await (await fetch(`${sandbox.url}/sandbox/messages/${encodeURIComponent(id)}/${form}`)).arrayBuffer())
const send = (message: unknown, more: object = {}) =>
  graph('me/sendMail', { method: 'POST', json: { message, ...more } })
const draft = async (message = graphMail('x@y.test'), headers: Record<string, string> = IMMUTABLE) =>
  json(await graph('me/messages', { method: 'POST', json: message, headers }))
const sendMime = (body: string) =>
  graph('me/sendMail', { method: 'POST', body, headers: { 'Content-Type': 'text/plain' } })
const withXHeaders = (...names: string[]) =>
  graphMail('x@y.test', { internetMessageHeaders: names.map((name) => ({ name, value: '1' })) })
const path = (id: string, rest = '') => `me/messages/${encodeURIComponent(id)}${rest}`

test("the sandbox's Graph answers sendMail with 202 without a body, and stores the email in Sent Items with its own Message-ID", async () => {
  const answer = await send(graphMail('x@y.test'))
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  const [message] = await sent()
  expect(message).toMatchObject({ subject: 'Hello Ada', to: [{ address: 'x@y.test' }], via: 'send' })
  const filter = encodeURIComponent(`internetMessageId eq '${message!.internetMessageId}'`)
  const found = await json<{ value: Message[] }>(
    await graph(`me/mailFolders/sentitems/messages?$filter=${filter}&$select=id`),
  )
  expect(found.value).toHaveLength(1)
})

test("the sandbox's Graph accepts MIME in base64 too, and assigns a new Message-ID", async () => {
  const mail = Buffer.from(
    mimeMail('x@y.test', ['Message-ID: <mine@mergewell.test>'])
      .toString()
      .replace(/^From.*\r\n/, ''),
  )
  expect((await sendMime(mail.toString('base64'))).status).toBe(202)
  const [message] = await sent()
  const stored = await PostalMime.parse(await sourceOf(message!.id))
  expect(stored.messageId).toBe(message!.internetMessageId)
  expect(message!.internetMessageId).toContain('prod.outlook.com')
  expect(await codeOf(await sendMime('not base64!'))).toBe('ErrorMimeContentInvalidBase64String')
})

test("the sandbox's Graph lists an email without a copy in Sent Items nowhere, but the sandbox shows it", async () => {
  await send(graphMail('x@y.test'), { saveToSentItems: false })
  expect((await json<{ value: unknown[] }>(await graph('me/mailFolders/sentitems/messages'))).value).toEqual([])
  expect(await sent()).toHaveLength(1)
})

test("the sandbox's Graph keeps the immutable id of a draft that is sent, which is then no longer a draft", async () => {
  const made = await draft()
  expect(made.isDraft).toBe(true)
  expect((await graph(path(made.id, '/send'), { method: 'POST' })).status).toBe(202)
  const after = await json(await graph(path(made.id, '?$select=isDraft,internetMessageId'), { headers: IMMUTABLE }))
  expect(after).toMatchObject({ id: made.id, isDraft: false })
  expect(after.internetMessageId).not.toBe(made.internetMessageId)
  expect(await sent()).toMatchObject([{ id: made.id, via: 'sendDraft' }])
})

test("the sandbox's Graph changes the id of a message that is sent without the Prefer header", async () => {
  const made = await draft(graphMail('x@y.test'), {})
  expect((await graph(path(made.id, '/send'), { method: 'POST' })).status).toBe(202)
  expect((await graph(path(made.id))).status).toBe(404)
})

test("the sandbox's Graph sends a draft once, and does not find a missing one", async () => {
  const made = await draft()
  await graph(path(made.id, '/send'), { method: 'POST' })
  expect((await graph(path(made.id, '/send'), { method: 'POST' })).status).toBe(409)
  const other = await draft()
  expect((await graph(path(other.id), { method: 'DELETE' })).status).toBe(204)
  const gone = await graph(path(other.id, '/send'), { method: 'POST' })
  expect([gone.status, await codeOf(gone)]).toEqual([404, 'ErrorItemNotFound'])
  expect(await sent()).toHaveLength(1)
})

test("the sandbox's Graph, with the lag fault, shows a sent draft as a draft for a while, and does not send it again", async () => {
  const made = await draft()
  await orderFault(sandbox.url, { kind: 'lag', ms: 4000 })
  await graph(path(made.id, '/send'), { method: 'POST' })
  expect((await json(await graph(path(made.id)))).isDraft).toBe(true)
  expect((await graph(path(made.id, '/send'), { method: 'POST' })).status).toBe(409)
  now += 4001
  expect((await json(await graph(path(made.id)))).isDraft).toBe(false)
})

test("the sandbox's Graph lets a draft be changed, its Message-ID included, whether submitted as JSON or MIME", async () => {
  const mime = mimeMail('x@y.test').toString('base64')
  const fromMime = await graph('me/messages', { method: 'POST', body: mime, headers: { 'Content-Type': 'text/plain' } })
  for (const { id } of [await draft(), await json(fromMime)]) {
    const patch = { subject: 'Changed', internetMessageId: '<set@mergewell.test>' }
    const changed = await json(await graph(path(id), { method: 'PATCH', json: patch }))
    expect(changed).toMatchObject({ ...patch, toRecipients: [{ emailAddress: { address: 'x@y.test' } }] })
  }
})

test("the sandbox's Graph returns the selected properties of a message, and headers only on request", async () => {
  const { id } = await draft(graphMail('x@y.test', { internetMessageHeaders: [{ name: 'X-Campaign', value: '7' }] }))
  const whole = await json<Record<string, unknown>>(await graph(path(id)))
  expect(whole).toMatchObject({ bodyPreview: 'Hello Ada', body: { contentType: 'html' }, hasAttachments: false })
  expect(whole).not.toHaveProperty('internetMessageHeaders')
  const some = await json<Record<string, unknown>>(await graph(path(id, '?$select=internetMessageHeaders')))
  expect(some.internetMessageHeaders).toContainEqual({ name: 'X-Campaign', value: '7' })
  expect(some).not.toHaveProperty('subject')
})

test("the sandbox's Graph filters, pages and orders lists, and rejects an unsupported filter", async () => {
  for (const subject of ["It's one", 'two', 'three']) await send(graphMail('x@y.test', { subject }))
  const subjects = async (query: string) => {
    const { value } = await json<{ value: Message[] }>(await graph(`me/messages?${query}`))
    return value.map((each) => each.subject)
  }
  expect(await subjects(`$filter=${encodeURIComponent("subject eq 'It''s one' and isDraft eq false")}`)).toEqual([
    "It's one",
  ])
  expect(await subjects('$orderby=receivedDateTime asc&$top=2')).toEqual(["It's one", 'two'])
  const first = await json<{ '@odata.nextLink': string }>(await graph('me/mailFolders/sentitems/messages?$top=2'))
  const rest = await json<{ value: Message[] }>(await graph(first['@odata.nextLink']))
  expect(rest.value.map((each) => each.subject)).toEqual(["It's one"])
  expect((await graph(`me/messages?$filter=${encodeURIComponent('size gt 5')}`)).status).toBe(400)
})

test("the sandbox's Graph accepts at most five custom headers, which must begin with x-", async () => {
  expect(await codeOf(await send(withXHeaders('List-Unsubscribe')))).toBe('InvalidInternetMessageHeader')
  expect(await codeOf(await send(withXHeaders('x-1', 'x-2', 'x-3', 'x-4', 'x-5', 'x-6')))).toBe(
    'InvalidInternetMessageHeaderCollection',
  )
  expect((await send(withXHeaders('x-1', 'X-2', 'x-3', 'x-4', 'x-5'))).status).toBe(202)
})

test("the sandbox's Graph writes a List-Unsubscribe property into the sent MIME, with body, headers and files", async () => {
  const file = { '@odata.type': '#microsoft.graph.fileAttachment', name: 'übersicht.txt', contentType: 'text/plain' }
  const message = graphMail('x@y.test', {
    internetMessageHeaders: [{ name: 'X-Campaign', value: '7' }],
    singleValueExtendedProperties: [{ id: 'String 0x1045', value: '<https://u.test/1>' }],
    attachments: [{ ...file, contentBytes: Buffer.from('Inhalt').toString('base64') }],
  })
  expect((await send(message)).status).toBe(202)
  const mail = await PostalMime.parse(await sourceOf((await sent())[0]!.id, 'mime'))
  expect(mail.headers.find(({ key }) => key === 'x-campaign')?.value).toBe('7')
  expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line).toBe(
    'List-Unsubscribe: <https://u.test/1>',
  )
  expect(mail.html).toContain('<b>Ada</b>')
  expect(
    mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()]),
  ).toEqual([['übersicht.txt', 'Inhalt']])
})

test("the sandbox's Graph rejects missing recipients, an invalid address, an unknown property and a foreign sender", async () => {
  expect(await codeOf(await send(graphMail('x@y.test', { toRecipients: [] })))).toBe('ErrorInvalidRecipients')
  expect(await codeOf(await send(graphMail('nobody')))).toBe('ErrorInvalidRecipients')
  expect(await codeOf(await send(graphMail('x@y.test', { color: 'red' })))).toBe('RequestBodyRead')
  const foreign = await send(graphMail('x@y.test', { from: { emailAddress: { address: 'boss@contoso.test' } } }))
  expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'ErrorSendAsDenied'])
  expect(await sent()).toEqual([])
})

test("the sandbox's Graph rejects a request above 4 MB with 413", async () => {
  const answer = await send(
    graphMail('x@y.test', { body: { contentType: 'HTML', content: 'x'.repeat(4 * 1024 * 1024) } }),
  )
  expect(answer.status).toBe(413)
})

test("the sandbox's Graph serves four concurrent requests of a mailbox", async () => {
  await orderFault(sandbox.url, { kind: 'hangAfter', count: 4 })
  const leaving = new AbortController()
  const post = (signal?: AbortSignal) =>
    graph('me/sendMail', { method: 'POST', json: { message: graphMail('x@y.test') }, ...(signal && { signal }) })
  const served = Array.from({ length: 4 }, () => post(leaving.signal).catch(() => 'left'))
  await eventually('four are served', async () => (await sent()).length === 4)
  for (const refused of await Promise.all([post(), post()])) {
    expect(refused.status).toBe(429)
    expect([await codeOf(refused), refused.headers.get('retry-after')]).toEqual(['ApplicationThrottled', '1'])
  }
  expect(await sent()).toHaveLength(4)
  leaving.abort()
  expect(await Promise.all(served)).toEqual(Array(4).fill('left'))
  await eventually('a place is free', async () => (await post()).status === 202)
})

itInFull(
  "the sandbox's Graph accepts an 8 MB file in parts, in order, without a token, and sends it with the draft",
  async () => {
    const content = Buffer.alloc(8 * 1024 * 1024, 'Mergewell ')
    const { id } = await draft()
    const session = (size: number) =>
      graph(path(id, '/attachments/createUploadSession'), {
        method: 'POST',
        json: { AttachmentItem: { attachmentType: 'file', name: 'big.bin', size } },
      })
    expect(await codeOf(await session(1000))).toBe('ErrorAttachmentSizeShouldNotBeLessThanMinimumSize')
    expect((await session(151 * 1024 * 1024)).status).toBe(413)
    const { uploadUrl } = await json<{ uploadUrl: string }>(await session(content.length))
    const put = (start: number, end: number, headers: Record<string, string> = {}) =>
      fetch(uploadUrl, {
        method: 'PUT',
        body: content.subarray(start, end),
        headers: { 'Content-Range': `bytes ${start}-${end - 1}/${content.length}`, ...headers },
      })
    const MB = 1024 * 1024
    expect((await put(0, 3 * MB, { Authorization: 'Bearer x' })).status).toBe(401)
    expect((await put(0, 5 * MB)).status).toBe(413)
    expect((await put(3 * MB, 6 * MB)).status).toBe(416)
    const first = await put(0, 3 * MB)
    expect([first.status, await first.json()]).toMatchObject([200, { nextExpectedRanges: [`${3 * MB}-`] }])
    expect((await put(3 * MB, 7 * MB)).status).toBe(200)
    const last = await put(7 * MB, 8 * MB)
    expect([last.status, await last.text(), last.headers.has('location')]).toEqual([201, '', true])
    expect((await put(7 * MB, 8 * MB)).status).toBe(404)
    expect((await graph(path(id, '/send'), { method: 'POST' })).status).toBe(202)
    const { attachments } = await PostalMime.parse(await sourceOf(id, 'mime'))
    expect(
      attachments.map(({ filename, content: got }) => [filename, Buffer.from(got as ArrayBuffer).equals(content)]),
    ).toEqual([['big.bin', true]])
  },
)

test("the sandbox's Graph rejects a file of 3 MB outside an upload session, and adds a smaller one", async () => {
  const { id } = await draft()
  const add = (size: number) => {
    const contentBytes = Buffer.alloc(size, 'x').toString('base64')
    const file = { '@odata.type': '#microsoft.graph.fileAttachment', name: 'a.bin', contentBytes }
    return graph(path(id, '/attachments'), { method: 'POST', json: file })
  }
  expect((await add(3 * 1024 * 1024)).status).toBe(413)
  expect((await add(2 * 1024 * 1024)).status).toBe(201)
  expect(await json<{ hasAttachments: boolean }>(await graph(path(id)))).toMatchObject({ hasAttachments: true })
})

itInFull("the sandbox's Graph does not send a message of more than 35 MB in total", async () => {
  const { id } = await draft()
  const size = 36 * 1024 * 1024
  const AttachmentItem = { attachmentType: 'file', name: 'huge.bin', size }
  const created = await graph(path(id, '/attachments/createUploadSession'), {
    method: 'POST',
    json: { AttachmentItem },
  })
  const { uploadUrl } = await json<{ uploadUrl: string }>(created)
  const part = 4 * 1024 * 1024
  for (let start = 0; start < size; start += part) {
    const headers = { 'Content-Range': `bytes ${start}-${start + part - 1}/${size}` }
    await fetch(uploadUrl, { method: 'PUT', body: Buffer.alloc(part), headers })
  }
  expect(await codeOf(await graph(path(id, '/send'), { method: 'POST' }))).toBe('ErrorMessageSizeExceeded')
})

test("the sandbox's Graph lets an app with permission to send only send, but not read or draft", async () => {
  const only = await connectGraph(sandbox.url, 'grace@contoso.test', ['User.Read', 'Mail.Send'])
  expect((await only('me/sendMail', { method: 'POST', json: { message: graphMail('x@y.test') } })).status).toBe(202)
  expect((await only('me/messages', { method: 'POST', json: graphMail('x@y.test') })).status).toBe(403)
  expect((await only('me/mailFolders/sentitems/messages')).status).toBe(403)
})

test("the sandbox's Graph does not show another mailbox's messages", async () => {
  const { id } = await draft()
  const other = await connectGraph(sandbox.url, 'grace@contoso.test')
  expect((await other(path(id))).status).toBe(404)
  expect((await other(path(id, '/send'), { method: 'POST' })).status).toBe(404)
  expect((await other(path(id), { method: 'DELETE' })).status).toBe(404)
})

test("the sandbox's Graph rejects a missing token, an invalid one and a wrong path", async () => {
  expect((await fetch(`${sandbox.url}/v1.0/me`)).status).toBe(401)
  expect((await fetch(`${sandbox.url}/v1.0/me`, { headers: { Authorization: 'Bearer x' } })).status).toBe(401)
  expect((await graph('me/mailFolders/nowhere/messages')).status).toBe(404)
})
