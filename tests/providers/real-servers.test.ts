import type { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { imapClient, smtpClient } from '#sandbox/smtp/mail-clients.ts'
import {
  lacksRealServers,
  MAIL_SERVER_PAIRS,
  REAL_USERS,
  type RealMailServers,
  startMailServers,
} from '../support/real-mail-servers.ts'

const [ADA, BO] = REAL_USERS as [(typeof REAL_USERS)[number], (typeof REAL_USERS)[number]]

/** ms; longer than any delivery on this machine takes */
const POLL = { timeout: 30_000 }

describe.skipIf(lacksRealServers()).each(MAIL_SERVER_PAIRS)('$name', (pair) => {
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

  const email = (to: string, subject: string) => ({ from: ADA.email, to, subject, text: 'Hello' })

  /** Subjects in a mailbox's INBOX, as a new connection sees them. */
  async function inboxOf(user: typeof ADA): Promise<(string | undefined)[]> {
    const client = await imap(user)
    const { exists } = await client.mailboxOpen('INBOX')
    const all = exists === 0 ? [] : await client.fetchAll('1:*', { envelope: true })
    await client.logout()
    return all.map(({ envelope }) => envelope?.subject)
  }

  it.each([false, true])('signs a mailbox in by its password (STARTTLS: %s)', async (startTls) => {
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

  it('delivers an email to a colleague under its own Message-ID', async () => {
    const { messageId, response } = await smtp(ADA).sendMail(email(BO.email, 'To Bo'))
    expect(response).toMatch(/^250 /)
    await expect.poll(() => inboxOf(BO), POLL).toContain('To Bo')
    const client = await imap(BO)
    await client.mailboxOpen('INBOX')
    expect(await client.search({ header: { 'message-id': messageId } }, { uid: true })).toHaveLength(1)
  })

  it('reports to the sender that an address does not exist', async () => {
    await smtp(ADA).sendMail(email('nobody@elsewhere.test', 'To nobody'))
    await expect
      .poll(async () => (await inboxOf(ADA)).some((subject) => /undeliver|failed|returned/i.test(subject ?? '')), POLL)
      .toBe(true)
  })

  it('has a folder for sent email and files no copy in it by itself', async () => {
    const client = await imap(ADA)
    const sent = (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')
    expect(sent?.path).toBe('Sent')
    expect((await client.mailboxOpen('Sent')).exists).toBe(0)
  })

  it('files a copy in Sent, and another connection finds it after NOOP, from the UID written down before', async () => {
    const [one, other] = [await imap(ADA), await imap(ADA)]
    const { uidNext } = await one.mailboxOpen('Sent')
    const id = `<copy-${pair.name.length}@real.test>`
    const filed = await other.append('Sent', `Message-ID: ${id}\r\nSubject: Copy\r\n\r\nHello\r\n`, ['\\Seen'])
    await one.noop()
    const query = { header: { 'message-id': id }, uid: `${uidNext}:*` }
    expect(await one.search(query, { uid: true })).toEqual([filed && filed.uid])
  })
})
