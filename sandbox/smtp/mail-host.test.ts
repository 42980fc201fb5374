import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultOrder } from '../faults.ts'
import type { MailHostAddress } from '../sandbox.ts'
import { folderOf, newSandbox, orderFault } from '../test-clients.ts'
import { smtpClient } from './test-mail-clients.ts'

const USER = 'noor@riverside-choir.test'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
let host: MailHostAddress
beforeEach(async () => {
  sandbox = await newSandbox({ mailHost: { smtpPort: 0, imapPort: 0 } })
  host = sandbox.mailHost!
})
afterEach(() => sandbox.drop())

const mail = (to: string, more = {}) => ({
  from: `Noor <${USER}>`,
  to,
  subject: 'Spring concert – Grüße',
  text: 'Hello',
  html: '<p>Hello</p>',
  ...more,
})

const order = (fault: FaultOrder) => orderFault(sandbox.url, { vendor: 'smtp', ...fault })
const sent = () => folderOf(sandbox.url, 'smtp', USER)
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'sent',
    (error: Record<string, unknown>) => error,
  )

describe('the SMTP server of the sandbox', () => {
  it.each([false, true])(
    'accepts an email from the mailbox and keeps its Message-ID (STARTTLS: %s)',
    async (startTls) => {
      const { messageId, response } = await smtpClient(host, USER, { startTls }).sendMail(mail('ada@contoso.test'))
      expect(response).toMatch(/^250 2\.0\.0 Ok: queued as [0-9A-F]{16}$/)
      expect(await sent()).toMatchObject([
        { internetMessageId: messageId, via: 'send', subject: 'Spring concert – Grüße' },
      ])
    },
  )

  it('stores recipients that only the envelope names as BCC', async () => {
    await smtpClient(host, USER).sendMail(mail('a@y.test', { cc: 'b@y.test', bcc: ['c@y.test', USER] }))
    expect(await sent()).toMatchObject([
      {
        to: [{ address: 'a@y.test' }],
        cc: [{ address: 'b@y.test' }],
        bcc: [{ address: 'c@y.test' }, { address: USER }],
      },
    ])
  })

  it('refuses a wrong password, a foreign sender and an unknown recipient', async () => {
    const wrong = await failureOf(smtpClient(host, USER, { password: 'guess' }).sendMail(mail('a@y.test')))
    expect(wrong).toMatchObject({ code: 'EAUTH', responseCode: 535 })
    const foreign = await failureOf(smtpClient(host, USER).sendMail(mail('a@y.test', { from: 'x@elsewhere.test' })))
    expect(foreign).toMatchObject({ code: 'EENVELOPE', responseCode: 553 })
    const { accepted, rejected } = await smtpClient(host, USER).sendMail(mail('a@y.test, refused@y.test'))
    expect([accepted, rejected]).toEqual([['a@y.test'], ['refused@y.test']])
    expect(await sent()).toHaveLength(1)
  })

  it('delivers to mailboxes of the sandbox at every provider', async () => {
    await smtpClient(host, USER).sendMail(mail('ada@contoso.test, maria@studio-sol.test, demo@sandbox.mergewell.test'))
    const inbox = (vendor: string, email: string) => () => folderOf(sandbox.url, vendor, email, 'inbox')
    await expect.poll(inbox('microsoft', 'ada@contoso.test')).toHaveLength(1)
    await expect.poll(inbox('google', 'maria@studio-sol.test')).toHaveLength(1)
    await expect.poll(inbox('smtp', 'demo@sandbox.mergewell.test')).toHaveLength(1)
  })

  it.each([
    ['throttled', { kind: 'throttled' }, { code: 'EENVELOPE', responseCode: 450 }, 0],
    [
      'a refusal with a configured text',
      { kind: 'badRequest', status: 571, code: '5.7.1', message: 'No' },
      { response: '571 5.7.1 No' },
      0,
    ],
    ['421 after the dot', { kind: 'unavailable', status: 421, done: true }, { code: 'EMESSAGE', responseCode: 421 }, 1],
    ['a connection broken after the message', { kind: 'cutAfter' }, { command: 'CONN' }, 1],
    ['a connection broken before the message', { kind: 'cutBefore', stage: 'sender' }, { command: 'CONN' }, 0],
    ['half an answer', { kind: 'broken' }, { command: 'CONN' }, 1],
    ['a page instead of an answer', { kind: 'page', done: true }, { code: 'EMESSAGE' }, 1],
    ['a sign-in that has to wait', { kind: 'throttled', operation: 'signIn' }, { code: 'EAUTH', responseCode: 454 }, 0],
    ['a host that is down', { kind: 'cutBefore', operation: 'connect' }, { command: 'CONN' }, 0],
    ['a host that sends everybody away', { kind: 'unavailable', operation: 'connect' }, { responseCode: 421 }, 0],
  ] as const)('simulates the fault %s', async (_what, fault, failure, taken) => {
    await order({ operation: 'send', ...fault })
    expect(await failureOf(smtpClient(host, USER).sendMail(mail('a@y.test')))).toMatchObject(failure)
    expect(await sent()).toHaveLength(taken)
  })

  it('can answer once too often, so that the answer to the next message cannot be told', async () => {
    await order({ kind: 'twice', operation: 'send' })
    const pool = smtpClient(host, USER)
    await pool.sendMail(mail('a@y.test'))
    expect(await sent()).toHaveLength(1)
  })

  it('can affect only the email with a certain subject, and only the second recipient', async () => {
    await order({ kind: 'unavailable', operation: 'send', subject: 'Second' })
    await order({ kind: 'badRecipient', operation: 'send', after: 1, status: 452 })
    const { rejected } = await smtpClient(host, USER).sendMail(mail('a@y.test, b@y.test'))
    expect(rejected).toEqual(['b@y.test'])
    expect(await failureOf(smtpClient(host, USER).sendMail(mail('c@y.test', { subject: 'Second' })))).toMatchObject({
      responseCode: 451,
    })
  })

  it('is described on the first page, and found by email programs that look for the servers of a domain', async () => {
    const page = await (await fetch(sandbox.url)).text()
    expect(page).toContain(`port ${host.smtpPort} with TLS`)
    expect(page).toContain(`/mailboxes/smtp/${encodeURIComponent(USER)}`)
    const found = await (await fetch(`${sandbox.url}/autoconfig/riverside-choir.test`)).text()
    expect(found).toContain(`<incomingServer type="imap"><hostname>127.0.0.1</hostname><port>${host.imapPort}</port>`)
    expect(readFileSync(host.certificateFile, 'utf8')).toBe(host.certificate)
  })

  it('gets a new password when the old one is revoked', async () => {
    await order({ kind: 'revoked', operation: 'signIn' })
    for (const _time of [1, 2])
      expect(await failureOf(smtpClient(host, USER).sendMail(mail('a@y.test')))).toMatchObject({ responseCode: 535 })
    await smtpClient(host, USER, { password: 'sandbox-2' }).sendMail(mail('a@y.test'))
    expect(await sent()).toHaveLength(1)
  })
})
