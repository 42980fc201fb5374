import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recognize } from '#domain/inbox/recognize-message.ts'
import type { InboxMail, OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { folderOf, newSandbox, orderFault } from '#sandbox/test-clients.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import { readInboxPage } from '#tests/support/inbox-page.ts'
import { mailHostGrant } from '#tests/support/mail-host-mailbox.ts'
import { createSmtp } from './smtp.ts'

const NOOR = 'noor@riverside-choir.test'
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const POLL = { timeout: 60_000 }

let sandbox: Awaited<ReturnType<typeof newSandbox>>
let box: OpenMailbox
beforeEach(async () => {
  sandbox = await newSandbox({ returnMailMs: 0, mailHost: { smtpPort: 0, imapPort: 0 } })
  const { certificateFile: caFile } = sandbox.mailHost!
  const stored = JSON.stringify(mailHostGrant(sandbox.mailHost!, NOOR))
  const provider = createSmtp({ allowPrivate: true, sandboxed: false, caFile, timeoutMs: 60_000, now: Date.now })
  box = provider.openMailbox(stored, grantKeeper(stored))
})
afterEach(() => sandbox.drop())

const message = (to: string): OutgoingMessage => ({
  from: { name: 'Noor', address: NOOR },
  to: { name: 'Bo', address: to },
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
})

const inbox = () => folderOf(sandbox.url, 'smtp', NOOR, 'inbox')
const order = (fault: FaultOrder) => orderFault(sandbox.url, { vendor: 'smtp', ...fault })

/** Sends an email and waits for what comes back. */
async function send(to: string, returns = 1) {
  const before = (await inbox()).length
  await box.send(message(to))
  await expect.poll(async () => (await inbox()).length, POLL).toBe(before + returns)
}

/** Everything readable from a cursor on. */
async function readAll(from: string | null = null, since = LONG_AGO) {
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

describe('reading an inbox by IMAP', () => {
  it('distinguishes bounces, replies, delays and out-of-office notes', async () => {
    const expected = {
      'bounce@x.test': { what: 'bounce', bounces: [{ kind: 'address', code: '5.1.1', recipients: ['bounce@x.test'] }] },
      'soft-bounce@x.test': { what: 'bounce', bounces: [{ kind: 'passing', code: '5.2.2' }] },
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
    let { cursor } = await readAll()
    for (const [to, what] of Object.entries(expected)) {
      await send(to)
      const read = await readAll(cursor)
      cursor = read.cursor
      const [mail] = read.mails
      expect(read.mails, to).toHaveLength(1)
      expect(mail && recognize(mail, mail.report, NOOR), to).toMatchObject(what)
    }
  })

  it('downloads the text of reports and automatic replies only, and the headers of other email', async () => {
    await send('reply@x.test')
    const { mails } = await readAll()
    expect(mails.map(({ report }) => report)).toEqual([null])
    expect(JSON.stringify(mails)).not.toContain('come back to you')
  })

  it('shows one email to its user, and null for an email that was deleted', async () => {
    await send('reply-de@x.test')
    const [mail] = (await readAll()).mails
    const shown = await box.readMail(mail?.id ?? '', NOOR)
    expect(shown).toMatchObject({ subject: 'Re: Grüße', text: expect.stringContaining('rufen Sie mich bitte an') })
    expect(shown?.link).toBeNull()
    const [validity = ''] = (mail?.id ?? '').split('.')
    expect(await box.readMail(`${validity}.999`, NOOR)).toBeNull()
    expect(await box.readInboxMail({ id: `${validity}.999` })).toBeNull()
    expect(await box.readMail('gone', NOOR)).toBeNull()
  })

  it('returns small pages', async () => {
    await Promise.all(Array.from({ length: 60 }, () => box.send(message('reply@x.test'))))
    await expect.poll(async () => (await inbox()).length, POLL).toBe(60)
    const { mails, pages } = await readAll()
    expect(new Set(mails.map(({ id }) => id)).size).toBe(60)
    expect(pages).toBe(2)
  })

  it('starts again from a date when UIDVALIDITY has changed, and misses nothing', async () => {
    await send('bounce@x.test')
    const { cursor, mails: before } = await readAll()
    await send('reply@x.test')
    await order({ kind: 'resync' })
    const listing = await box.listInbox(cursor, LONG_AGO, 50)
    expect(listing).toMatchObject({ restarted: true, entries: [{}, {}] })
    expect(await box.readInboxMail({ id: before[0]?.id ?? '' })).toBeNull()
    expect((await readAll('garbage')).mails).toHaveLength(2)
  })

  it('lists what arrived between two moments', async () => {
    await send('reply@x.test')
    const [mail] = (await readAll()).mails
    const at = mail?.receivedAt.getTime() ?? 0
    const between = (from: number, to: number, size = 10) =>
      box.listInboxBetween(new Date(at + from), new Date(at + to), size)
    expect(await between(-1_000, 1_000)).toEqual([{ id: mail?.id }])
    expect(await between(-2_000, -1_000)).toEqual([])
    expect(await between(-1_000, 1_000, 1)).toBeNull()
  })

  it.each([
    [{ kind: 'throttled' }, 'throttled'],
    [{ kind: 'unavailable' }, 'unavailable'],
    [{ kind: 'cutBefore', count: 2 }, 'unavailable'],
    [{ kind: 'forbidden' }, 'forbidden'],
  ] as const)('reports why it fails: %j', async (fault, kind) => {
    await send('reply@x.test')
    const { cursor } = await readAll()
    await order({ operation: 'changes', ...fault })
    await expect(readInboxPage(box, cursor, LONG_AGO)).rejects.toMatchObject({ kind })
  })

  it.each(['unavailable', 'empty', 'broken'] as const)(
    'does not take the inbox for empty when the search is answered with %s',
    async (kind) => {
      const { cursor } = await readAll()
      await send('reply@x.test')
      await order({ operation: 'search', kind, count: 1 })
      const failed = await readInboxPage(box, cursor, LONG_AGO).then(
        (page) => page,
        () => null,
      )
      const { mails } = await readAll(failed?.cursor ?? cursor)
      expect([...(failed?.mails ?? []), ...mails]).toHaveLength(1)
    },
  )

  it('counts the recipients of emails that were sent since a moment', async () => {
    const since = new Date(Date.now() - 60_000)
    await box.send({ ...message('a@x.test'), cc: [{ name: '', address: 'b@x.test' }] })
    await expect.poll(() => box.countSent?.(since)).toBe(2)
    expect(await box.countSent?.(new Date(Date.now() + 60_000))).toBe(0)
  })
})
