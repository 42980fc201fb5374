import { afterEach, describe, expect, it } from 'vitest'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { folderOf, newSandbox, orderFault } from '#sandbox/test-clients.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import { readInboxPage } from '#tests/support/inbox-page.ts'
import { manualTimeout } from '#tests/support/manual-timeout.ts'
import { recognize } from '#domain/inbox/recognize-message.ts'
import type { InboxMail, OpenMailbox, SignInMailProvider, OutgoingMessage } from '#api/sending/provider.ts'
import { createGoogle } from './google/google.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'
import { startStub, type Stub } from './stub-server.ts'

const REDIRECT = 'http://127.0.0.1:4000/auth/callback'
const PEOPLE = { microsoft: 'ada@contoso.test', google: 'maria@studio-sol.test' }
const VENDORS = ['microsoft', 'google'] as const
type Name = (typeof VENDORS)[number]
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
/** ms; longer than any machine stalls */
const POLL = { timeout: 60_000 }

let sandbox: Awaited<ReturnType<typeof newSandbox>>
afterEach(() => sandbox?.drop())

/** A sandbox and one of its mailboxes, readable by default. */
async function connected(name: Name, { reading = true }: { reading?: boolean } = {}) {
  sandbox = await newSandbox({ returnMailMs: 0 })
  const vendorWith = (timeoutMs: number): SignInMailProvider => {
    const common = {
      clientId: 'mergewell-test',
      clientSecret: 'secret',
      baseUrl: sandbox.url,
      settleDelaysMs: [1],
      timeoutMs,
    }
    return name === 'microsoft' ? createMicrosoft({ ...common, tenant: 'common' }) : createGoogle(common)
  }
  const vendor = vendorWith(60_000)
  const { url, verifier } = await vendor.signIn.beginSignIn({
    redirectUri: REDIRECT,
    state: 'st4te',
    ask: reading ? 'full' : 'send',
  })
  const back = await acceptConsent(url, PEOPLE[name])
  const code = back.searchParams.get('code') ?? ''
  const account = await vendor.signIn.completeSignIn({
    redirectUri: REDIRECT,
    state: 'st4te',
    code,
    verifier,
    ask: 'full',
  })
  const box = vendor.openMailbox(account.grant, grantKeeper(account.grant))
  return {
    box,
    /** opens the same mailbox with another timeout per call, in ms */
    within: (timeoutMs: number) => vendorWith(timeoutMs).openMailbox(account.grant, grantKeeper(account.grant)),
    order: (fault: FaultOrder) => orderFault(sandbox.url, fault),
    folder: (folder: string) => folderOf(sandbox.url, name, PEOPLE[name], folder),
    /** Sends an email and waits for the replies and reports. */
    async send(to: string, returns = 1) {
      const before = (await folderOf(sandbox.url, name, PEOPLE[name], 'inbox')).length
      const receipt = await box.sendDraft(await box.createDraft(message(to)))
      await expect
        .poll(async () => (await folderOf(sandbox.url, name, PEOPLE[name], 'inbox')).length, POLL)
        .toBe(before + returns)
      return receipt
    },
  }
}

const message = (to: string): OutgoingMessage => ({
  from: { name: 'Ada', address: 'ada@contoso.test' },
  to: { name: 'Bo', address: to },
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
})

/** Everything readable from a cursor on. */
async function readAll(box: OpenMailbox, from: string | null = null, since = LONG_AGO) {
  const mails: InboxMail[] = []
  let cursor = from
  let pages = 0
  for (let more = true; more; pages += 1) {
    const page = await readInboxPage(box, cursor, since)
    mails.push(...page.mails)
    cursor = page.cursor
    more = page.more
  }
  return { mails, cursor, pages }
}

describe.each(VENDORS)('reading the inbox of a mailbox at %s', (name) => {
  it('distinguishes bounces, replies, delays and out-of-office notes, in the conversation of the sent email', async () => {
    const { box, send } = await connected(name)
    const expected = {
      'bounce@x.test': { what: 'bounce', bounces: [{ kind: 'address', code: '5.1.1', recipients: ['bounce@x.test'] }] },
      'soft-bounce@x.test': {
        what: 'bounce',
        bounces: [{ kind: 'passing', code: '5.2.2', recipients: ['soft-bounce@x.test'] }],
      },
      'complain@x.test': { what: 'complaint', recipients: ['complain@x.test'] },
      'reply@x.test': { what: 'reply', from: 'reply@x.test' },
      'react@x.test': { what: 'other' },
      'react-outlook@x.test': { what: 'other' },
      'away@x.test': { what: 'away', from: 'away@x.test', dated: true },
      'away-de@x.test': { what: 'away', dated: true },
      'away-ja@x.test': { what: 'away', dated: true },
      'ticket@x.test': { what: 'automatic' },
      'delay@x.test': { what: 'other' },
    }
    // Gmail searches once more after its first search.
    let { cursor } = await readAll(box, (await readAll(box)).cursor)
    for (const [to, what] of Object.entries(expected)) {
      const { threadId } = await send(to)
      const read = await readAll(box, cursor)
      cursor = read.cursor
      const [mail] = read.mails
      expect(read.mails).toHaveLength(1)
      expect(mail && recognize(mail, mail.report, PEOPLE[name])).toMatchObject(what)
      expect([mail?.threadId, typeof threadId]).toEqual([threadId, 'string'])
    }
  })

  it('downloads the text of reports and automatic replies only, and the headers of other email', async () => {
    const { box, send } = await connected(name)
    await send('reply@x.test')
    const { mails } = await readAll(box)
    expect(mails.map(({ report }) => report)).toEqual([null])
    expect(JSON.stringify(mails)).not.toContain('come back to you')
  })

  it('shows one email to its user, and null for an email that was deleted', async () => {
    const { box, send } = await connected(name)
    await send('reply-de@x.test')
    const [mail] = (await readAll(box)).mails
    const shown = await box.readMail(mail?.id ?? '', PEOPLE[name])
    expect(shown).toMatchObject({ subject: 'Re: Grüße', text: expect.stringContaining('rufen Sie mich bitte an') })
    const google = `https://mail.google.com/mail/?authuser=maria%40studio-sol.test#all/${mail?.id}`
    expect(shown?.link).toBe(name === 'google' ? google : null)
    expect(await box.readMail('gone', PEOPLE[name])).toBeNull()
  })

  it('starts at the given date, not with the whole mailbox, and resumes from there', async () => {
    const { box, send } = await connected(name)
    await send('reply@x.test')
    const first = await readAll(box, null, new Date(Date.now() + 60_000))
    expect(first.mails).toEqual([])
    await send('bounce@x.test')
    const later = await readAll(box, name === 'google' ? first.cursor : null)
    expect(later.mails.map(({ report }) => report !== null)).toContain(true)
    expect((await readAll(box, later.cursor)).mails).toEqual([])
  })

  it('returns small pages', async () => {
    const { box } = await connected(name)
    await Promise.all(
      Array.from({ length: 60 }, () => box.createDraft(message('reply@x.test')).then((id) => box.sendDraft(id))),
    )
    await expect.poll(async () => (await folderOf(sandbox.url, name, PEOPLE[name], 'inbox')).length, POLL).toBe(60)
    const { mails, pages } = await readAll(box)
    expect(new Set(mails.map(({ id }) => id)).size).toBe(60)
    expect(pages).toBeGreaterThan(1)
  })

  it('starts again from a date when the provider no longer knows the position, and misses nothing', async () => {
    const { box, send, order } = await connected(name)
    await send('bounce@x.test')
    const { cursor } = await readAll(box)
    await send('reply@x.test')
    await order({ kind: 'resync' })
    const { mails } = await readAll(box, cursor)
    expect(mails).toHaveLength(2)
    const garbage = await readAll(
      box,
      name === 'google' ? 'garbage' : '/me/mailFolders/inbox/messages/delta?$deltatoken=x',
    )
    expect(garbage.mails).toHaveLength(2)
  })

  it.each([
    [{ kind: 'throttled', retryAfter: 7 }, 'throttled'],
    [{ kind: 'unavailable' }, 'unavailable'],
    [{ kind: 'cutBefore' }, 'unavailable'],
    [{ kind: 'forbidden' }, 'forbidden'],
    [{ kind: 'unauthorized', count: null }, 'sign-in-doubt'],
  ] as const)('reports why it fails: %j', async (fault, kind) => {
    const { box, send, order } = await connected(name)
    await send('reply@x.test')
    const { cursor } = await readAll(box)
    await order({ operation: 'changes', ...fault })
    await expect(readInboxPage(box, cursor, LONG_AGO)).rejects.toMatchObject({
      kind,
      ...(kind === 'throttled' && { retryAfterMs: 7_000 }),
    })
  })

  it("is refused without the person's permission", async () => {
    const { box } = await connected(name, { reading: false })
    expect(box.canRead).toBe(false)
    await expect(readInboxPage(box, null, LONG_AGO)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(box.readMail('x', PEOPLE[name])).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('can delete an unsent draft, and keeps sent email', async () => {
    const { box, folder } = await connected(name)
    const [left, gone] = [await box.createDraft(message('a@x.test')), await box.createDraft(message('b@x.test'))]
    await box.sendDraft(gone)
    await box.discardDraft(left)
    await box.discardDraft(left)
    await box.discardDraft(gone)
    expect([(await folder('drafts')).length, (await folder('sent')).length]).toEqual([0, 1])
  })
})

describe.each(VENDORS)('a draft at %s whose creation got no response', (name) => {
  it.each(['cutAfter', 'hangAfter'] as const)('is found by its mark and can be deleted: %s', async (kind) => {
    const limit = manualTimeout()
    const { box, within, order, folder } = await connected(name)
    const mark = { logId: '0190c5f2-7a3e-7cc1-b1a4-d2f0e6a81b22', attempt: 1 }
    await box.sendDraft(await box.createDraft({ ...message('a@x.test'), mark }))
    await box.createDraft(message('b@x.test'))
    await order({ kind, operation: 'draft' })
    const making = within(limit.ms)
      .createDraft({ ...message('a@x.test'), mark: { ...mark, attempt: 2 } })
      .catch((error: unknown) => error)
    await expect.poll(async () => (await folder('drafts')).length, POLL).toBe(2)
    if (kind === 'hangAfter') limit.pass()
    expect(await making).toMatchObject({ kind: 'unavailable' })
    const found = await box.findMarked(LONG_AGO, 'draft')
    expect(found).toMatchObject([{ ...mark, attempt: 2 }])
    for (const { id } of found) await box.discardDraft(id)
    expect([(await folder('drafts')).map(({ to }) => to[0]?.address), (await folder('sent')).length]).toEqual([
      ['b@x.test'],
      1,
    ])
  })
})

/** A readable mailbox at a stand-in for Microsoft. */
function graphBox({ origin }: Stub): OpenMailbox {
  const grant = JSON.stringify({
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: null,
    email: 'ada@x.test',
    scopes: ['Mail.Send', 'Mail.Read'],
  })
  const options = { clientId: 'c', clientSecret: 's', tenant: 'common', baseUrl: origin }
  return createMicrosoft(options).openMailbox(grant, grantKeeper(grant))
}

function gmailBox({ origin }: Stub): OpenMailbox {
  const scopes = ['https://www.googleapis.com/auth/gmail.modify']
  const grant = JSON.stringify({ accessToken: 'a', refreshToken: 'r', expiresAt: null, scopes })
  return createGoogle({ clientId: 'c', clientSecret: 's', baseUrl: origin }).openMailbox(grant, grantKeeper(grant))
}

describe('reading an inbox through Microsoft Graph', () => {
  it.each([
    ['https://outlook.office365.com/owa/?ItemID=1', true],
    ['https://outlook.live.com/owa/?ItemID=1', true],
    ['https://partner.outlook.cn/owa/?ItemID=1', true],
    ['https://outlook.office365.com.evil.test/owa', false],
    ['https://evil.test/outlook.office365.com', false],
    ['https://notoffice.com/owa', false],
    ['http://outlook.office365.com/owa', false],
    ['', false],
  ])('returns a link to an email, which leads to Outlook or is left out: %s', async (link, isKept) => {
    const stub = await startStub(({ path }) =>
      path.endsWith('/$value')
        ? { status: 200, text: 'Subject: Re: Hello\r\n\r\nYes' }
        : { status: 200, json: { webLink: link } },
    )
    const mail = await graphBox(stub).readMail('m/1', 'ada@x.test')
    expect(mail).toMatchObject({ subject: 'Re: Hello', text: 'Yes' })
    expect(mail?.link).toBe(isKept ? link : null)
    expect(stub.requests[0]?.path).toBe('/v1.0/me/messages/m%2F1')
    expect(stub.requests[0]?.query.get('$select')).toBe('webLink')
    await stub.close()
  })

  it('returns the message class of an automatic reply', async () => {
    const MESSAGE_CLASS = 'IPM.Note.Rules.OofTemplate.Microsoft'
    const stub = await startStub(({ path, query }) => {
      if (path.endsWith('/$value')) return { status: 200, text: 'Subject: Away\r\n\r\nBack on Monday' }
      if (query.has('$expand')) {
        const property = { id: 'String 0x1a', value: MESSAGE_CLASS }
        return { status: 200, json: { id: 'm1', singleValueExtendedProperties: [property] } }
      }
      const from = { emailAddress: { address: 'bo@x.test' } }
      const internetMessageHeaders = [{ name: 'Auto-Submitted', value: 'auto-replied' }]
      const away = { id: 'm1', from, subject: 'Away', receivedDateTime: '2025-01-01T00:00:00Z', internetMessageHeaders }
      return { status: 200, json: { value: [away], '@odata.deltaLink': `${stub.origin}/v1.0/me/next` } }
    })
    const { mails } = await readInboxPage(graphBox(stub), null, LONG_AGO)
    expect(mails).toMatchObject([{ id: 'm1', text: 'Back on Monday', messageClass: MESSAGE_CLASS }])
    const asked = stub.requests.find(({ path }) => path === '/v1.0/me/messages/m1')
    expect(asked?.query.get('$expand')).toBe(`singleValueExtendedProperties($filter=id eq 'String 0x001A')`)
    await stub.close()
  })

  it("asks only for headers, always at Graph's own address, and does not read long reports to the end", async () => {
    const stub = await startStub(({ path }) => {
      if (path.endsWith('/$value')) return { status: 200, text: `Subject: x\r\n\r\n${'x'.repeat(5_000_000)}` }
      const from = { emailAddress: { address: 'MAILER-DAEMON@x.test' } }
      const report = { id: 'a/b=', from, subject: 'failure notice', receivedDateTime: '2025-01-01T00:00:00Z' }
      const link = { '@odata.deltaLink': 'https://evil.test/v1.0/me/next?$deltatoken=1' }
      return { status: 200, json: { value: [report, { '@removed': {}, id: 'gone' }], ...link } }
    })
    const box = graphBox(stub)
    const page = await readInboxPage(box, null, LONG_AGO)
    expect(page).toMatchObject({ cursor: '/me/next?$deltatoken=1', more: false })
    expect(page.mails.map(({ id }) => id)).toEqual(['a/b='])
    await readInboxPage(box, page.cursor, LONG_AGO)
    expect(stub.requests.map(({ path }) => path)).toEqual([
      '/v1.0/me/mailFolders/inbox/messages/delta',
      '/v1.0/me/messages/a%2Fb%3D/$value',
      '/v1.0/me/next',
      '/v1.0/me/messages/a%2Fb%3D/$value',
    ])
    const [first] = stub.requests
    expect(first?.query.get('$select')).not.toMatch(/body/i)
    expect(first?.query.get('$filter')).toBe('receivedDateTime ge 2020-01-01T00:00:00Z')
    expect(first?.headers.prefer).toBe('IdType="ImmutableId", odata.maxpagesize=50')
    await stub.close()
  })

  it.each([
    [2_000, false],
    [2_500, true],
    [25_000, false],
  ])('reports whether a list by date was cut off at 5,000 emails: two pages of %i', async (size, truncated) => {
    const value = Array.from({ length: size }, (_, index) => ({ id: `m${index}` }))
    const stub = await startStub(({ query }) => {
      const end = query.has('$skiptoken') ? 'deltaLink' : 'nextLink'
      const token = end === 'deltaLink' ? '$deltatoken=1' : '$skiptoken=1'
      return { status: 200, json: { value, [`@odata.${end}`]: `${stub.origin}/v1.0/me/delta?${token}` } }
    })
    const box = graphBox(stub)
    const first = await box.listInbox(null, LONG_AGO, 50)
    const last = await box.listInbox(first.cursor, LONG_AGO, 50)
    expect([first.truncated, last.truncated]).toEqual([false, truncated])
    expect(last.cursor).toBe('/me/delta?$deltatoken=1')
    expect(stub.requests[1]?.query.get('$skiptoken')).toBe('1')
    await stub.close()
  })
})

describe('reading an inbox through Gmail', () => {
  it("searches once more before it uses the history, because Gmail's search lags", async () => {
    const stub = await startStub(({ path, query }) => {
      if (path.endsWith('/profile')) return { status: 200, json: { historyId: '100' } }
      if (path.endsWith('/history')) return { status: 200, json: { historyId: '101' } }
      const searches = stub.requests.filter((each) => each.query.has('q')).length
      expect(query.get('q')).toMatch(searches === 1 ? /after:1577836800$/ : /after:17\d{8}$/)
      return { status: 200, json: searches === 1 ? {} : { messages: [{ id: 'late' }] } }
    })
    const box = gmailBox(stub)
    const first = await box.listInbox(null, LONG_AGO, 50)
    expect(first).toMatchObject({ entries: [], more: false })
    const second = await box.listInbox(first.cursor, LONG_AGO, 50)
    expect(second).toMatchObject({ entries: [{ id: 'late' }], more: false, cursor: '{"history":"101"}' })
    expect(await box.listInbox(second.cursor, LONG_AGO, 50)).toMatchObject({ entries: [] })
    const places = stub.requests.flatMap(({ query }) => query.get('startHistoryId') ?? [])
    expect(places).toEqual(['100', '101'])
    await stub.close()
  })
})
