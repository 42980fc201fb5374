import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { connectGmail, connectGraph, folderOf, graphMail, mimeMail, newSandbox, orderFault } from './test-clients.ts'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
afterEach(() => sandbox.drop())

const inboxOf = async (vendor: string, email: string, atLeast: number) =>
  vi.waitFor(
    async () => {
      const inbox = await folderOf(sandbox.url, vendor, email, 'inbox')
      expect(inbox.length).toBeGreaterThanOrEqual(atLeast)
      return inbox
    },
    { timeout: 20_000 },
  )

const mimeOf = async (id: string) =>
  (await fetch(`${sandbox.url}/sandbox/messages/${encodeURIComponent(id)}/mime`)).text()

test('the sandbox bounces email to an address that asks for it, with a report that names the address and the message', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('bounce.one@y.test') } })
  const [sent] = await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test')
  const [report] = await inboxOf('microsoft', 'ada@contoso.test', 1)
  expect(report!.subject).toBe('Undeliverable: Hello Ada')
  const mail = await PostalMime.parse(await mimeOf(report!.id))
  const type = mail.headers.find(({ key }) => key === 'content-type')
  expect(type?.value).toMatch(/^multipart\/report;.*report-type="?delivery-status\b/)
  expect(mail.inReplyTo).toBe(sent!.internetMessageId)
  const text = (await mimeOf(report!.id)).replace(/\r\n /g, ' ')
  expect(text).toContain('Final-Recipient: rfc822; bounce.one@y.test')
  expect(text).toContain('Status: 5.1.1')
  expect(text).toContain(`${sent!.internetMessageId}\r\nDate:`)
})

test("the sandbox's Graph delta returns messages since its link, page by page, and starts over when told to", async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  interface Delta {
    value: { id: string; subject: string; internetMessageHeaders: { name: string; value: string }[] }[]
    '@odata.nextLink'?: string
    '@odata.deltaLink'?: string
  }
  const read = async (url: string, headers = {}) => (await (await graph(url, { headers })).json()) as Delta
  const start = 'me/mailFolders/inbox/messages/delta?changeType=created&$select=subject,internetMessageHeaders'
  const empty = await read(start)
  expect(empty.value).toEqual([])
  for (const to of ['bounce1@y.test', 'bounce2@y.test', 'reply@y.test']) {
    await graph('me/sendMail', { method: 'POST', json: { message: graphMail(to) } })
  }
  await inboxOf('microsoft', 'ada@contoso.test', 3)
  const first = await read(empty['@odata.deltaLink']!, { Prefer: 'odata.maxpagesize=2' })
  expect(first.value).toHaveLength(2)
  const second = await read(first['@odata.nextLink']!)
  expect([...first.value, ...second.value].map(({ subject }) => subject).toSorted()).toEqual([
    'Re: Hello Ada',
    'Undeliverable: Hello Ada',
    'Undeliverable: Hello Ada',
  ])
  expect(first.value[0]!.internetMessageHeaders.map(({ name }) => name)).toContain('X-Failed-Recipients')
  expect((await read(second['@odata.deltaLink']!)).value).toEqual([])
  await orderFault(sandbox.url, { kind: 'resync' })
  const stale = await graph(second['@odata.deltaLink']!)
  expect([stale.status, await stale.json()]).toMatchObject([410, { error: { code: 'resyncRequired' } }])
  const unknown = await graph('me/mailFolders/inbox/messages/delta?$deltatoken=rubbish')
  expect([unknown.status, await unknown.json()]).toMatchObject([410, { error: { code: 'syncStateNotFound' } }])
})

test("the sandbox's Graph delta can begin at a given time, and accepts no other filter", async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('bounce@y.test') } })
  await inboxOf('microsoft', 'ada@contoso.test', 1)
  const delta = async (filter: string) => {
    const response = await graph(`me/mailFolders/inbox/messages/delta?$filter=${encodeURIComponent(filter)}`)
    return { status: response.status, body: (await response.json()) as { value: object[]; '@odata.deltaLink': string } }
  }
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)].map((at) => at.toISOString())
  expect((await delta(`receivedDateTime ge ${past}`)).body.value).toHaveLength(1)
  const empty = await delta(`receivedDateTime ge ${future}`)
  expect(empty.body.value).toEqual([])
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('bounce@y.test') } })
  await inboxOf('microsoft', 'ada@contoso.test', 2)
  const later = (await (await graph(empty.body['@odata.deltaLink'])).json()) as { value: object[] }
  expect(later.value).toEqual([])
  expect((await delta(`subject eq 'x'`)).status).toBe(400)
})

test('the sandbox replies automatically for an absent recipient, and reports a slow email as delayed', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  const message = graphMail('away@y.test', { ccRecipients: [{ emailAddress: { address: 'delay@y.test' } }] })
  await graph('me/sendMail', { method: 'POST', json: { message } })
  const inbox = await inboxOf('microsoft', 'ada@contoso.test', 2)
  const mails = await Promise.all(inbox.map(({ id }) => mimeOf(id)))
  const note = mails.find((mail) => mail.includes('Subject: Automatic reply: Hello Ada'))
  expect(note).toContain('Auto-Submitted: auto-replied')
  const notice = mails.find((mail) => mail.includes('(Delay)'))
  expect(notice).toContain('Action: delayed')
  expect(notice).toContain('Status: 4.4.1')
})

test("the sandbox's Gmail joins a bounce report and a reply to the thread of the original", async () => {
  sandbox = await newSandbox()
  const gmail = await connectGmail(sandbox.url)
  const requestBody = { raw: mimeMail('bounce@y.test, reply@y.test').toString('base64url') }
  const { data: sent } = await gmail.users.messages.send({ userId: 'me', requestBody })
  await inboxOf('google', 'maria@studio-sol.test', 2)
  const { data } = await gmail.users.messages.list({ userId: 'me', q: 'in:inbox' })
  expect(data.messages?.map(({ threadId }) => threadId)).toEqual([sent.threadId, sent.threadId])
  const { data: bounced } = await gmail.users.messages.list({ userId: 'me', q: 'from:mailer-daemon@googlemail.com' })
  const { data: report } = await gmail.users.messages.get({ userId: 'me', id: bounced.messages![0]!.id! })
  expect(report.payload).toMatchObject({
    mimeType: 'multipart/report',
    parts: [{ mimeType: 'text/plain' }, { mimeType: 'message/delivery-status' }, { mimeType: 'text/rfc822-headers' }],
  })
  expect(report.payload?.headers).toContainEqual({ name: 'X-Failed-Recipients', value: 'bounce@y.test' })
})

test('the sandbox delivers email to its own mailboxes, without Bcc', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  const message = graphMail('grace@contoso.test', { bccRecipients: [{ emailAddress: { address: 'secret@y.test' } }] })
  await graph('me/sendMail', { method: 'POST', json: { message } })
  const [arrived] = await inboxOf('microsoft', 'grace@contoso.test', 1)
  expect(await mimeOf(arrived!.id)).not.toContain('secret@y.test')
})

test('the sandbox keeps deliveries that wait over a restart', async () => {
  sandbox = await newSandbox({ returnMailMs: 3_600_000 })
  const graph = await connectGraph(sandbox.url)
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('bounce@y.test') } })
  await sandbox.close()
  sandbox = await newSandbox({ dataDir: sandbox.dataDir, clock: () => Date.now() + 3_600_001 })
  expect(await inboxOf('microsoft', 'ada@contoso.test', 1)).toHaveLength(1)
})

describe('POST /mailboxes/{address}/inbox', () => {
  const post = (address: string, body: string, type = 'message/rfc822') =>
    fetch(`${sandbox.url}/mailboxes/${encodeURIComponent(address)}/inbox`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
  const note = (more = '') => `From: MAILER-DAEMON <>\nSubject: =?utf-8?Q?Zur=C3=BCck?=\n${more}\nGone.\n`

  it('delivers the bytes to the mailbox of that address at both providers', async () => {
    sandbox = await newSandbox()
    const answer = await post('Demo@sandbox.mergewell.test', note())
    expect(answer.status).toBe(201)
    const { messages } = (await answer.json()) as { messages: { vendor: string; id: string }[] }
    expect(messages.map(({ vendor }) => vendor).toSorted()).toEqual(['google', 'microsoft'])
    for (const { vendor, id } of messages) {
      const [arrived] = await folderOf(sandbox.url, vendor, 'demo@sandbox.mergewell.test', 'inbox')
      expect(arrived).toMatchObject({ id, subject: 'Zurück', from: { name: 'MAILER-DAEMON', address: '' } })
      expect(await mimeOf(id)).toBe(note())
    }
  })

  it('puts a message into the conversation of the email that it names', async () => {
    sandbox = await newSandbox()
    const graph = await connectGraph(sandbox.url)
    await graph('me/sendMail', { method: 'POST', json: { message: graphMail('someone@y.test') } })
    const [sent] = await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test')
    const read = async (folder: string) =>
      (
        (await (await graph(`me/mailFolders/${folder}/messages?$select=conversationId`)).json()) as {
          value: { conversationId: string }[]
        }
      ).value[0]
    await post('ada@contoso.test', note(`In-Reply-To: ${sent!.internetMessageId}\n`))
    expect(await read('inbox')).toEqual({
      ...(await read('inbox')),
      conversationId: (await read('sentitems'))!.conversationId,
    })
  })

  it.each([
    ['nobody@contoso.test', note(), 'message/rfc822', 404],
    ['ada@contoso.test', '{}', 'application/json', 415],
    ['ada@contoso.test', 'just words', 'message/rfc822', 400],
  ])('refuses a message to %s when it cannot be delivered', async (address, body, type, status) => {
    sandbox = await newSandbox()
    const answer = await post(address, body, type)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) })
  })
})
