import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConnection, type TestedMailbox } from '#api/providers/smtp/connection-test.ts'
import { createRoutes } from '#api/providers/smtp/checked-server-address.ts'
import { imapClient } from '#sandbox/smtp/test-mail-clients.ts'
import {
  lacksRealServers,
  MAIL_SERVER_PAIRS,
  REAL_USERS,
  startMailServers,
  type RealMailServers,
} from '../support/real-mail-servers.ts'

const [ADA] = REAL_USERS as [(typeof REAL_USERS)[number]]

describe.skipIf(lacksRealServers()).each(MAIL_SERVER_PAIRS)('a connection test at $name', (pair) => {
  let servers: RealMailServers
  beforeAll(async () => {
    servers = await startMailServers(pair)
  })
  afterAll(() => servers?.stop())

  function mailbox(security: 'tls' | 'starttls', password = ADA.password): TestedMailbox {
    const { host, smtpPort, smtpStartTlsPort, imapPort, imapStartTlsPort } = servers.address
    const server = { host, security, user: ADA.email }
    return {
      ...{ email: ADA.email, password },
      smtp: { ...server, port: security === 'tls' ? smtpPort : smtpStartTlsPort },
      imap: { ...server, port: security === 'tls' ? imapPort : imapStartTlsPort },
    }
  }
  const run = (tested: TestedMailbox, caFile: string | null = servers.address.certificateFile) =>
    testConnection(tested, createRoutes({ allowPrivate: true, sandboxed: false, caFile }))
  const failures = (test: Awaited<ReturnType<typeof run>>) =>
    test.steps.flatMap(({ step, state, problem }) => (state === 'failed' ? `${step}: ${problem}` : []))

  it.each(['tls', 'starttls'] as const)('passes by %s, and leaves the mailbox as it was', async (security) => {
    const test = await run(mailbox(security))
    expect(test.steps.map(({ state }) => state)).toEqual(test.steps.map(() => 'passed'))
    expect(test.folders).toMatchObject({ sent: 'Sent', drafts: 'Drafts' })
    const client = await imapClient(servers.address, ADA.email, { password: ADA.password })
    expect((await client.mailboxOpen('INBOX')).exists).toBe(0)
    client.close()
  })

  it('distinguishes a wrong password from a certificate that is not trusted', async () => {
    expect(failures(await run(mailbox('tls', 'guess')))).toEqual(['smtp_sign_in: wrong_password'])
    expect(failures(await run(mailbox('tls'), null))).toEqual(['smtp_server: certificate_self_signed'])
  })

  it('names the IMAP server if only that refuses the password', async () => {
    const tested = mailbox('tls')
    const other = { ...tested, imap: tested.imap && { ...tested.imap, user: 'nobody@real.test' } }
    expect(failures(await run(other))).toEqual(['imap_sign_in: wrong_password'])
  })
})
