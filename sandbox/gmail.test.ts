import { Readable } from 'node:stream'
import type { gmail_v1 } from '@googleapis/gmail'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectGmail, folderOf, GMAIL, mimeMail, newSandbox, orderFault } from './test-clients.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
let gmail: gmail_v1.Gmail

beforeEach(async () => {
  sandbox = await newSandbox()
  gmail = await connectGmail(sandbox.url)
})
afterEach(() => sandbox.drop())

const userId = 'me'
const raw = (mail: Buffer) => ({ raw: mail.toString('base64url') })
const failure = (status: number, reason: string) => ({
  response: { status, data: { error: { errors: [{ reason }] } } },
})
const sent = () => folderOf(sandbox.url, 'google', 'maria@studio-sol.test')

test("the sandbox's Gmail stores a raw message in Sent with its own Message-ID, and keeps the original one in another header", async () => {
  const mail = mimeMail('ada@x.test', ['Message-ID: <mine@mergewell.test>'])
  const { data } = await gmail.users.messages.send({ userId, requestBody: raw(mail) })
  expect(data.labelIds).toEqual(['SENT'])
  const [message] = await sent()
  expect(message).toMatchObject({ id: data.id, subject: 'Hallo Üli', to: [{ address: 'ada@x.test' }], via: 'send' })
  const stored = await PostalMime.parse(
    Buffer.from(await (await fetch(`${sandbox.url}/sandbox/messages/${data.id}/raw`)).arrayBuffer()),
  )
  expect(stored.messageId).toMatch(/^<CA.+@mail\.gmail\.com>$/)
  const original = stored.headers.find(({ key }) => key === 'x-google-original-message-id')
  expect(original?.value).toBe('<mine@mergewell.test>')
  expect(stored.html).toContain('Grüße')
})

itInFull("the sandbox's Gmail keeps every byte of an uploaded body, alone and with JSON", async () => {
  const big = Buffer.alloc(6 * 1024 * 1024, 'Zeile mit Inhalt\r\n')
  const mail = Buffer.concat([mimeMail('ada@x.test'), big])
  const media = { mimeType: 'message/rfc822', body: Readable.from([mail]) }
  const alone = await gmail.users.messages.send({ userId, media })
  const both = await gmail.users.messages.send({
    userId,
    requestBody: { threadId: alone.data.threadId },
    media: { mimeType: 'message/rfc822', body: Readable.from([mail]) },
  })
  expect(both.data.threadId).toBe(alone.data.threadId)
  for (const { data } of [alone, both]) {
    const stored = Buffer.from(await (await fetch(`${sandbox.url}/sandbox/messages/${data.id}/raw`)).arrayBuffer())
    expect(stored.subarray(-big.length).equals(big)).toBe(true)
  }
})

test("the sandbox's Gmail joins an email to a thread only with the same subject, whether it is a reply or not", async () => {
  const send = async (subject: string, threadId?: string | null) => {
    const mail = Buffer.from(`From: me@x.test\r\nTo: ada@x.test\r\nSubject: ${subject}\r\n\r\nHello`)
    const requestBody = { raw: mail.toString('base64url'), ...(threadId && { threadId }) }
    return (await gmail.users.messages.send({ userId, requestBody })).data.threadId
  }
  const first = await send('Offer')
  expect([await send('Re: Offer', first), await send('AW: re: offer', first)]).toEqual([first, first])
  const other = await send('Last call', first)
  expect(other).not.toBe(first)
  expect(await send('Re: Last call', other)).toBe(other)
})

test("the sandbox's Gmail removes a draft when it is sent, and does not send it again", async () => {
  const { data: draft } = await gmail.users.drafts.create({
    userId,
    requestBody: { message: raw(mimeMail('ada@x.test')) },
  })
  const got = await gmail.users.drafts.get({ userId, id: draft.id!, format: 'minimal' })
  expect(got.data.message?.labelIds).toEqual(['DRAFT'])
  const { data: message } = await gmail.users.drafts.send({ userId, requestBody: { id: draft.id } })
  expect(message.id).not.toBe(draft.message?.id)
  await expect(gmail.users.drafts.get({ userId, id: draft.id! })).rejects.toMatchObject(failure(404, 'notFound'))
  await expect(gmail.users.drafts.send({ userId, requestBody: { id: draft.id } })).rejects.toMatchObject(
    failure(404, 'notFound'),
  )
  expect(await sent()).toMatchObject([{ id: message.id, via: 'sendDraft' }])
})

test("the sandbox's Gmail uploads, lists, updates and deletes drafts", async () => {
  const media = { mimeType: 'message/rfc822', body: Readable.from([mimeMail('ada@x.test')]) }
  const { data: draft } = await gmail.users.drafts.create({ userId, media })
  expect((await gmail.users.drafts.list({ userId })).data.drafts).toMatchObject([{ id: draft.id }])
  await gmail.users.drafts.update({ userId, id: draft.id!, requestBody: { message: raw(mimeMail('grace@x.test')) } })
  const { data } = await gmail.users.drafts.get({ userId, id: draft.id!, format: 'metadata' })
  expect(data.message?.payload?.headers).toContainEqual({ name: 'To', value: 'grace@x.test' })
  await gmail.users.drafts.delete({ userId, id: draft.id! })
  expect((await gmail.users.drafts.list({ userId })).data.drafts).toBeUndefined()
})

test("the sandbox's Gmail, with the lag fault, shows a sent draft as unsent for a while", async () => {
  await sandbox.drop()
  let now = 1_800_000_000_000
  sandbox = await newSandbox({ clock: () => now })
  gmail = await connectGmail(sandbox.url)
  const { data: draft } = await gmail.users.drafts.create({
    userId,
    requestBody: { message: raw(mimeMail('ada@x.test')) },
  })
  await orderFault(sandbox.url, { kind: 'lag', ms: 3000 })
  await gmail.users.drafts.send({ userId, requestBody: { id: draft.id } })
  expect((await gmail.users.drafts.get({ userId, id: draft.id! })).status).toBe(200)
  await expect(gmail.users.drafts.send({ userId, requestBody: { id: draft.id } })).rejects.toMatchObject(
    failure(404, 'notFound'),
  )
  now += 3001
  await expect(gmail.users.drafts.get({ userId, id: draft.id! })).rejects.toMatchObject(failure(404, 'notFound'))
})

test("the sandbox's Gmail finds messages by Message-ID, folder and words, and returns every format", async () => {
  const { data } = await gmail.users.messages.send({ userId, requestBody: raw(mimeMail('ada@x.test')) })
  await gmail.users.messages.send({ userId, requestBody: raw(mimeMail('grace@x.test')) })
  const full = await gmail.users.messages.get({ userId, id: data.id!, format: 'full' })
  const header = full.data.payload?.headers?.find(({ name }) => name === 'Message-ID')
  const ids = async (q: string) =>
    (await gmail.users.messages.list({ userId, q })).data.messages?.map(({ id }) => id) ?? []
  expect(await ids(`rfc822msgid:${header!.value}`)).toEqual([data.id])
  expect(await ids('in:sent to:grace@x.test')).toHaveLength(1)
  expect(await ids('in:inbox')).toEqual([])
  await expect(gmail.users.messages.list({ userId, q: 'larger:5M' })).rejects.toMatchObject(
    failure(400, 'invalidArgument'),
  )
  expect(Buffer.from(full.data.payload!.body!.data!, 'base64url').toString()).toContain('Grüße')
  const metadata = await gmail.users.messages.get({
    userId,
    id: data.id!,
    format: 'metadata',
    metadataHeaders: ['Subject'],
  })
  expect(metadata.data.payload?.headers).toHaveLength(1)
  const asRaw = await gmail.users.messages.get({ userId, id: data.id!, format: 'raw' })
  expect((await PostalMime.parse(Buffer.from(asRaw.data.raw!, 'base64url'))).subject).toBe('Hallo Üli')
})

test("the sandbox's Gmail returns one page of messages and the token of the next", async () => {
  for (const to of ['a', 'b', 'c'])
    await gmail.users.messages.send({ userId, requestBody: raw(mimeMail(`${to}@x.test`)) })
  const first = await gmail.users.messages.list({ userId, maxResults: 2 })
  const second = await gmail.users.messages.list({ userId, maxResults: 2, pageToken: first.data.nextPageToken! })
  expect([first.data.messages?.length, second.data.messages?.length, second.data.nextPageToken]).toEqual([
    2,
    1,
    undefined,
  ])
})

test("the sandbox's Gmail lists in its history what was added since", async () => {
  const { data: before } = await gmail.users.getProfile({ userId })
  const { data } = await gmail.users.messages.send({ userId, requestBody: raw(mimeMail('ada@x.test')) })
  const { data: after } = await gmail.users.history.list({ userId, startHistoryId: before.historyId! })
  expect(after.history).toMatchObject([{ messagesAdded: [{ message: { id: data.id, labelIds: ['SENT'] } }] }])
  const { data: nothing } = await gmail.users.history.list({ userId, startHistoryId: after.historyId! })
  expect(nothing.history).toBeUndefined()
  await expect(gmail.users.history.list({ userId, startHistoryId: '99999999' })).rejects.toMatchObject(
    failure(404, 'notFound'),
  )
})

test("the sandbox's Gmail always puts the mailbox itself into the From header", async () => {
  const mail = Buffer.from(mimeMail('ada@x.test').toString().replace('maria@studio-sol.test', 'boss@elsewhere.test'))
  const { data } = await gmail.users.messages.send({ userId, requestBody: raw(mail) })
  const stored = await PostalMime.parse(await (await fetch(`${sandbox.url}/sandbox/messages/${data.id}/raw`)).text())
  expect(stored.from).toEqual({ name: 'María', address: 'maria@studio-sol.test' })
})

itInFull("the sandbox's Gmail refuses a message without recipients, without content, or above 35 MB", async () => {
  const nobody = Buffer.from('Subject: x\r\n\r\nx')
  await expect(gmail.users.messages.send({ userId, requestBody: raw(nobody) })).rejects.toMatchObject(
    failure(400, 'invalidArgument'),
  )
  await expect(gmail.users.messages.send({ userId, requestBody: {} })).rejects.toMatchObject(
    failure(400, 'invalidArgument'),
  )
  const media = { mimeType: 'message/rfc822', body: Readable.from([mimeMail('a@x.test'), Buffer.alloc(36_700_160)]) }
  await expect(gmail.users.messages.send({ userId, media })).rejects.toMatchObject(failure(413, 'uploadTooLarge'))
  expect(await sent()).toEqual([])
})

test("the sandbox's Gmail lets an app with permission to send only send, but not read or draft", async () => {
  const only = await connectGmail(sandbox.url, 'lin@lin-bakery.test', [GMAIL('send')])
  expect((await only.users.messages.send({ userId, requestBody: raw(mimeMail('a@x.test')) })).status).toBe(200)
  const refused = failure(403, 'insufficientPermissions')
  await expect(only.users.messages.list({ userId })).rejects.toMatchObject(refused)
  await expect(
    only.users.drafts.create({ userId, requestBody: { message: raw(mimeMail('a@x.test')) } }),
  ).rejects.toMatchObject(refused)
})

test("the sandbox's Gmail does not show another mailbox's messages and drafts", async () => {
  const { data: draft } = await gmail.users.drafts.create({
    userId,
    requestBody: { message: raw(mimeMail('a@x.test')) },
  })
  const other = await connectGmail(sandbox.url, 'lin@lin-bakery.test')
  await expect(other.users.drafts.get({ userId, id: draft.id! })).rejects.toMatchObject(failure(404, 'notFound'))
  await expect(other.users.drafts.send({ userId, requestBody: { id: draft.id } })).rejects.toMatchObject(
    failure(404, 'notFound'),
  )
  await expect(other.users.messages.get({ userId, id: draft.message!.id! })).rejects.toMatchObject(
    failure(404, 'notFound'),
  )
})
