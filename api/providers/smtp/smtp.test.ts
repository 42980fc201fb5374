import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { folderOf, newSandbox, orderFault } from '#sandbox/test-clients.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mailHostGrant } from '#tests/support/mail-host-mailbox.ts'
import type { SmtpGrant } from './mailbox-credentials.ts'
import { createSmtp } from './smtp.ts'

const LOG = '018f0000-0000-7000-8000-00000000000'

let sandbox: Awaited<ReturnType<typeof newSandbox>>
beforeEach(async () => {
  sandbox = await newSandbox({ mailHost: { smtpPort: 0, imapPort: 0 } })
})
afterEach(() => sandbox.drop())

/** A mailbox at the sandbox's host. */
function mailboxOf(
  email: string,
  change: Partial<SmtpGrant> & { startTls?: boolean; copyToSelf?: boolean; delays?: 'real' } = {},
) {
  const host = sandbox.mailHost!
  const { startTls = false, copyToSelf = false, delays, ...changed } = change
  const grant = mailHostGrant(host, email, changed)
  if (startTls) {
    grant.smtp = { ...grant.smtp, port: host.smtpStartTlsPort, security: 'starttls' }
    grant.imap = { ...grant.smtp, port: host.imapStartTlsPort }
  }
  const provider = createSmtp({
    allowPrivate: true,
    sandboxed: false,
    caFile: host.certificateFile,
    timeoutMs: 60_000,
    ...(delays !== 'real' && { settleDelaysMs: [200, 600], copyDelaysMs: [50, 600] }),
    now: Date.now,
  })
  const saved: string[] = []
  const stored = JSON.stringify(grant)
  const open = () => provider.openMailbox(stored, grantKeeper(stored, saved), { copyToSelf })
  return { box: open(), open, saved, sent: () => folderOf(sandbox.url, 'smtp', email) }
}

const message = (from: string, number = 1, change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  from: { name: 'Noor', address: from },
  to: { name: 'Bo', address: `bo${number}@x.test` },
  subject: 'Grüße',
  messageId: `<mail-${number}@riverside-choir.test>`,
  mark: { logId: `${LOG}${number}`, attempt: 1 },
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
  ...change,
})

const order = (fault: FaultOrder) => orderFault(sandbox.url, { vendor: 'smtp', ...fault })
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'sent',
    ({ kind, message: text, isCertain, retryAfterMs }: Record<string, unknown>) => ({
      kind,
      text,
      isCertain,
      retryAfterMs,
    }),
  )
const marksIn = async (box: OpenMailbox) =>
  (await box.findMarked(new Date(Date.now() - 60_000))).map(({ logId }) => logId)

const NOOR = 'noor@riverside-choir.test'
const COUNTED = 'counted@riverside-choir.test'
/** Mailbox on a host that keeps a copy of each sent email. */
const KEPT = 'noor@keeps.riverside-choir.test'

describe('a mailbox by SMTP and IMAP', () => {
  it.each([false, true])(
    'sends an email once and stores one copy in the Sent folder (STARTTLS: %s)',
    async (startTls) => {
      const { box, sent } = mailboxOf(NOOR, { startTls })
      expect(await box.send(message(NOOR))).toMatchObject({ internetMessageId: '<mail-1@riverside-choir.test>' })
      await box.send(message(NOOR, 2))
      await expect.poll(() => marksIn(box)).toEqual([`${LOG}1`, `${LOG}2`])
      expect(await sent()).toHaveLength(2)
    },
  )

  it('names BCC addresses in the envelope only', async () => {
    const { box, sent } = mailboxOf(NOOR)
    await box.send(
      message(NOOR, 1, { cc: [{ name: '', address: 'cc@x.test' }], bcc: [{ name: '', address: 'bcc@x.test' }] }),
    )
    const [email] = await sent()
    expect(email).toMatchObject({ cc: [{ address: 'cc@x.test' }], bcc: [{ address: 'bcc@x.test' }] })
  })

  it('stores no copy where the host stores one itself, which the first email shows', async () => {
    const { box, saved } = mailboxOf(KEPT, { keepsCopy: null })
    await box.send(message(KEPT))
    await expect.poll(() => saved.length).toBe(1)
    expect(JSON.parse(saved[0]!)).toMatchObject({ keepsCopy: true })
    await box.send(message(KEPT, 2))
    expect(await marksIn(box)).toEqual([`${LOG}1`, `${LOG}2`])
  })

  it("stores no second copy where the host's own copy appears late, nor with later emails", async () => {
    const { box, saved, sent } = mailboxOf(KEPT, { keepsCopy: null })
    await order({ kind: 'hidden', operation: 'send', ms: 400, count: 1 })
    await box.send(message(KEPT))
    await expect.poll(() => saved.length).toBe(1)
    expect(JSON.parse(saved[0]!)).toMatchObject({ keepsCopy: true })
    await box.send(message(KEPT, 2))
    await expect.poll(async () => (await sent()).length).toBe(2)
  })

  it('notices that the host stores no copy, and stores it once', async () => {
    const { box, saved } = mailboxOf(NOOR, { keepsCopy: null })
    await box.send(message(NOOR))
    await expect.poll(() => saved.length).toBe(1)
    expect(JSON.parse(saved[0]!)).toMatchObject({ keepsCopy: false })
    expect(await marksIn(box)).toEqual([`${LOG}1`])
  })

  it('stores a copy only once although the answer to storing it was lost', async () => {
    const { box } = mailboxOf(NOOR)
    await order({ kind: 'cutAfter', operation: 'append' })
    await box.send(message(NOOR))
    await box.send(message(NOOR, 2))
    await expect.poll(() => marksIn(box)).toEqual([`${LOG}1`, `${LOG}2`])
  })

  it('reports an email as uncertain when the connection ends after the message without an answer', async () => {
    const { box } = mailboxOf(NOOR)
    await order({ kind: 'cutAfter', operation: 'send' })
    expect(await failureOf(box.send(message(NOOR)))).toMatchObject({ kind: 'uncertain' })
    expect(await marksIn(box)).toEqual([])
  })

  it.each(['cutAfter', 'broken'] as const)(
    'learns that an email was sent (connection %s) from the copy that the host stores late in the Sent folder',
    async (kind) => {
      const { box, sent } = mailboxOf(KEPT, { keepsCopy: true })
      await order({ kind: 'hidden', operation: 'send', ms: 300, count: 1 })
      await order({ kind, operation: 'send', count: 1 })
      expect(await failureOf(box.send(message(KEPT)))).toBe('sent')
      expect(await sent()).toHaveLength(1)
    },
  )

  itInFull('waits long enough for a host whose own copies appear ten seconds late', async () => {
    const { box, saved, sent } = mailboxOf(KEPT, { keepsCopy: null, delays: 'real' })
    await order({ kind: 'hidden', operation: 'send', ms: 10_000, count: 2 })
    await box.send(message(KEPT))
    await expect.poll(() => saved.length, { timeout: 30_000 }).toBe(1)
    expect(JSON.parse(saved[0]!)).toMatchObject({ keepsCopy: true })
    await order({ kind: 'cutAfter', operation: 'send', count: 1 })
    expect(await failureOf(box.send(message(KEPT, 2)))).toBe('sent')
    expect(await sent()).toHaveLength(2)
  })

  it('learns that an email was sent, although the connection broke, from the copy sent to the mailbox itself', async () => {
    const { box, sent } = mailboxOf(NOOR, { copyToSelf: true })
    await order({ kind: 'cutAfter', operation: 'send' })
    expect(await failureOf(box.send(message(NOOR)))).toBe('sent')
    expect(await sent()).toHaveLength(1)
  })

  it('counts the copy sent to the mailbox itself as a recipient of its own emails', async () => {
    const { box, sent } = mailboxOf(COUNTED)
    await box.send(message(COUNTED))
    await box.send(message(COUNTED, 2, { mark: undefined }))
    await expect.poll(async () => (await sent()).length).toBe(2)
    const since = new Date(Date.now() - 60_000)
    expect(await box.countSent?.(since)).toBe(2)
    expect(await mailboxOf(COUNTED, { copyToSelf: true }).box.countSent?.(since)).toBe(3)
  })

  it.each([
    ['throttled', { kind: 'throttled' }],
    ['quota', { kind: 'quota' }],
    ['bad-recipient', { kind: 'badRecipient' }],
    ['from-refused', { kind: 'forbidden' }],
    ['mailbox-refused', { kind: 'full' }],
    ['mailbox-refused', { kind: 'blocked' }],
    ['rejected', { kind: 'badRequest' }],
    ['sign-in-doubt', { kind: 'unauthorized' }],
    ['uncertain', { kind: 'unavailable' }],
    ['uncertain', { kind: 'cutBefore' }],
    ['uncertain', { kind: 'page' }],
    ['uncertain', { kind: 'unavailable', status: 421 }],
    ['throttled', { kind: 'throttled', operation: 'signIn' }],
    ['unavailable', { kind: 'unavailable', operation: 'signIn' }],
    ['unavailable', { kind: 'unavailable', operation: 'connect' }],
    ['unavailable', { kind: 'cutBefore', operation: 'connect' }],
  ] as const)('fails with the error %s after %o, and then sends again', async (kind, fault) => {
    const { box, sent } = mailboxOf(NOOR)
    await order({ operation: 'send', count: 1, ...fault })
    expect(await failureOf(box.send(message(NOOR)))).toMatchObject({ kind })
    expect(await failureOf(box.send(message(NOOR, 2)))).toBe('sent')
    expect(await sent()).toHaveLength(1)
  })

  it('connects anew at once if the host has ended the session', async () => {
    const { box, sent } = mailboxOf(NOOR)
    await box.send(message(NOOR))
    await order({ kind: 'expired', operation: 'send', count: 1 })
    await box.send(message(NOOR, 2))
    expect(await sent()).toHaveLength(2)
  })

  it('tries a wrong password once, however many emails wait to be sent', async () => {
    const { box } = mailboxOf(NOOR, { password: 'guess' })
    await order({ kind: 'slow', operation: 'signIn', ms: 1, count: 5 })
    const failures = await Promise.all([1, 2, 3].map((number) => failureOf(box.send(message(NOOR, number)))))
    expect(failures).toMatchObject([1, 2, 3].map(() => ({ kind: 'expired', isCertain: true })))
    expect(await failureOf(box.listInbox(null, new Date(0), 10))).toMatchObject({ kind: 'expired' })
    const answer = await fetch(`${sandbox.url}/sandbox/faults`)
    const { faults } = (await answer.json()) as { faults: { count: number }[] }
    expect(faults.map(({ count }) => count)).toEqual([4])
  })

  it('connects to no private address unless the operator allows it', async () => {
    const host = sandbox.mailHost!
    const grant = mailHostGrant(host, NOOR, { imap: null })
    const provider = createSmtp({ allowPrivate: false, sandboxed: false, caFile: host.certificateFile, now: Date.now })
    const stored = JSON.stringify(grant)
    const box = provider.openMailbox(stored, grantKeeper(stored))
    expect(await failureOf(box.send(message(NOOR)))).toMatchObject({ kind: 'mailbox-refused' })
    expect(box.canRead).toBe(false)
  })
})
