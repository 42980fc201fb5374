import type { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SmtpGrant } from '#api/providers/smtp/mailbox-credentials.ts'
import { createSmtp } from '#api/providers/smtp/smtp.ts'
import type { OAuthSignIn, OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import { imapClient, smtpClient } from '#sandbox/smtp/test-mail-clients.ts'
import { startCuttingProxy } from '../support/connection-cutting-proxy.ts'
import { grantKeeper } from '../support/grants.ts'
import {
  lacksRealServers,
  MAIL_SERVER_PAIRS,
  REAL_USERS,
  type RealMailServers,
  startMailServers,
} from '../support/real-mail-servers.ts'

const [ADA, BO] = REAL_USERS as [(typeof REAL_USERS)[number], (typeof REAL_USERS)[number]]

const logIdOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** ms; longer than any delivery on this machine takes */
const POLL = { timeout: 30_000 }

describe.skipIf(lacksRealServers()).each(MAIL_SERVER_PAIRS)('the mail servers $name', (pair) => {
  let servers: RealMailServers
  beforeAll(async () => {
    servers = await startMailServers(pair)
  })
  afterAll(() => servers?.stop())
  const clients: ImapFlow[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })

  async function imap({ email, password }: typeof ADA, options = {}): Promise<ImapFlow> {
    const client = await imapClient(servers.address, email, { password, ...options })
    clients.push(client)
    return client
  }

  const smtp = ({ email, password }: typeof ADA, options = {}) =>
    smtpClient(servers.address, email, { password, ...options })

  const plain = (to: string, subject: string) => ({ from: ADA.email, to, subject, text: 'Hello' })

  /** Subjects in a mailbox's INBOX, as a new connection sees them. */
  async function inboxOf(user: typeof ADA): Promise<(string | undefined)[]> {
    const client = await imap(user)
    const { exists } = await client.mailboxOpen('INBOX')
    const all = exists === 0 ? [] : await client.fetchAll('1:*', { envelope: true })
    await client.logout()
    return all.map(({ envelope }) => envelope?.subject)
  }

  it.each([false, true])('sign a mailbox in by its password (STARTTLS: %s)', async (startTls) => {
    await expect(smtp(ADA, { startTls }).verify()).resolves.toBe(true)
    await expect(smtp({ ...ADA, password: 'guess' }, { startTls }).verify()).rejects.toMatchObject({
      code: 'EAUTH',
      responseCode: 535,
    })
    expect((await imap(ADA, { startTls })).authenticated).toBe(true)
    await expect(imap({ ...ADA, password: 'guess' }, { startTls })).rejects.toMatchObject({
      authenticationFailed: true,
    })
  })

  it('deliver an email to a colleague under its own Message-ID', async () => {
    const { messageId, response } = await smtp(ADA).sendMail(plain(BO.email, 'To Bo'))
    expect(response).toMatch(/^250 /)
    await expect.poll(() => inboxOf(BO), POLL).toContain('To Bo')
    const client = await imap(BO)
    await client.mailboxOpen('INBOX')
    expect(await client.search({ header: { 'message-id': messageId } }, { uid: true })).toHaveLength(1)
  })

  it('report to the sender that an address does not exist', async () => {
    await smtp(ADA).sendMail(plain('nobody@elsewhere.test', 'To nobody'))
    await expect
      .poll(async () => (await inboxOf(ADA)).some((subject) => /undeliver|failed|returned/i.test(subject ?? '')), POLL)
      .toBe(true)
  })

  it('have a folder for sent email, and store no copy there by themselves', async () => {
    const client = await imap(ADA)
    const sent = (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')
    expect(sent?.path).toBe('Sent')
    expect((await client.mailboxOpen('Sent')).exists).toBe(0)
  })

  it('store a copy in Sent that another connection finds after NOOP, from the UID noted before', async () => {
    const [one, other] = [await imap(ADA), await imap(ADA)]
    const { uidNext } = await one.mailboxOpen('Sent')
    const id = `<copy-${pair.name.length}@real.test>`
    const filed = await other.append('Sent', `Message-ID: ${id}\r\nSubject: Copy\r\n\r\nHello\r\n`, ['\\Seen'])
    await one.noop()
    const query = { header: { 'message-id': id }, uid: `${uidNext}:*` }
    expect(await one.search(query, { uid: true })).toEqual([filed && filed.uid])
  })

  describe('a connected mailbox', () => {
    /** Opens Ada's mailbox, by another SMTP port if one is given. */
    function connected(
      { sent, ...options }: { copyToSelf?: boolean; sent?: string } = {},
      smtpPort = servers.address.smtpPort,
    ): OpenMailbox {
      const { host, imapPort } = servers.address
      const server = { host, user: ADA.email, security: 'tls' } as const
      const grant = JSON.stringify({
        ...{ version: 1, password: ADA.password, keepsCopy: false },
        folders: sent === undefined ? null : { sent, drafts: null },
        smtp: { ...server, port: smtpPort },
        imap: { ...server, port: imapPort },
      } satisfies SmtpGrant)
      return createSmtp({
        ...{
          allowPrivate: true,
          sandboxed: false,
          caFile: servers.address.certificateFile,
          looksMs: [0, 500, 1_000, 2_000],
        },
        now: Date.now,
      }).openMailbox(grant, grantKeeper(grant), options)
    }

    const outgoing = (number: number, to = BO.email, html = '<p>Hello</p>'): OutgoingMessage => ({
      from: { name: 'Ada', address: ADA.email },
      to: { name: '', address: to },
      subject: `Number ${number}`,
      mark: { logId: logIdOf(number), attempt: 1 },
      html,
      text: 'Hello',
      headers: [],
      attachments: [],
    })

    const marksIn = async (box: OpenMailbox) =>
      (await box.findMarked(new Date(Date.now() - 600_000))).map(({ logId }) => logId).toSorted()

    it('sends 50 emails, each of which arrives once and is in Sent once', async () => {
      const box = connected()
      const before = new Set(await marksIn(box))
      for (let number = 100; number < 150; number++) await box.send(outgoing(number))
      const ids = Array.from({ length: 50 }, (_, index) => logIdOf(100 + index))
      await expect.poll(async () => (await marksIn(box)).filter((id) => !before.has(id)), POLL).toEqual(ids)
      const numbers = async () =>
        (await inboxOf(BO)).filter((subject) => /^Number 1\d\d$/.test(subject ?? '')).toSorted()
      await expect.poll(numbers, POLL).toEqual(ids.map((_id, index) => `Number ${100 + index}`))
    })

    it('finds out whether an email was sent despite a lost answer if it sends a copy to itself, and else leaves it uncertain', async () => {
      const proxy = await startCuttingProxy(servers.address.smtpPort, 60_000)
      const large = `<p>${'A long email. '.repeat(10_000)}</p>`
      await connected({ copyToSelf: true }, proxy.port).send(outgoing(200, BO.email, large))
      await expect(connected({}, proxy.port).send(outgoing(201, BO.email, large))).rejects.toMatchObject({
        kind: 'uncertain',
      })
      await expect.poll(() => inboxOf(BO), POLL).toEqual(expect.arrayContaining(['Number 200', 'Number 201']))
      await proxy.close()
    })

    it('lists what arrives, and reads a bounce report and a reply', async () => {
      const box = connected()
      const since = new Date(Date.now() - 600_000)
      const start = await box.listInbox(null, since, 100)
      await box.send(outgoing(300, 'nobody@elsewhere.test'))
      await smtp(BO).sendMail({ from: BO.email, to: ADA.email, subject: 'Re: Number 300', text: 'Thanks!' })
      const arrived = async () => {
        const { entries } = await box.listInbox(start.cursor, since, 100)
        return Promise.all(entries.map((entry) => box.readInboxMail(entry)))
      }
      await expect.poll(async () => (await arrived()).length, POLL).toBeGreaterThanOrEqual(2)
      const emails = await arrived()
      const reports = emails.flatMap((each) => each?.report?.status ?? [])
      expect(reports.join('\n')).toMatch(/final-recipient:.*nobody@elsewhere\.test/i)
      const reply = emails.find((each) => each?.from === BO.email)
      expect(await box.readMail(reply!.id, ADA.email)).toMatchObject({
        subject: 'Re: Number 300',
        text: expect.stringContaining('Thanks!'),
      })
    })

    it('stores copies in a folder whose name is in another language, also after it was created anew', async () => {
      const sent = 'Gesendete Objekte & Äpfel 送信済み'
      const client = await imap(ADA)
      await client.mailboxCreate(sent)
      const box = connected({ sent })
      const copies = async () => {
        const other = await imap(ADA)
        const { exists } = await other.mailboxOpen(sent)
        await other.logout()
        return exists
      }
      await box.send(outgoing(500))
      await expect.poll(copies, POLL).toBe(1)
      expect(await marksIn(box)).toContain(logIdOf(500))
      await client.mailboxDelete(sent)
      await client.mailboxCreate(sent)
      await box.send(outgoing(501))
      await expect.poll(copies, POLL).toBe(1)
      // For a while Dovecot shows a session that had the old folder open that one, also by STATUS.
      await expect.poll(() => marksIn(box), POLL).toEqual([logIdOf(501)])
    })

    it('lists what is new after emails were moved and deleted, and treats those as gone', async () => {
      const box = connected()
      const since = new Date(Date.now() - 600_000)
      const start = await box.listInbox(null, since, 100)
      const arrive = async (subject: string) => {
        await smtp(BO).sendMail({ from: BO.email, to: ADA.email, subject, text: 'Hello' })
        await expect.poll(() => inboxOf(ADA), POLL).toContain(subject)
      }
      for (const subject of ['To be moved', 'To be deleted', 'To stay']) await arrive(subject)
      const { entries, cursor } = await box.listInbox(start.cursor, since, 100)
      expect(entries).toHaveLength(3)
      const client = await imap(ADA)
      await client.mailboxCreate('Später & mehr')
      await client.mailboxOpen('INBOX')
      const moved = await client.messageMove({ subject: 'To be moved' }, 'Später & mehr')
      expect(moved).toMatchObject({ destination: 'Später & mehr' })
      expect(await client.messageDelete({ subject: 'To be deleted' })).toBe(true)
      await client.logout()
      // A process that has just started. Servers may show a connection that has the folder open what was there before.
      const restarted = connected()
      const mails = await Promise.all(entries.map((entry) => restarted.readInboxMail(entry)))
      expect(mails.map((mail) => mail?.subject ?? null)).toEqual([null, null, 'To stay'])
      await arrive('After that')
      const news = await restarted.listInbox(cursor, since, 100)
      expect(news).toMatchObject({ restarted: false, entries: [{}] })
      expect(await restarted.readInboxMail(news.entries[0]!)).toMatchObject({ subject: 'After that' })
    })

    it.skipIf(!pair.announces)('is notified of a new email at once', async () => {
      const stop = new AbortController()
      const news = vi.fn<() => void>()
      const watching = connected().watchInbox?.(news, stop.signal)
      await expect
        .poll(async () => {
          await smtp(BO).sendMail({ from: BO.email, to: ADA.email, subject: 'News', text: 'Hello' })
          return news.mock.calls.length
        }, POLL)
        .toBeGreaterThan(0)
      stop.abort()
      await watching
    })

    it.skipIf(!pair.tokenOf)(
      'sends and reads with an access token, and gets a new one when it has expired',
      async () => {
        const { host, smtpPort, imapPort, certificateFile: caFile } = servers.address
        const tokenOf = (ms: number) => pair.tokenOf!(ADA.email, new Date(Date.now() + ms))
        let token = tokenOf(-60_000)
        const renew = async () => (token = tokenOf(600_000))
        const access = { token: async () => token, renew: vi.fn<typeof renew>(renew), refresh: renew }
        const server = { host, user: ADA.email, security: 'tls' } as const
        const grant = JSON.stringify({
          ...{ version: 1, password: '', folders: null, keepsCopy: false },
          ...{ smtp: { ...server, port: smtpPort }, imap: { ...server, port: imapPort } },
          tokens: { provider: 'microsoft', grant: 'of the provider' },
        } satisfies SmtpGrant)
        const signInOf = () => ({ openTokens: () => access }) as unknown as OAuthSignIn
        const options = { allowPrivate: true, sandboxed: false, caFile, signInOf, now: Date.now }
        const box = createSmtp(options).openMailbox(grant, grantKeeper(grant))
        await box.send(outgoing(400))
        expect(access.renew).toHaveBeenCalledTimes(1)
        await expect.poll(() => marksIn(box), POLL).toContain(logIdOf(400))
        await expect.poll(() => inboxOf(BO), POLL).toContain('Number 400')
        // The server of the inbox is asked with an expired token too.
        token = tokenOf(-60_000)
        const again = createSmtp(options).openMailbox(grant, grantKeeper(grant))
        await again.listInbox(null, new Date(0), 1)
        expect(access.renew).toHaveBeenCalledTimes(2)
      },
    )
  })
})
