import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import { manualTimeout, MANUAL_TIMEOUT_MS } from '#tests/support/manual-timeout.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { SmtpGrant } from './mailbox-credentials.ts'
import { startLyingServer, type LyingServer } from '#tests/support/misbehaving-smtp-server.ts'
import { createSmtp } from './smtp.ts'

let liar: LyingServer
let folder: string
let box: OpenMailbox
beforeEach(async () => {
  liar = await startLyingServer()
  folder = mkdtempSync(join(tmpdir(), 'liar-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, liar.certificate)
  const grant: SmtpGrant = {
    version: 1,
    smtp: { host: '127.0.0.1', port: liar.port, security: 'tls', user: 'ada' },
    imap: null,
    password: 'hush',
    folders: null,
    keepsCopy: null,
  }
  const options = { allowPrivate: true, sandboxed: false, caFile, timeoutMs: MANUAL_TIMEOUT_MS, now: Date.now }
  box = createSmtp(options).openMailbox(JSON.stringify(grant), grantKeeper(JSON.stringify(grant)))
})
afterEach(async () => {
  await liar.close()
  rmSync(folder, { recursive: true })
})

const message = (subject: string, change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  from: { name: 'Ada', address: 'ada@example.com' },
  to: { name: 'Bo', address: 'bo@example.com' },
  subject,
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
  ...change,
})

/** Returns how sending ended: `sent`, or the kind of the failure. */
const outcomeOf = (subject: string, change?: Partial<OutgoingMessage>): Promise<string> =>
  box.send(message(subject, change)).then(
    () => 'sent',
    ({ kind }: { kind: string }) => kind,
  )

describe('a faulty SMTP server that accepts a message and then', () => {
  it.each([
    ['closes the connection', { accepted: (socket) => (socket.destroy(), null) }],
    ['ends the connection', { accepted: (socket) => (socket.end(), null) }],
    ['answers 421 and closes', { accepted: (socket) => (socket.end('421 4.3.2 closing\r\n'), null) }],
    ['answers 451', { accepted: () => '451 4.3.0 try again' }],
    ['answers half of 250', { accepted: (socket) => (socket.end('250 2.0.0 queu'), null) }],
    ['answers the beginning of several lines', { accepted: (socket) => (socket.end('250-2.0.0 ok\r\n'), null) }],
    ['answers 354 once more', { accepted: () => '354 go on' }],
    ['answers without a number', { accepted: () => 'OK' }],
    ['answers 299', { accepted: () => '299 ok' }],
    ['answers 250 and 554 in one', { accepted: () => '250-2.0.0 ok\r\n554 5.0.0 no' }],
  ] as [string, LyingServer['scripts'][number]][])(
    '%s leaves that email uncertain, and the next one is sent',
    async (_, lie) => {
      liar.scripts.push(lie, {})
      expect(await outcomeOf('first')).toBe('uncertain')
      expect(await outcomeOf('second')).toBe('sent')
      expect(liar.taken).toEqual(['first', 'second'])
    },
  )

  it('stays silent leaves the email uncertain after a time limit', async () => {
    const limit = manualTimeout()
    liar.scripts.push({ accepted: () => null }, {})
    const sending = outcomeOf('first')
    await eventually('it was taken', async () => liar.taken.length === 1)
    limit.pass()
    expect(await sending).toBe('uncertain')
  })

  it.each([
    ['250 2.0.0 queued\r\n250 2.0.0 queued', 'two answers'],
    ['250 2.0.0 queued\r\n250 ok\r\n250 ok\r\n250 ok', 'four answers'],
  ])('answers %j does not make the next email count as sent because of %s', async (answer) => {
    liar.scripts.push({ accepted: () => answer }, {})
    expect(await outcomeOf('first')).toBe('sent')
    expect(await outcomeOf('second')).toBe('sent')
    expect(liar.taken).toEqual(['first', 'second'])
    expect(liar.connections()).toBe(2)
  })

  it('sends one more answer during the next email does not lose that email or send it twice', async () => {
    liar.scripts.push({}, { MAIL: () => '250 2.0.0 queued\r\n250 2.1.0 ok' }, {})
    expect(await outcomeOf('first')).toBe('sent')
    const second = await outcomeOf('second')
    expect(second).toBe('sent')
    expect(liar.taken).toEqual(['first', 'second'])
    expect(liar.connections()).toBe(2)
  })
})

describe('a faulty SMTP server that does not accept a message and', () => {
  it.each([
    ['closes at MAIL', { MAIL: (socket) => (socket.destroy(), null) }, 'unavailable'],
    ['closes at DATA', { DATA: (socket) => (socket.destroy(), null) }, 'unavailable'],
    ['answers 421 to MAIL', { MAIL: (socket) => (socket.end('421 4.7.0 too many messages\r\n'), null) }, 'throttled'],
    ['answers 250 to DATA', { DATA: () => '250 2.0.0 ok' }, 'unavailable'],
    ['answers 554 to the message', { message: () => '554 5.7.1 looks like spam' }, 'rejected'],
    ['refuses it as too large', { message: () => '552 5.3.4 message too large' }, 'too-large'],
  ] as [string, LyingServer['scripts'][number], string][])('%s leaves no email uncertain', async (_, refusal, kind) => {
    liar.scripts.push(refusal, {})
    expect(await outcomeOf('first')).toBe(kind)
    expect(await outcomeOf('second')).toBe('sent')
    expect(liar.taken).toEqual(['second'])
  })

  it('closes the connection after 354 leaves the email uncertain, since nobody can know', async () => {
    liar.scripts.push({ message: (socket) => (socket.destroy(), null) }, {})
    expect(await outcomeOf('first')).toBe('uncertain')
    expect(liar.taken).toEqual([])
  })

  it('has closed an idle connection gets the email over a new one', async () => {
    liar.scripts.push({}, { MAIL: (socket) => (socket.destroy(), null) }, {})
    expect(await outcomeOf('first')).toBe('sent')
    expect(await outcomeOf('second')).toBe('sent')
    expect(liar.taken).toEqual(['first', 'second'])
  })
})

describe('an email with CC copies, sent by SMTP,', () => {
  const copies = { cc: [{ name: '', address: 'cc@example.com' }] }

  it('is sent although a CC address is refused', async () => {
    liar.scripts.push({ RCPT: (_, line) => (line.includes('cc@') ? '550 5.1.1 unknown' : '250 ok') })
    expect(await outcomeOf('first', copies)).toBe('sent')
  })

  it.each(['550 5.1.1 unknown', '450 4.1.1 later'])(
    'fails for good if its recipient is refused (%s) and CC addresses got it',
    async (answer) => {
      liar.scripts.push({ RCPT: (_, line) => (line.includes('bo@') ? answer : '250 ok') })
      expect(await outcomeOf('first', copies)).toBe('bad-recipient')
      expect(liar.taken).toEqual(['first'])
    },
  )
})
