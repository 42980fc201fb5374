import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { checkAcceptedDrafts, mailboxesWithUncheckedEmails } from '#api/inbox/accepted-draft-check.ts'
import { readMailbox } from '#api/inbox/read-mailbox.ts'
import { closeWindows } from '#api/inbox/bounce-windows.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { countedCalls } from '../support/counted-calls.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { describeInFull, itInFull } from '../support/full-run-only.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { rowsOf } from '../support/sent-mail.ts'
import { createWorld, type World } from '../support/world.ts'
import { wrongCounts } from '../support/counter-consistency.ts'
import { DRIVERS, type Driver } from './drivers.ts'

/** Clock shared by the product and the sandbox. */
let clock = () => new Date()
let world: World
beforeAll(async () => {
  world = await createWorld({
    send: false,
    settleDelaysMs: [15_000, 45_000, 120_000, 300_000],
    sandboxClock: () => clock().getTime(),
  })
  world.app.clock = () => clock()
})
afterAll(() => world.close())
beforeEach(async () => {
  clock = () => new Date()
  await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
})

const MINUTE = 60_000
let boxes = 0

/** A campaign of two emails that the provider accepts under this fault. */
async function accepted(provider: Driver['vendor'], fault: FaultOrder | null, driver?: Driver) {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `accepts${(boxes += 1)}@sandbox.test`
  await world.connect(person, provider, mailbox, driver?.scopes, { reading: driver?.reads ?? true })
  const key = await mailboxOf(world, person)
  const slices = createSlices(
    createSendStore(world.app, () => []),
    key,
  )
  let later = 0
  clock = () => new Date(slices.clock().getTime() + later)
  const id = await draftCampaign(world, person, 2)
  if (fault) await world.fault({ email: mailbox, operation: 'sendDraft', ...fault })
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  await slices.toTheEnd()
  const { app: counted, calls } = countedCalls(world, provider)
  return {
    person,
    calls,
    /** Lets this much time pass, then looks as a worker does. Returns the number of emails in doubt. */
    async lookAfter(ms: number) {
      later += ms
      const due = (await mailboxesWithUncheckedEmails(world.app)).some((one) => one.mailboxId === key.mailboxId)
      return due ? checkAcceptedDrafts(counted, key) : null
    },
    settle: slices.toTheEnd,
    repair: () => fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' }),
    readInbox: () => readMailbox(world.app, key),
    wait: (ms: number) => (later += ms),
    /** Returns how often each email was accepted for good. */
    leftTimes: async () => {
      const { logs } = await fetchCampaign(person, id)
      const left = (await world.accepted(mailbox)).map(({ recipient }) => recipient)
      return logs.map(({ contactEmail }) => left.filter((email) => email === contactEmail).length).toSorted()
    },
    draftsLeft: async () => {
      const box = `${world.sandboxUrl}/sandbox/mailboxes/${provider}/${mailbox}/messages?folder=drafts`
      return ((await (await fetch(box)).json()) as { messages: unknown[] }).messages.length
    },
    async campaign() {
      expect(await wrongCounts(world.app, person.tenantId)).toEqual([])
      const { status, sentCount, failedCount, pendingCount } = await fetchCampaign(person, id)
      return { status, sentCount, failedCount, pendingCount }
    },
    statuses: async () => {
      const rows = await rowsOf<{ status: string }>(world, person, 'select status from email_logs order by status')
      return rows.map(({ status }) => status)
    },
    errors: async () => (await fetchCampaign(person, id)).logs.flatMap(({ error }) => error ?? []),
  }
}

describe.each(['microsoft', 'google'] as const)(
  'a provider (%s) that accepts an email but keeps its draft',
  (provider) => {
    /** The rules are the same at every provider: `npm test` checks them at one. */
    const itOnce = provider === 'microsoft' ? it : itInFull
    it('makes the email uncertain some minutes later, and it is sent once more, and only once', async () => {
      const sent = await accepted(provider, { kind: 'staysDraft', count: 1 })
      expect(await sent.campaign()).toMatchObject({ status: 'sent', sentCount: 2 })
      expect(await sent.leftTimes()).toEqual([0, 1])
      expect(await sent.lookAfter(4 * MINUTE)).toBeNull()
      expect(await sent.lookAfter(2 * MINUTE)).toBe(1)
      expect(await sent.campaign()).toMatchObject({ status: 'sending', sentCount: 1, failedCount: 0 })
      await sent.settle()
      expect(await sent.campaign()).toEqual({ status: 'sent', sentCount: 2, failedCount: 0, pendingCount: 0 })
      expect([await sent.leftTimes(), await sent.draftsLeft()]).toEqual([[1, 1], 0])
      expect(await sent.lookAfter(10 * MINUTE)).toBe(0)
      expect(await sent.leftTimes()).toEqual([1, 1])
    })

    itOnce('each time makes the email fail in the end, with the reason', async () => {
      const sent = await accepted(provider, { kind: 'staysDraft', count: null })
      for (let looks = 0; looks < 8; looks += 1) {
        await sent.lookAfter(10 * MINUTE)
        await sent.settle()
      }
      expect(await sent.campaign()).toEqual({ status: 'failed', sentCount: 0, failedCount: 2, pendingCount: 0 })
      expect(await sent.errors()).toEqual(Array(2).fill(expect.stringContaining('its draft stayed in the mailbox')))
      expect(await sent.leftTimes()).toEqual([0, 0])
    })

    itOnce(
      'keeps the bounce window of that email open until the draft is checked, but not if drafts cannot be searched for an hour',
      async () => {
        const sent = await accepted(provider, null)
        sent.wait(20 * MINUTE)
        await sent.readInbox()
        await closeWindows(world.app)
        expect(await sent.statuses()).toEqual(['sent', 'sent'])
        expect(await sent.lookAfter(0)).toBe(0)
        await closeWindows(world.app)
        expect(await sent.statuses()).toEqual(['delivered', 'delivered'])
        const unsearched = await accepted(provider, null)
        await world.fault({ kind: 'unavailable', operation: 'read', count: null })
        expect(await unsearched.lookAfter(59 * MINUTE)).toBe(0)
        await unsearched.repair()
        await unsearched.readInbox()
        await closeWindows(world.app)
        expect(await unsearched.statuses()).toEqual(['sent', 'sent'])
        unsearched.wait(2 * MINUTE)
        await closeWindows(world.app)
        expect(await unsearched.statuses()).toEqual(['delivered', 'delivered'])
      },
    )

    itOnce('causes one search of the mailbox for all emails since the last search', async () => {
      const sent = await accepted(provider, null)
      expect(await sent.lookAfter(6 * MINUTE)).toBe(0)
      expect(sent.calls).toEqual(['findMarked'])
      expect(await sent.lookAfter(30 * MINUTE)).toBeNull()
      expect(sent.calls).toEqual(['findMarked'])
    })

    itOnce(
      'for ten minutes, although the email was sent, causes a check of the email, and no second send',
      async () => {
        const sent = await accepted(provider, { kind: 'lag', ms: 10 * MINUTE, count: 1 })
        await sent.lookAfter(6 * MINUTE)
        await sent.settle()
        expect(await sent.leftTimes()).toEqual([1, 1])
        expect(await sent.campaign()).toMatchObject({ pendingCount: 0 })
      },
    )

    itOnce('has sent the email all the same if the recipient opened it', async () => {
      const sent = await accepted(provider, { kind: 'staysDraft', count: 1 })
      await rowsOf(world, sent.person, 'update email_logs set opened_at = sent_at returning 1')
      expect(await sent.lookAfter(6 * MINUTE)).toBe(0)
      expect(await sent.campaign()).toMatchObject({ status: 'sent', sentCount: 2 })
    })
  },
)

describeInFull.each(DRIVERS.filter(({ reads, scopes }) => !reads && scopes))(
  '$name: a mailbox that may not be read',
  (driver) => {
    it('is not asked for drafts that stayed, and its emails count as delivered when the bounce window closes', async () => {
      const sent = await accepted(driver.vendor, null, driver)
      expect(await sent.lookAfter(20 * MINUTE)).toBeNull()
      await closeWindows(world.app)
      expect([await sent.statuses(), sent.calls]).toEqual([['delivered', 'delivered'], []])
    })
  },
)
