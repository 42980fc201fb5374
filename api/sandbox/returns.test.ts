import { simpleParser } from 'mailparser'
import { afterEach, expect, test, vi } from 'vitest'
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

test('an address that asks for it bounces: a non-delivery report names it and the message', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('bounce.one@y.test') } })
  const [sent] = await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test')
  const [report] = await inboxOf('microsoft', 'ada@contoso.test', 1)
  expect(report!.subject).toBe('Undeliverable: Hello Ada')
  const mail = await simpleParser(await mimeOf(report!.id))
  expect(mail.headers.get('content-type')).toMatchObject({
    value: 'multipart/report',
    params: { 'report-type': 'delivery-status' },
  })
  expect(mail.headers.get('in-reply-to')).toBe(sent!.internetMessageId)
  const text = (await mimeOf(report!.id)).replace(/\r\n /g, ' ')
  expect(text).toContain('Final-Recipient: rfc822; bounce.one@y.test')
  expect(text).toContain('Status: 5.1.1')
  expect(text).toContain(`${sent!.internetMessageId}\r\nDate:`)
})

test('delta returns messages since its link, page by page, and starts over when told to', async () => {
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

test('delta can begin at a given time, and accepts no other filter', async () => {
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

test('an absent recipient replies automatically, and a slow email is reported as delayed', async () => {
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

test('at Gmail the report and a reply join the thread of the original', async () => {
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

test('email to a resident of the sandbox arrives there, without Bcc', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  const message = graphMail('grace@contoso.test', { bccRecipients: [{ emailAddress: { address: 'secret@y.test' } }] })
  await graph('me/sendMail', { method: 'POST', json: { message } })
  const [arrived] = await inboxOf('microsoft', 'grace@contoso.test', 1)
  expect(await mimeOf(arrived!.id)).not.toContain('secret@y.test')
})

test('pending deliveries survive a restart', async () => {
  sandbox = await newSandbox({ returnMailMs: 3_600_000 })
  const graph = await connectGraph(sandbox.url)
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('bounce@y.test') } })
  await sandbox.close()
  sandbox = await newSandbox({ dataDir: sandbox.dataDir, clock: () => Date.now() + 3_600_001 })
  expect(await inboxOf('microsoft', 'ada@contoso.test', 1)).toHaveLength(1)
})
