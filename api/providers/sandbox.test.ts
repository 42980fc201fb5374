import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptConsent, askingFor } from '#sandbox/consent-decisions.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { folderOf, newSandbox, orderFault } from '#sandbox/test-clients.ts'
import type { SentSummary } from '#sandbox/test-clients.ts'
import { grantKeeper } from '#tests/support/grants.ts'
import { manualTimeout } from '#tests/support/manual-timeout.ts'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import type { OpenMailbox, SignInMailProvider, OutgoingMessage, ProviderAccount } from '#api/sending/provider.ts'
import { createGoogle } from './google/google.ts'
import { createMicrosoft } from './microsoft/microsoft.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const REDIRECT = 'http://127.0.0.1:4000/auth/callback'
const SEND_ONLY = { microsoft: ['User.Read', 'Mail.Send'], google: ['https://www.googleapis.com/auth/gmail.send'] }
const PEOPLE = { microsoft: 'ada@contoso.test', google: 'maria@studio-sol.test' }
const VENDORS = ['microsoft', 'google'] as const
type Name = (typeof VENDORS)[number]
const MB = 1024 * 1024
/** ms; longer than any machine stalls */
const POLL = { timeout: 60_000 }
/** File sizes on both sides of every limit that changes the transfer method. */
const SIZES = { microsoft: [10, 2 * MB, 3 * MB - 1024, 3 * MB, 5 * MB], google: [10, 2 * MB] }

interface World {
  account: ProviderAccount
  box: OpenMailbox
  saved: string[]
  origin: string
  reopen(grant: string): OpenMailbox
  /** opens the same mailbox with another timeout per call, in ms */
  within(timeoutMs: number): OpenMailbox
  order(fault: FaultOrder): Promise<void>
  /** Returns whether every injected fault has been triggered */
  struck(): Promise<boolean>
  folder(name?: 'sent' | 'drafts'): Promise<SentSummary[]>
}

let sandbox: Awaited<ReturnType<typeof newSandbox>>
afterEach(() => sandbox.drop())

/** A sandbox and a mailbox connected through its consent page. */
async function connected(name: Name, scopes?: string[]): Promise<World> {
  sandbox = await newSandbox()
  const origin = sandbox.url
  const vendorWith = (timeoutMs: number): SignInMailProvider => {
    const common = {
      clientId: 'mergewell-test',
      clientSecret: 'secret',
      baseUrl: origin,
      timeoutMs,
      settleDelaysMs: [1, 1],
    }
    return name === 'microsoft' ? createMicrosoft({ ...common, tenant: 'common' }) : createGoogle(common)
  }
  const vendor = vendorWith(60_000)
  const { url, verifier } = await vendor.signIn.beginSignIn({ redirectUri: REDIRECT, state: 'st4te', ask: 'full' })
  const back = await acceptConsent(askingFor(url, scopes), PEOPLE[name], scopes)
  const code = back.searchParams.get('code') ?? ''
  const account = await vendor.signIn.completeSignIn({
    redirectUri: REDIRECT,
    state: 'st4te',
    code,
    verifier,
    ask: 'full',
  })
  const saved: string[] = []
  const keep = grantKeeper(account.grant, saved)
  return {
    account,
    box: vendor.openMailbox(account.grant, keep),
    within: (timeoutMs) => vendorWith(timeoutMs).openMailbox(account.grant, keep),
    saved,
    origin,
    reopen: (grant) => vendor.openMailbox(grant, keep),
    order: (fault) => orderFault(origin, fault),
    struck: async () => {
      const answer = await fetch(`${origin}/sandbox/faults`)
      return ((await answer.json()) as { faults: unknown[] }).faults.length === 0
    },
    folder: (folder = 'sent') => folderOf(origin, name, PEOPLE[name], folder),
  }
}

function digests(files: readonly Uint8Array[]): string[] {
  return files.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted()
}

function message(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    from: { name: 'Ada', address: 'ada@contoso.test' },
    to: { name: 'Jürgen “Bo” Bär', address: 'bo@there.test' },
    subject: 'Grüße an 山田 🎉',
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: [{ name: 'List-Unsubscribe', value: '<https://app.test/u/token>' }],
    attachments: [],
    ...changes,
  }
}

describe.each(VENDORS)('the product with the sandbox in the role of %s', (name) => {
  it('connects a mailbox, creates a draft, sends it and confirms that it was sent', async () => {
    const { account, box, folder } = await connected(name)
    expect(account).toMatchObject({ email: PEOPLE[name], name: name === 'microsoft' ? 'Ada Lovelace' : 'María Sol' })
    expect(box.canDraft).toBe(true)
    const draft = await box.createDraft(message())
    expect(await folder()).toEqual([])
    expect(await box.lookAtDraft(draft)).toBe('draft')
    const receipt = await box.sendDraft(draft)
    expect(receipt.messageId).toBeTruthy()
    expect(await box.lookAtDraft(draft)).toBe(name === 'microsoft' ? 'sent' : 'gone')
    expect(await folder()).toMatchObject([
      { id: receipt.messageId, subject: 'Grüße an 山田 🎉', to: [{ address: 'bo@there.test' }] },
    ])
    const again = await box.sendDraft(draft).catch((error: { kind: string }) => error.kind)
    expect(again).toBe(name === 'microsoft' ? 'uncertain' : 'missing')
    expect(await folder()).toHaveLength(1)
  })

  itInFull('delivers files of every size, byte for byte', async () => {
    const { box, folder, origin } = await connected(name)
    const attachments = SIZES[name].map((size, index) => {
      const content = randomBytes(size)
      return { name: `Büro ${index}.bin`, contentType: 'application/octet-stream', size, content }
    })
    await box.sendDraft(await box.createDraft(message({ attachments })))
    const [sent] = await folder()
    const received = await Promise.all(
      attachments.map(async (_file, at) => {
        const response = await fetch(`${origin}/sandbox/messages/${sent?.id}/attachments/${at}`)
        return Buffer.from(await response.arrayBuffer())
      }),
    )
    expect(digests(received)).toEqual(digests(attachments.map(({ content }) => content)))
  })

  it('sends without a draft if only sending was permitted', async () => {
    const { account, box, folder } = await connected(name, SEND_ONLY[name])
    expect(account.email).toBe(PEOPLE[name])
    expect(box.canDraft).toBe(false)
    await box.send(message())
    expect(await folder()).toHaveLength(1)
    await expect(box.createDraft(message())).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it.each([
    ['throttled', { kind: 'throttled', retryAfter: 4 }, 'throttled', 4000, 'Email sending limit reached'],
    [
      'throttled without saying until when',
      { kind: 'throttled', retryAfterStyle: 'none' },
      'throttled',
      undefined,
      'Email sending limit reached',
    ],
    [
      'unavailable',
      { kind: 'unavailable', retryAfter: 2 },
      'uncertain',
      2000,
      'We are not sure whether this email was sent',
    ],
    ['badRequest', { kind: 'badRequest' }, 'rejected', undefined, 'Email delivery failed'],
    ['badRecipient', { kind: 'badRecipient' }, 'bad-recipient', undefined, 'Invalid email address'],
    ['forbidden', { kind: 'forbidden' }, 'forbidden', undefined, "Your account doesn't have permission to send emails"],
    ['quota', { kind: 'quota' }, 'quota', undefined, 'Email sending limit reached'],
    [
      'unauthorized for good',
      { kind: 'unauthorized', count: null },
      'sign-in-doubt',
      undefined,
      'Authentication failed with Microsoft 365',
    ],
    ['revoked', { kind: 'revoked' }, 'expired', undefined, 'Your Microsoft 365 connection has expired'],
  ] as const)('classifies the simulated failure %s correctly', async (_what, fault, kind, retryAfterMs, friendly) => {
    const { box, order, folder } = await connected(name)
    const draft = await box.createDraft(message())
    await order({ operation: fault.kind === 'revoked' ? 'any' : 'sendDraft', ...fault })
    const error: unknown = await box.sendDraft(draft).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind })
    const { message: text, retryAfterMs: pause } = error as { message: string; retryAfterMs?: number }
    expect([undefined, pause]).toContainEqual(retryAfterMs)
    expect(explainFailure(text).message).toBe(friendly)
    expect(await folder()).toEqual([])
  })

  it('obeys a waiting time given as a date', async () => {
    const { box, order } = await connected(name)
    await order({ kind: 'throttled', operation: 'draft', retryAfter: 60, retryAfterStyle: 'date' })
    const asked = Date.now()
    const error = await box.createDraft(message()).catch((thrown: unknown) => thrown)
    const { retryAfterMs } = error as { retryAfterMs: number }
    // A date has whole seconds, and the pause is what is left until then.
    expect(retryAfterMs).toBeGreaterThan(58_000 - (Date.now() - asked))
    expect(retryAfterMs).toBeLessThanOrEqual(62_000)
  })

  it('refreshes once when tokens expire during concurrent sends', async () => {
    const { box, order, folder, saved, reopen } = await connected(name)
    const drafts = await Promise.all(Array.from({ length: 6 }, () => box.createDraft(message())))
    await order({ kind: 'expired' })
    await Promise.all(drafts.map((draft) => box.sendDraft(draft)))
    expect(saved).toHaveLength(1)
    expect(await folder()).toHaveLength(6)
    await reopen(saved[0] ?? '').createDraft(message())
  })

  it.each([
    ['cutBefore', false],
    ['cutAfter', true],
    ['hang', false],
    ['hangAfter', true],
  ] as const)(
    'reports an email as uncertain after %s, and a check shows whether it was sent: %s',
    async (kind, left) => {
      const limit = manualTimeout()
      const { box, within, order, struck, folder } = await connected(name)
      const draft = await box.createDraft(message())
      await order({ kind, operation: 'sendDraft' })
      const sending = within(limit.ms)
        .sendDraft(draft)
        .catch((error: unknown) => error)
      await expect.poll(struck, POLL).toBe(true)
      if (kind === 'hangAfter') await expect.poll(() => folder(), POLL).toHaveLength(1)
      if (kind.startsWith('hang')) limit.pass()
      expect(await sending).toMatchObject({ kind: 'uncertain', message: expect.stringMatching(/^UNCERTAIN: /) })
      expect(await box.lookAtDraft(draft)).toBe(left ? (name === 'microsoft' ? 'sent' : 'gone') : 'draft')
      await Promise.all(left ? [] : [box.sendDraft(draft)])
      expect(await folder()).toHaveLength(1)
    },
  )

  it('sees a draft for a while after it was sent, while copies of the mailbox lag behind', async () => {
    const { box, order } = await connected(name)
    const draft = await box.createDraft(message())
    await order({ kind: 'lag', operation: 'sendDraft', ms: 60_000 })
    await box.sendDraft(draft)
    expect(await box.lookAtDraft(draft)).toBe('draft')
  })

  it('leaves no draft behind when creating one failed midway', async () => {
    const { box, order, folder } = await connected(name)
    await order({ kind: 'cutBefore', operation: 'draft' })
    await expect(box.createDraft(message())).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await folder('drafts')).toEqual([])
  })
})
