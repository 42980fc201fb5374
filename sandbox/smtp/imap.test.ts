import type { ImapFlow } from 'imapflow'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultOrder } from '../faults.ts'
import type { MailHostAddress } from '../sandbox.ts'
import { folderOf, newSandbox, orderFault } from '../test-clients.ts'
import { imapClient, smtpClient } from './test-mail-clients.ts'

const USER = 'noor@riverside-choir.test'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
let host: MailHostAddress
const clients: ImapFlow[] = []
beforeEach(async () => {
  sandbox = await newSandbox({ mailHost: { smtpPort: 0, imapPort: 0 } })
  host = sandbox.mailHost!
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await sandbox.drop()
})

async function imap(user = USER, options = {}): Promise<ImapFlow> {
  const client = await imapClient(host, user, options)
  clients.push(client)
  return client
}

const order = (fault: FaultOrder) => orderFault(sandbox.url, { vendor: 'smtp', ...fault })

const mime = (id: string, more: readonly string[] = [], body = 'Hello') =>
  [`From: ${USER}`, 'To: ada@contoso.test', `Message-ID: <${id}>`, 'Subject: Rehearsal', ...more, '', body, ''].join(
    '\r\n',
  )

const fileInSent = async (client: ImapFlow, ...ids: string[]) => {
  for (const id of ids) await client.append('Sent', mime(id), ['\\Seen'])
}

const find = (client: ImapFlow, id: string) => client.search({ header: { 'message-id': `<${id}>` } }, { uid: true })

/** Delivers a message of several parts to the inbox unchanged. */
const deliver = (raw: string) =>
  fetch(`${sandbox.url}/mailboxes/${USER}/inbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'message/rfc822' },
    body: raw,
  })

describe('the IMAP server of the sandbox', () => {
  it.each([false, true])('signs in with the password only, and never without TLS (STARTTLS: %s)', async (startTls) => {
    const client = await imap(USER, { startTls })
    expect(client.authenticated).toBe(true)
    await expect(imap(USER, { startTls, password: 'guess' })).rejects.toMatchObject({
      authenticationFailed: true,
      serverResponseCode: 'AUTHENTICATIONFAILED',
    })
  })

  it.each([
    [USER, ['INBOX \\Inbox', 'Sent \\Sent', 'Drafts \\Drafts', 'Archive \\Archive']],
    ['noor@de.choir.test', ['INBOX \\Inbox', 'Gesendet \\Sent', 'Entwürfe \\Drafts', 'Archiv \\Archive']],
  ])('lists the folders of %s with their purpose', async (user, folders) => {
    const listed = await (await imap(user)).list()
    expect(listed.map(({ path, specialUse }) => `${path} ${specialUse}`)).toEqual(folders)
    expect(listed.map(({ specialUseSource }) => specialUseSource).slice(1)).toEqual([
      'extension',
      'extension',
      'extension',
    ])
  })

  it('lists folders without their purpose, which only the names show, in a domain configured so', async () => {
    const [, ...others] = await (await imap('noor@plain.choir.test')).list()
    expect(others.map(({ specialUseSource }) => specialUseSource)).toEqual(['name', 'name', 'name'])
  })

  it('stores a copy of an email in Sent once, under the UID that APPEND returns', async () => {
    const { messageId } = await smtpClient(host, USER).sendMail({
      from: USER,
      to: 'a@y.test',
      subject: 'Hi',
      text: 'Hi',
    })
    const client = await imap()
    const status = await client.status('Sent', { uidNext: true })
    const { uidNext } = status || {}
    const id = messageId.slice(1, -1)
    const appended = await client.append('Sent', mime(id), ['\\Seen'])
    expect(appended).toMatchObject({ destination: 'Sent', uid: uidNext })
    await client.mailboxOpen('Sent')
    expect(await find(client, id)).toEqual([uidNext])
    expect(await folderOf(sandbox.url, 'smtp', USER)).toMatchObject([{ internetMessageId: messageId, via: 'send' }])
    await client.append('Sent', mime(id))
    expect(await folderOf(sandbox.url, 'smtp', USER)).toHaveLength(2)
  })

  it('shows no copy that no client stored, except where the host stores one itself', async () => {
    for (const [user, count] of [
      [USER, 0],
      ['noor@keeps.choir.test', 1],
    ] as const) {
      const { messageId } = await smtpClient(host, user).sendMail({
        from: user,
        to: 'a@y.test',
        subject: 'Hi',
        text: 'Hi',
      })
      const client = await imap(user)
      await client.mailboxOpen('Sent')
      expect(await find(client, messageId.slice(1, -1))).toHaveLength(count)
    }
  })

  it('tells a connection of a new message only when it asks, as Dovecot does', async () => {
    const [one, other] = [await imap(), await imap()]
    await one.mailboxOpen('Sent')
    await fileInSent(other, 'late@y.test')
    expect(await find(one, 'late@y.test')).toEqual([])
    await one.noop()
    expect(await find(one, 'late@y.test')).toHaveLength(1)
  })

  it('tells a connection in IDLE of a reply', async () => {
    const client = await imap()
    await client.mailboxOpen('INBOX')
    const told = new Promise((resolve) => client.once('exists', resolve))
    void client.idle()
    await smtpClient(host, USER).sendMail({ from: USER, to: 'reply@y.test', subject: 'Hi', text: 'Hi' })
    expect(await told).toMatchObject({ count: 1, prevCount: 0 })
  })

  it('searches by UID, header, day, flag and text', async () => {
    const client = await imap()
    await fileInSent(client, 'a@y.test', 'b@y.test', 'c@y.test')
    await client.mailboxOpen('Sent')
    const search = (query: object) => client.search(query, { uid: true })
    const all = await search({ all: true })
    if (!Array.isArray(all)) throw new Error('The search was refused.')
    const [first, second, third] = all
    expect(await search({ uid: `${second}:*` })).toEqual([second, third])
    expect(await search({ header: { 'message-id': 'B@Y.TEST' }, uid: `${third}:*` })).toEqual([])
    expect(
      await search({ or: [{ header: { 'message-id': '<a@y.test>' } }, { header: { 'message-id': 'c@y' } }] }),
    ).toEqual([first, third])
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect(await search({ since: day(0), before: day(1) })).toHaveLength(3)
    expect(await search({ before: day(0) })).toEqual([])
    expect(await search({ since: day(1) })).toEqual([])
    await client.messageFlagsAdd(String(second), ['\\Flagged'], { uid: true })
    expect(await search({ flagged: true, subject: 'rehears', body: 'hello', seen: true })).toEqual([second])
    expect(await search({ not: { flagged: true } })).toEqual([first, third])
  })

  it('answers FETCH with envelope, structure, headers, parts and source', async () => {
    const boundary = 'b0'
    const parts = [
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', '', 'Gr=C3=BC=C3=9Fe'],
      ['Content-Type: message/rfc822', '', ...mime('inner@y.test').split('\r\n')],
    ].flatMap((lines) => [`--${boundary}`, ...lines])
    const type = `Content-Type: multipart/mixed; boundary="${boundary}"`
    const raw = mime('outer@y.test', ['References: <one@y.test>', type], [...parts, `--${boundary}--`].join('\r\n'))
    await deliver(raw)
    const client = await imap()
    await client.mailboxOpen('INBOX')
    const found = await client.fetchOne('*', {
      ...{ uid: true, flags: true, envelope: true, bodyStructure: true, internalDate: true, size: true, source: true },
      headers: ['references'],
      bodyParts: ['1', '2.1', '2.header', '1.mime'],
    })
    if (!found) throw new Error('The message was not found.')
    expect(found.source?.toString()).toBe(raw)
    expect([...found.flags!]).toEqual([])
    expect(found.size).toBe(raw.length)
    expect(found.envelope).toMatchObject({
      messageId: '<outer@y.test>',
      subject: 'Rehearsal',
      to: [{ address: 'ada@contoso.test' }],
    })
    expect(found.headers?.toString()).toBe('References: <one@y.test>\r\n\r\n')
    expect(found.bodyStructure).toMatchObject({
      type: 'multipart/mixed',
      childNodes: [
        { part: '1', type: 'text/plain', encoding: 'quoted-printable', parameters: { charset: 'utf-8' } },
        { part: '2', type: 'message/rfc822', envelope: { messageId: '<inner@y.test>' } },
      ],
    })
    const part = (name: string) => found.bodyParts?.get(name)?.toString()
    expect(part('1')).toBe('Gr=C3=BC=C3=9Fe')
    expect(part('2.1')).toBe('Hello\r\n')
    expect(part('2.header')).toContain('Message-ID: <inner@y.test>')
    expect(part('1.mime')).toContain('quoted-printable')
  })

  it('moves and deletes messages, and tells other connections when they ask', async () => {
    const [one, other] = [await imap(), await imap()]
    await fileInSent(one, 'a@y.test', 'b@y.test')
    await other.mailboxOpen('Sent')
    await one.mailboxOpen('Sent')
    const moved = await one.messageMove('1', 'Drafts')
    expect(moved).toMatchObject({ destination: 'Drafts', uidMap: expect.any(Map) })
    await one.messageDelete('1')
    expect(await one.search({ all: true })).toEqual([])
    const gone: number[] = []
    other.on('expunge', ({ seq }) => gone.push(seq ?? 0))
    await other.noop()
    expect(gone).toEqual([2, 1])
  })

  it('refuses bare newlines, unknown folders and changes to a folder opened for reading', async () => {
    const client = await imap()
    await expect(client.append('Sent', 'Subject: x\n\nHi\n')).rejects.toMatchObject({ responseStatus: 'NO' })
    await expect(client.append('Nowhere', mime('a@y.test'))).rejects.toMatchObject({ serverResponseCode: 'TRYCREATE' })
    await expect(client.mailboxOpen('Nowhere')).rejects.toMatchObject({ mailboxMissing: true })
    await fileInSent(client, 'a@y.test')
    await client.mailboxOpen('Sent', { readOnly: true })
    expect(await client.messageDelete('1')).toBe(false)
  })
})

describe("a fault of the sandbox's IMAP server", () => {
  it('refuses a search, which imapflow answers with false and not with an empty result', async () => {
    const client = await imap()
    await client.mailboxOpen('Sent')
    await order({ kind: 'unavailable', operation: 'read' })
    expect(await find(client, 'a@y.test')).toBe(false)
    expect(await find(client, 'a@y.test')).toEqual([])
  })

  it('hides a stored message until a time has passed', async () => {
    const client = await imap()
    await order({ kind: 'hidden', operation: 'append', ms: 60_000 })
    await fileInSent(client, 'late@y.test')
    await client.mailboxOpen('Sent')
    expect(await find(client, 'late@y.test')).toEqual([])
    expect(await folderOf(sandbox.url, 'smtp', USER)).toHaveLength(1)
  })

  it.each([
    ['cutAfter', 1],
    ['cutBefore', 0],
  ] as const)('breaks the connection during an APPEND (%s), after which %i message is stored', async (kind, kept) => {
    await order({ kind, operation: 'append' })
    await expect(fileInSent(await imap(), 'a@y.test')).rejects.toMatchObject({ code: 'NoConnection' })
    expect(await folderOf(sandbox.url, 'smtp', USER)).toHaveLength(kept)
  })

  it.each([
    ['throttled', 'LIMIT'],
    ['unavailable', 'UNAVAILABLE'],
    ['refused', 'AUTHENTICATIONFAILED'],
  ] as const)('refuses a sign-in as %s', async (kind, serverResponseCode) => {
    await order({ kind, operation: 'signIn' })
    await expect(imap()).rejects.toMatchObject({ serverResponseCode })
    await imap()
  })

  it('restores a folder under a new UIDVALIDITY, with new UIDs', async () => {
    const client = await imap()
    await fileInSent(client, 'a@y.test')
    const before = await client.mailboxOpen('Sent')
    const [uid] = (await find(client, 'a@y.test')) as number[]
    await order({ kind: 'resync', operation: 'changes' })
    const after = await (await imap()).mailboxOpen('Sent')
    expect(after.uidValidity).toBe(before.uidValidity + 1n)
    const other = await imap()
    await other.mailboxOpen('Sent')
    expect(await find(other, 'a@y.test')).not.toContain(uid)
  })

  it('affects only the message with a certain subject', async () => {
    await deliver(mime('one@y.test'))
    const client = await imap()
    await client.mailboxOpen('INBOX')
    await order({ kind: 'forbidden', operation: 'read', subject: 'Rehearsal', count: null })
    await expect(client.fetchOne('1', { source: true })).rejects.toMatchObject({ responseText: 'Permission denied.' })
    await order({ kind: 'missing', operation: 'search' })
    expect(await find(client, 'one@y.test')).toEqual([])
    expect(await find(client, 'one@y.test')).toHaveLength(1)
  })

  it('stops the whole server', async () => {
    await order({ kind: 'unavailable', operation: 'connect', count: null })
    await expect(imap()).rejects.toThrow()
  })
})
