import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'
import { composeSystemEmail } from './compose-system-email.ts'
import { invitation } from './system-email-texts.ts'
import { mailboxMailer } from '#api/installation/system-mail-by-mailbox.ts'
import { smtpMailer, SystemEmailRefused } from './system-mailer.ts'

const letter = invitation({
  workspace: 'Acme <b>&',
  by: 'Ann\r\nBcc: all@evil.example',
  link: 'https://m.example/join#t',
})
const email = composeSystemEmail('leo@example.com', letter)

describe('system email through an SMTP server', () => {
  let server: SMTPServer
  let received: Email[]
  let answer: number
  let url: string
  beforeEach(async () => {
    received = []
    answer = 250
    const keep = callbackify(
      async (stream: Readable) => void received.push(await PostalMime.parse(await buffer(stream))),
    )
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        done(username === 'me' && password === 'secret' ? null : new Error('no'), { user: username }),
      onRcptTo: (_to, _session, done) =>
        done(answer === 250 ? null : Object.assign(new Error('no such user'), { responseCode: answer })),
      onData: (stream, _session, done) => keep(stream, done),
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as { port: number }
    url = `smtp://me:secret@127.0.0.1:${port}`
  })
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

  it('is sent as text and HTML from the configured address, with names that stay text', async () => {
    await smtpMailer(url, 'noreply@m.example').send(email)
    const [mail] = received
    expect(mail?.from?.address).toBe('noreply@m.example')
    expect(mail?.subject).toBe('Ann Bcc: all@evil.example invited you to Acme <b>& on Mergewell')
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.text).toContain('Join the workspace: https://m.example/join#t')
    expect(mail?.html).toContain('Acme &lt;b&gt;&amp;')
  })

  it.each([
    [550, true],
    [451, false],
  ])('is given up after the answer %i: %s', async (code, final) => {
    answer = code
    const error = await smtpMailer(url, 'noreply@m.example')
      .send(email)
      .catch((reason: unknown) => reason)
    expect(error instanceof SystemEmailRefused).toBe(final)
    expect(error).toBeInstanceOf(Error)
    expect(received).toEqual([])
  })

  it("is tried again when the server refuses the product's password or does not answer, which the operator can fix", async () => {
    const wrong = url.replace('secret', 'other')
    for (const each of [wrong, 'smtp://127.0.0.1:1']) {
      const error = await smtpMailer(each, 'noreply@m.example')
        .send(email)
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(SystemEmailRefused)
    }
  })
})

describe('system email through a connected mailbox', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ send: false })
  })
  afterAll(() => world.close())

  it('is sent from that mailbox, and counts towards its limits', async () => {
    const owner = await world.signUp()
    await world.connect(owner, 'microsoft', 'office@sandbox.test')
    await mailboxMailer(() => world.app, 'Office@sandbox.test').send(email)
    expect(await world.accepted('office@sandbox.test')).toMatchObject([
      { recipient: 'leo@example.com', subject: email.subject },
    ])
    const [row] = await world.app.database.asSystem((em) =>
      em.execute<{ units: number }[]>('select sum(units)::int as units from ledger_counts'),
    )
    expect(row?.units).toBeGreaterThan(0)
  })

  it('waits while the mailbox that was connected first is broken, and uses no other mailbox of the same address', async () => {
    const [owner, stranger] = [await world.signUp(), await world.signUp()]
    await world.connect(owner, 'microsoft', 'desk@sandbox.test')
    await world.connect(stranger, 'microsoft', 'desk@sandbox.test')
    const setStatus = (status: string) =>
      world.app.database.inTenant(owner.tenantId, (em) =>
        em.execute('update mailboxes set status = :status where tenant_id = :tenantId', {
          status,
          tenantId: owner.tenantId,
        }),
      )
    await setStatus('error')
    const mailer = mailboxMailer(() => world.app, 'desk@sandbox.test')
    await expect(mailer.send(email)).rejects.toThrow('needs to be reconnected')
    expect(await world.accepted('desk@sandbox.test')).toEqual([])
    await setStatus('connected')
    await mailer.send(email)
    expect(await world.accepted('desk@sandbox.test')).toHaveLength(1)
  })

  it('waits while no such mailbox is connected', async () => {
    await expect(mailboxMailer(() => world.app, 'nobody@sandbox.test').send(email)).rejects.toThrow('SYSTEM_MAILBOX')
  })
})
