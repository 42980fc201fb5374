import { afterEach, expect, it } from 'vitest'
import { grantKeeper } from '#tests/support/grants.ts'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import { createGoogle } from './google.ts'
import { startStub, type Stub, type StubReply } from '../stub-server.ts'

const MESSAGE: OutgoingMessage = {
  from: { name: 'Ana', address: 'ana@gmail.test' },
  to: { name: 'Bo', address: 'bo@there.test' },
  subject: 'Re: Hello',
  conversation: { messageIds: ['<first@v.test>'], threadId: 't-1' },
  html: '<p>Again</p>',
  text: 'Again',
  headers: [],
  attachments: [],
}
const GONE: StubReply = {
  status: 404,
  json: { error: { code: 404, message: 'No.', errors: [{ reason: 'notFound' }] } },
}
const accepted = (threadId: string): StubReply => ({ status: 200, json: { id: 'm-9', threadId } })

let stub: Stub
afterEach(() => stub.close())

/** A mailbox at Gmail that gives these answers in turn. */
async function mailbox(...replies: StubReply[]): Promise<OpenMailbox> {
  stub = await startStub(() => replies.shift() ?? 'cut')
  const scopes = ['send', 'modify'].map((scope) => `https://www.googleapis.com/auth/gmail.${scope}`)
  const grant = JSON.stringify({ accessToken: 'good', refreshToken: 'refresh-0', expiresAt: null, scopes })
  const vendor = createGoogle({ clientId: 'client', clientSecret: 'hush', baseUrl: stub.origin })
  return vendor.openMailbox(grant, grantKeeper(grant))
}

/** Asserts in which conversation each request asked to put the email. */
function expectThreads(...threads: readonly unknown[]): void {
  const asked = stub.requests.map(({ body }) => JSON.parse(String(body)))
  expect(asked.map(({ message, threadId }) => (message ?? { threadId }).threadId)).toEqual(threads)
}

it('a follow-up through Gmail is sent in the conversation of the earlier email', async () => {
  const box = await mailbox(accepted('t-1'))
  expect(await box.send(MESSAGE)).toMatchObject({ threadId: 't-1' })
  expectThreads('t-1')
})

it('a follow-up through Gmail begins a new conversation if the mailbox no longer has the earlier one', async () => {
  const box = await mailbox(GONE, accepted('t-2'))
  expect(await box.send(MESSAGE)).toMatchObject({ messageId: 'm-9', threadId: 't-2' })
  expectThreads('t-1', undefined)
})

it('a follow-up through Gmail is created as a draft outside a conversation that the mailbox no longer has', async () => {
  const box = await mailbox(GONE, { status: 200, json: { id: 'r-1' } })
  expect(await box.createDraft(MESSAGE)).toBe('r-1')
  expectThreads('t-1', undefined)
})

it.each(['send', 'createDraft'] as const)(
  'a follow-up through Gmail fails if a new conversation is refused too: %s',
  async (call) => {
    const box = await mailbox(GONE, GONE)
    await expect(box[call](MESSAGE)).rejects.toMatchObject({ kind: expect.any(String) })
    expectThreads('t-1', undefined)
  },
)
