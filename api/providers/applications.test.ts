import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage, ProvidedMailbox, SignInMailProvider } from '#api/sending/provider.ts'
import { folderOf, newSandbox, orderFault } from '#sandbox/test-clients.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import { createGoogle } from './google/google.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
beforeEach(async () => {
  sandbox = await newSandbox()
})
afterEach(() => sandbox.drop())

async function register(application: object): Promise<void> {
  const body = JSON.stringify(application)
  const { status } = await fetch(`${sandbox.url}/sandbox/applications`, { method: 'POST', body })
  expect(status).toBe(201)
}

const options = () => ({
  clientId: 'installation',
  clientSecret: 'secret',
  baseUrl: sandbox.url,
  settleDelaysMs: [1, 1],
})

/** Opens a mailbox with what an application was given. */
function opened(provider: SignInMailProvider, { grant }: ProvidedMailbox, saved: string[] = []) {
  return provider.openMailbox(grant, grantKeeper(grant, saved))
}

const message = (from: string): OutgoingMessage => ({
  from: { name: '', address: from },
  to: { name: '', address: 'bo@x.test' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
})

describe('an application at Microsoft that is limited to some mailboxes', () => {
  const CREDENTIALS = { directory: 'contoso.test', clientId: 'app-1', clientSecret: 'hush' }
  const microsoft = () => createMicrosoft({ ...options(), tenant: 'common' })
  const open = (email: string, change = {}) =>
    microsoft().applications.open(JSON.stringify({ ...CREDENTIALS, ...change }), email)
  const registered = (scopes = ['Mail.Send', 'Mail.ReadWrite', 'Mail.Read']) =>
    register({ vendor: 'microsoft', ...CREDENTIALS, scopes, mailboxes: ['ada@contoso.test', 'team@contoso.test'] })

  it.each(['ada@contoso.test', 'team@contoso.test'])(
    'creates and sends drafts in the mailbox %s and reads it',
    async (email) => {
      await registered()
      const provided = await open(email)
      expect(provided).toMatchObject({ isThere: true, directory: 'contoso.test' })
      expect(provided.scopes).toEqual(['Mail.Send', 'Mail.ReadWrite', 'Mail.Read'])
      const box = opened(microsoft(), provided)
      await box.sendDraft(await box.createDraft(message(email)))
      expect(await folderOf(sandbox.url, 'microsoft', email)).toHaveLength(1)
      expect(await folderOf(sandbox.url, 'microsoft', email, 'drafts')).toEqual([])
      const { cursor } = await box.listInbox(null, new Date(0), 10)
      expect((await box.listInbox(cursor, new Date(0), 10)).entries).toEqual([])
      await box.probe()
    },
  )

  it('may do nothing in a mailbox outside, and reports a mailbox that does not exist', async () => {
    await registered()
    expect(await open('grace@contoso.test')).toMatchObject({ isThere: true, scopes: [] })
    expect(await open('nobody@contoso.test')).toMatchObject({ isThere: false, scopes: [] })
  })

  it('only sends if it was permitted no more', async () => {
    await registered(['Mail.Send'])
    const provided = await open('ada@contoso.test')
    expect(provided.scopes).toEqual(['Mail.Send'])
    const box = opened(microsoft(), provided)
    await box.send(message('ada@contoso.test'))
    expect([box.canDraft, box.canRead]).toEqual([false, false])
    expect(await folderOf(sandbox.url, 'microsoft', 'ada@contoso.test')).toHaveLength(1)
  })

  it('gets a new token when the old one has expired', async () => {
    await sandbox.drop()
    sandbox = await newSandbox({ accessTokenSeconds: 1 })
    await registered()
    const saved: string[] = []
    await opened(microsoft(), await open('ada@contoso.test'), saved).renewSignIn()
    expect(saved).toHaveLength(1)
    await opened(microsoft(), { isThere: true, scopes: [], directory: null, grant: saved[0]! }).probe()
  })

  it("is refused with a wrong client secret, which does not count as a failure of the installation's own registration", async () => {
    await registered()
    await expect(open('ada@contoso.test', { clientSecret: 'guess' })).rejects.toMatchObject({ kind: 'expired' })
    await orderFault(sandbox.url, { kind: 'application', operation: 'token' })
    await expect(open('ada@contoso.test')).rejects.toMatchObject({ kind: 'expired' })
    await orderFault(sandbox.url, { kind: 'unavailable', operation: 'token' })
    await expect(open('ada@contoso.test')).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('a Google service account with domain-wide delegation', () => {
  const SEND = 'https://www.googleapis.com/auth/gmail.send'
  const MODIFY = 'https://www.googleapis.com/auth/gmail.modify'
  const MARIA = 'maria@studio-sol.test'
  const ACCOUNT = 'mergewell@project.iam.gserviceaccount.com'
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (key: typeof publicKey) => key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' })
  const credentials = JSON.stringify({ type: 'service_account', client_email: ACCOUNT, private_key: pem(privateKey) })
  const google = () => createGoogle(options())
  const open = (email: string) => google().applications.open(credentials, email)
  const registered = (scopes = [SEND, MODIFY]) =>
    register({ vendor: 'google', clientId: ACCOUNT, publicKey: pem(publicKey), scopes, domain: 'studio-sol.test' })

  it('creates and sends drafts in the name of the mailbox and reads it', async () => {
    await registered()
    const provided = await open(MARIA)
    expect(provided).toMatchObject({ isThere: true, scopes: [SEND, MODIFY] })
    const box = opened(google(), provided)
    await box.sendDraft(await box.createDraft(message(MARIA)))
    expect(await folderOf(sandbox.url, 'google', MARIA)).toHaveLength(1)
    expect((await box.listInbox(null, new Date(0), 10)).entries).toEqual([])
    const saved: string[] = []
    await opened(google(), provided, saved).renewSignIn()
    await opened(google(), { ...provided, grant: saved[0]! }).probe()
  })

  it('only sends if no more was delegated to it', async () => {
    await registered([SEND])
    const provided = await open(MARIA)
    expect(provided.scopes).toEqual([SEND])
    expect(opened(google(), provided).canRead).toBe(false)
  })

  it('may do nothing in another organization, and reports a mailbox that does not exist', async () => {
    await registered()
    expect(await open('lin@lin-bakery.test')).toMatchObject({ isThere: true, scopes: [] })
    expect(await open('nobody@studio-sol.test')).toMatchObject({ isThere: false, scopes: [] })
  })

  it('is refused if it is not registered', async () => {
    await expect(open(MARIA)).rejects.toMatchObject({ message: expect.stringContaining('Not a valid service account') })
  })
})
