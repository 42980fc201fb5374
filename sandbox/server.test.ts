import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Acceptance } from './accepted-message-store.ts'
import {
  connectGmail,
  connectGraph,
  folderOf,
  graphMail,
  graphWith,
  mimeMail,
  newSandbox,
  orderFault,
  signInMicrosoft,
} from './test-clients.ts'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
afterEach(() => sandbox.drop())

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Acceptance)

const raw = (to: string) => ({ raw: mimeMail(to).toString('base64url') })

const newFile = () => join(mkdtempSync(join(tmpdir(), 'acceptances-')), 'accepted.jsonl')

test('the sandbox keeps tokens, emails, drafts and upload sessions over a restart in the same folder', async () => {
  sandbox = await newSandbox()
  const { accessToken } = await signInMicrosoft(sandbox.url)
  const before = graphWith(sandbox.url, accessToken)
  await before('me/sendMail', { method: 'POST', json: { message: graphMail('x@y.test') } })
  const draft = (await (await before('me/messages', { method: 'POST', json: graphMail('z@y.test') })).json()) as {
    id: string
  }
  await sandbox.close()
  sandbox = await newSandbox({ dataDir: sandbox.dataDir })
  const after = graphWith(sandbox.url, accessToken)
  expect((await after(`me/messages/${encodeURIComponent(draft.id)}/send`, { method: 'POST' })).status).toBe(202)
  expect((await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test')).map(({ to }) => to[0]!.address)).toEqual([
    'z@y.test',
    'x@y.test',
  ])
})

test('the sandbox writes every accepted email to its file before it responds, in whatever form it was sent, and nothing else', async () => {
  const acceptancesFile = newFile()
  sandbox = await newSandbox({ acceptancesFile })
  const graph = await connectGraph(sandbox.url)
  const gmail = await connectGmail(sandbox.url)
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('one@y.test') } })
  expect(linesOf(acceptancesFile)).toHaveLength(1)
  const draft = (await (await graph('me/messages', { method: 'POST', json: graphMail('two@y.test') })).json()) as {
    id: string
  }
  await graph(`me/messages/${encodeURIComponent(draft.id)}/send`, { method: 'POST' })
  await graph(`me/messages/${encodeURIComponent(draft.id)}/send`, { method: 'POST' })
  await gmail.users.messages.send({ userId: 'me', requestBody: raw('three@y.test') })
  const { data } = await gmail.users.drafts.create({ userId: 'me', requestBody: { message: raw('four@y.test') } })
  await gmail.users.drafts.send({ userId: 'me', requestBody: { id: data.id } })
  await orderFault(sandbox.url, { kind: 'cutAfter', operation: 'send' })
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('five@y.test') } }).catch(() => undefined)
  expect(
    linesOf(acceptancesFile).map(({ provider, mailbox, recipient, via }) => [provider, mailbox, recipient, via]),
  ).toEqual([
    ['microsoft', 'ada@contoso.test', 'one@y.test', 'send'],
    ['microsoft', 'ada@contoso.test', 'two@y.test', 'sendDraft'],
    ['google', 'maria@studio-sol.test', 'three@y.test', 'send'],
    ['google', 'maria@studio-sol.test', 'four@y.test', 'sendDraft'],
    ['microsoft', 'ada@contoso.test', 'five@y.test', 'send'],
  ])
})

test('the sandbox adds an accepted email that a dying process did not write to the file at the next start, exactly once', async () => {
  const acceptancesFile = newFile()
  sandbox = await newSandbox({ acceptancesFile })
  const graph = await connectGraph(sandbox.url)
  for (const to of ['one@y.test', 'two@y.test'])
    await graph('me/sendMail', { method: 'POST', json: { message: graphMail(to) } })
  const whole = linesOf(acceptancesFile)
  const restart = async () => {
    await sandbox.close()
    sandbox = await newSandbox({ dataDir: sandbox.dataDir, acceptancesFile })
  }
  await restart()
  expect(linesOf(acceptancesFile)).toEqual(whole)
  writeFileSync(acceptancesFile, `${JSON.stringify(whole[0])}\n`)
  await restart()
  expect(linesOf(acceptancesFile)).toEqual(whole)
  writeFileSync(acceptancesFile, '')
  await restart()
  expect(linesOf(acceptancesFile)).toEqual([])
})

test('the sandbox shows sent emails on its mailbox pages, with all values escaped and HTML in a sandboxed frame', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  const evil = '<script>alert(1)</script>'
  const message = graphMail('x@y.test', { subject: evil, body: { contentType: 'HTML', content: `<p>Hi</p>${evil}` } })
  await graph('me/sendMail', { method: 'POST', json: { message } })
  const { id } = (await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test'))[0]!
  const get = async (path: string) => {
    const response = await fetch(`${sandbox.url}${path}`)
    return { response, text: await response.text() }
  }
  for (const path of [
    '/',
    '/mailboxes/microsoft/ada@contoso.test',
    `/mailboxes/microsoft/ada@contoso.test/messages/${encodeURIComponent(id)}`,
  ]) {
    const { response, text } = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    expect(text).not.toContain('<script')
  }
  const page = await get(`/mailboxes/microsoft/ada@contoso.test/messages/${encodeURIComponent(id)}`)
  expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  const frame = await get(`/sandbox/messages/${encodeURIComponent(id)}/html`)
  expect(frame.response.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/)
})

test('the sandbox pages a folder, newest first, in the browser and in JSON', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  for (let at = 0; at < 53; at++)
    await graph('me/sendMail', { method: 'POST', json: { message: graphMail(`n${at}@y.test`) } })
  const first = await (await fetch(`${sandbox.url}/mailboxes/microsoft/ada@contoso.test`)).text()
  expect(first).toContain('n52@y.test')
  expect(first).not.toContain('n2@y.test')
  const older = /href="([^"]*before=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  expect(await (await fetch(new URL(older, sandbox.url))).text()).toContain('n2@y.test')
  const api = `${sandbox.url}/sandbox/mailboxes/microsoft/ada@contoso.test/messages`
  const { messages, next } = (await (await fetch(`${api}?limit=50`)).json()) as { messages: object[]; next: number }
  const rest = (await (await fetch(`${api}?limit=50&before=${next}`)).json()) as { messages: object[]; next: null }
  expect([messages.length, rest.messages.length, rest.next]).toEqual([50, 3, null])
})

test('the sandbox lets a file of a message be downloaded, and never shows it as a page', async () => {
  sandbox = await newSandbox()
  const graph = await connectGraph(sandbox.url)
  const file = {
    '@odata.type': '#microsoft.graph.fileAttachment',
    name: 'ü.html',
    contentType: 'text/html',
    contentBytes: 'PGI+',
  }
  await graph('me/sendMail', { method: 'POST', json: { message: graphMail('x@y.test', { attachments: [file] }) } })
  const { id } = (await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test'))[0]!
  const response = await fetch(`${sandbox.url}/sandbox/messages/${encodeURIComponent(id)}/attachments/0`)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%BC.html")
  expect(await response.text()).toBe('<b>')
})

test('the sandbox reports an occupied port as an error', async () => {
  sandbox = await newSandbox()
  const port = Number(new URL(sandbox.url).port)
  await expect(newSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test("the sandbox adds and clears a fault with a page's form, which redirects only to that page", async () => {
  sandbox = await newSandbox()
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${sandbox.url}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  const back = '/mailboxes/google/maria@studio-sol.test'
  const ordered = await post('/sandbox/faults', {
    back,
    kind: 'slow',
    vendor: '',
    count: 'always',
    ms: '10',
    after: '',
  })
  expect([ordered.status, ordered.headers.get('location')]).toEqual([303, back])
  const list = async () =>
    ((await (await fetch(`${sandbox.url}/sandbox/faults`)).json()) as { faults: { id: number }[] }).faults
  expect(await list()).toMatchObject([{ kind: 'slow', count: null, ms: 10 }])
  const cleared = await post('/sandbox/faults/clear', { back: '//evil.test', id: String((await list())[0]!.id) })
  expect(cleared.headers.get('location')).toBe('/')
  expect(await list()).toEqual([])
})
