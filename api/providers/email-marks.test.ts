import { afterEach, describe, expect, it } from 'vitest'
import { acceptConsent, askingFor } from '#sandbox/consent-decisions.ts'
import { folderOf, newSandbox } from '#sandbox/test-clients.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import { createGoogle } from './google/google.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'

const REDIRECT = 'http://127.0.0.1:4000/auth/callback'
const PEOPLE = { microsoft: 'ada@contoso.test', google: 'maria@studio-sol.test' }
const VENDORS = ['microsoft', 'google'] as const
type Name = (typeof VENDORS)[number]
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const LATER = new Date(Date.now() + 3_600_000)
const SEND_ONLY = { microsoft: ['User.Read', 'Mail.Send'], google: ['https://www.googleapis.com/auth/gmail.send'] }
const READING = [...SEND_ONLY.google, 'https://www.googleapis.com/auth/gmail.readonly']

let sandbox: Awaited<ReturnType<typeof newSandbox>>
afterEach(() => sandbox?.drop())

async function connected(name: Name, scopes?: readonly string[]): Promise<OpenMailbox> {
  sandbox = await newSandbox()
  const common = { clientId: 'mergewell-test', clientSecret: 'secret', baseUrl: sandbox.url, timeoutMs: 60_000 }
  const vendor = name === 'microsoft' ? createMicrosoft({ ...common, tenant: 'common' }) : createGoogle(common)
  const { url, verifier } = await vendor.signIn.beginSignIn({ redirectUri: REDIRECT, state: 'st4te', ask: 'full' })
  const code = (await acceptConsent(askingFor(url, scopes), PEOPLE[name], scopes)).searchParams.get('code') ?? ''
  const account = await vendor.signIn.completeSignIn({
    redirectUri: REDIRECT,
    state: 'st4te',
    code,
    verifier,
    ask: 'full',
  })
  return vendor.openMailbox(account.grant, grantKeeper(account.grant))
}

const logId = (n: number) => `0190c5f2-7a3e-7cc1-b1a4-${String(n).padStart(12, '0')}`

const message = (mark?: OutgoingMessage['mark']): OutgoingMessage => ({
  from: { name: 'Ada', address: 'ada@contoso.test' },
  to: { name: 'Bo', address: 'bo@there.test' },
  subject: 'Hello',
  messageId: '<ours@contoso.test>',
  ...(mark && { mark }),
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [{ name: 'List-Unsubscribe', value: '<https://app.test/u/token>' }],
  attachments: [],
})

describe.each(VENDORS)("emails with the product's mark in a mailbox at %s", (name) => {
  it('are found as drafts and as sent emails, although the provider assigned its own Message-ID', async () => {
    const box = await connected(name)
    const left = await box.createDraft(message({ logId: logId(1), attempt: 2 }))
    const draft = await box.createDraft(message({ logId: logId(2), attempt: 1 }))
    await box.sendDraft(draft)
    await box.send(message({ logId: logId(3), attempt: 1 }))
    await box.createDraft(message())
    const drafts = await box.findMarked(LONG_AGO, 'draft')
    expect(drafts).toMatchObject([{ logId: logId(1), attempt: 2, state: 'draft', id: left }])
    expect(drafts[0]?.messageId).not.toBe('<ours@contoso.test>')
    const sent = await box.findMarked(LONG_AGO, 'sent')
    expect(sent.map((email) => [email.logId, email.attempt, email.state]).toSorted()).toEqual([
      [logId(2), 1, 'sent'],
      [logId(3), 1, 'sent'],
    ])
    const [first] = await folderOf(sandbox.url, name, PEOPLE[name], 'sent')
    expect(sent.map(({ messageId }) => messageId)).toContain(first?.internetMessageId)
    expect(await box.findMarked(LONG_AGO)).toHaveLength(3)
    expect(await box.findMarked(LATER)).toEqual([])
  })

  it('can be deleted as drafts by the id that the search returned', async () => {
    const box = await connected(name)
    await box.createDraft(message({ logId: logId(1), attempt: 1 }))
    for (const { id } of await box.findMarked(LONG_AGO, 'draft')) await box.discardDraft(id)
    expect(await box.findMarked(LONG_AGO)).toEqual([])
  })

  it('are found beyond the first page of results', async () => {
    const box = await connected(name)
    const count = name === 'microsoft' ? 101 : 3
    for (let n = 0; n < count; n += 1) await box.createDraft(message({ logId: logId(n), attempt: 1 }))
    expect(new Set((await box.findMarked(LONG_AGO)).map((email) => email.logId)).size).toBe(count)
  })

  it('cannot be searched for in a send-only mailbox', async () => {
    const box = await connected(name, SEND_ONLY[name])
    await expect(box.findMarked(LONG_AGO)).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

it('emails that were sent without drafts are found by their mark in a mailbox that may be read', async () => {
  const box = await connected('google', READING)
  expect([box.canDraft, box.canRead]).toEqual([false, true])
  await box.send(message({ logId: logId(7), attempt: 4 }))
  expect(await box.findMarked(LONG_AGO)).toMatchObject([{ logId: logId(7), attempt: 4, state: 'sent' }])
})

describe.each(VENDORS)('the sent emails of a mailbox at %s', (name) => {
  it('are counted if the mailbox may be read: recipients at Microsoft, emails at Gmail', async () => {
    const box = await connected(name)
    const copy = { name: 'Cy', address: 'cy@there.test' }
    await box.send(message())
    await box.send({ ...message(), cc: [copy], bcc: [{ ...copy, address: 'di@there.test' }] })
    await box.createDraft(message())
    expect(await box.countSent?.(LONG_AGO)).toBe(name === 'microsoft' ? 4 : 2)
    expect(await box.countSent?.(LATER)).toBe(0)
  })

  it('are not counted in a send-only mailbox', async () => {
    expect((await connected(name, SEND_ONLY[name])).countSent).toBeUndefined()
  })
})
