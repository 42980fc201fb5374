import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultOrder } from '#sandbox/faults.ts'
import type { MailHostAddress } from '#sandbox/sandbox.ts'
import { folderOf, newSandbox, orderFault } from '#sandbox/test-clients.ts'
import type { Resolve } from '#api/platform/http/outside-fetch.ts'
import { testConnection, type TestedMailbox } from './connection-test.ts'
import { createRoutes, type RouteTo } from './checked-server-address.ts'

const EMAIL = 'noor@riverside-choir.test'
let sandbox: Awaited<ReturnType<typeof newSandbox>>
let host: MailHostAddress
const others: Server[] = []
beforeAll(async () => {
  sandbox = await newSandbox({ mailHost: { smtpPort: 0, imapPort: 0 } })
  host = sandbox.mailHost!
})
afterAll(() => sandbox.drop())
afterEach(() => Promise.all(others.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))))

const server = (port: number, more: Partial<TestedMailbox['smtp']> = {}) =>
  ({ host: host.host, port, security: 'tls', user: EMAIL, ...more }) as const
const mailbox = (more: Partial<TestedMailbox> = {}): TestedMailbox => ({
  email: EMAIL,
  password: 'sandbox',
  smtp: server(host.smtpPort),
  imap: server(host.imapPort),
  ...more,
})
/** The way to servers, as the operator configures it. */
const means = (more: Partial<Parameters<typeof createRoutes>[0]> = {}): RouteTo =>
  createRoutes({ allowPrivate: true, sandboxed: false, caFile: host.certificateFile, ...more })
const order = (fault: FaultOrder) => orderFault(sandbox.url, { vendor: 'smtp', ...fault })

/** States of the steps as a word of letters: passed, warning, failed, skipped. */
const states = ({ steps }: Awaited<ReturnType<typeof testConnection>>) => steps.map(({ state }) => state[0]).join('')
const failureIn = ({ steps }: Awaited<ReturnType<typeof testConnection>>) => {
  const failed = steps.find(({ state }) => state === 'failed')
  return failed && `${failed.step}: ${failed.problem}`
}

/** A server that says this to everybody who connects. */
async function speaker(greeting: string, answer: (line: string) => string = () => ''): Promise<number> {
  const listening = createServer((socket) => {
    socket.write(greeting)
    socket.on('data', (line) => socket.write(answer(line.toString())))
    socket.on('error', () => undefined)
  })
  others.push(listening)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return (listening.address() as AddressInfo).port
}

describe('testConnection, which tests the servers of an SMTP mailbox,', () => {
  it('passes every step at a server that works, and sends nothing', async () => {
    const told: string[] = []
    const test = await testConnection(mailbox(), means(), ({ step }) => told.push(step))
    expect(states(test)).toBe('sssssss'.replaceAll('s', 'p'))
    expect(told).toEqual(test.steps.map(({ step }) => step))
    expect(test.folders).toEqual({ sent: 'Sent', drafts: 'Drafts' })
    expect(await folderOf(sandbox.url, 'smtp', EMAIL)).toEqual([])
    expect(await folderOf(sandbox.url, 'smtp', EMAIL, 'inbox')).toEqual([])
  })

  it('passes over STARTTLS', async () => {
    const test = await testConnection(
      mailbox({
        smtp: server(host.smtpStartTlsPort, { security: 'starttls' }),
        imap: server(host.imapStartTlsPort, { security: 'starttls' }),
      }),
      means(),
    )
    expect(states(test)).toBe('ppppppp')
  })

  it('leaves out the steps that a mailbox without an IMAP server does not need', async () => {
    expect(states(await testConnection(mailbox({ imap: null }), means()))).toBe('pppssss')
  })

  it('tries a wrong password at one server only once', async () => {
    const test = await testConnection(mailbox({ password: 'guess' }), means())
    expect([states(test), failureIn(test)]).toEqual(['pfsssss', 'smtp_sign_in: wrong_password'])
    expect(test.steps[1]).toMatchObject({ answer: expect.stringMatching(/^535/) })
  })

  it('says that the address may not send if the server refuses it as sender', async () => {
    const test = await testConnection(mailbox({ email: 'somebody@elsewhere.test' }), means())
    expect([states(test), failureIn(test)]).toEqual(['ppfssss', 'sender: sender_refused'])
  })

  it('does not report a temporary refusal as a wrong password', async () => {
    await order({ kind: 'throttled', operation: 'signIn' })
    expect(failureIn(await testConnection(mailbox(), means()))).toBe('smtp_sign_in: busy')
  })

  it('checks certificates, and says what is wrong with one', async () => {
    expect(failureIn(await testConnection(mailbox(), means({ caFile: null })))).toBe(
      'smtp_server: certificate_self_signed',
    )
    const resolve: Resolve = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
    const named = mailbox({ smtp: server(host.smtpPort, { host: 'mail.example.test' }) })
    expect(failureIn(await testConnection(named, means({ resolve })))).toBe('smtp_server: certificate_wrong_name')
  })

  it('says what is wrong with the server: no connection, no TLS, another service', async () => {
    const at = async (port: number, security: 'tls' | 'starttls' = 'tls') =>
      failureIn(await testConnection(mailbox({ smtp: server(port, { security }) }), means()))
    expect(await at(1)).toBe('smtp_server: refused')
    expect(await at(host.smtpStartTlsPort)).toBe('smtp_server: no_tls')
    expect(await at(await speaker('SSH-2.0-OpenSSH_9.2\r\n'), 'starttls')).toBe('smtp_server: other_service')
    expect(await at(await speaker('554 Go away\r\n'), 'starttls')).toBe('smtp_server: other_service')
    expect(await at(await speaker('421 Too many\r\n'), 'starttls')).toBe('smtp_server: busy')
    expect(await at(await speaker('220 hi\r\n', () => '250 hi\r\n'), 'starttls')).toBe('smtp_server: no_starttls')
  })

  it('sends nothing over a connection on which somebody sent data before the encryption began', async () => {
    const injected = await speaker('220 hi\r\n', (line) =>
      line.startsWith('EHLO') ? '250-hi\r\n250 STARTTLS\r\n' : '220 go\r\n250 injected\r\n',
    )
    const test = await testConnection(mailbox({ smtp: server(injected, { security: 'starttls' }) }), means())
    expect(failureIn(test)).toBe('smtp_server: other_service')
  })

  it('shows nothing of the answer of a server for another protocol', async () => {
    const port = await speaker('SSH-2.0-secret\r\n')
    const { steps } = await testConnection(mailbox({ smtp: server(port, { security: 'starttls' }) }), means())
    expect(JSON.stringify(steps)).not.toContain('secret')
  })

  it('connects to private addresses only if the operator allows it, and in the sandbox to no others', async () => {
    expect(failureIn(await testConnection(mailbox(), means({ allowPrivate: false })))).toBe(
      'smtp_server: inside_address',
    )
    const sandboxed = means({ allowPrivate: false, sandboxed: true })
    expect(states(await testConnection(mailbox(), sandboxed))).toBe('ppppppp')
    const outside = mailbox({ smtp: server(465, { host: '192.0.2.1' }) })
    expect(failureIn(await testConnection(outside, sandboxed))).toBe('smtp_server: sandbox_only')
  })

  it('distinguishes a wrong password at the IMAP server from a busy IMAP server', async () => {
    const other = mailbox({ imap: server(host.imapPort, { user: 'nobody' }) })
    expect(failureIn(await testConnection(other, means()))).toBe('imap_sign_in: wrong_password')
    expect(failureIn(await testConnection(mailbox({ imap: server(1) }), means()))).toBe('imap_server: refused')
  })
})
